/* SPDX-License-Identifier: MIT
 * Renames what would run for the user later, so that nothing finds it: PATH becomes PATH.set-aside.
 * Paths are relative to the workspace.
 */
#ifndef SANDBOX_ASIDE_H
#define SANDBOX_ASIDE_H

#include "workspace/file/workspace.h"

#define ASIDE ".set-aside"
#define ASIDE_MOST 100 /* earlier ones that are kept of a name */

/* Renames PATH to PATH.set-aside. What has that name already is first renamed to PATH.N.set-aside,
 * and *before becomes N; else *before stays. Works also where a command took the owner's right to
 * write the folder. False: PATH was not renamed. */
bool aside_rename(struct workspace *w, const char *path, int *before);
/* Renames PATH.set-aside back to PATH. False: PATH.set-aside does not exist, or PATH does, or the
 * rename failed. */
bool aside_rename_back(struct workspace *w, const char *path);

#endif
