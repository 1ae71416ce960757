/* SPDX-License-Identifier: MIT
 * What would run for the user later is renamed, so that nothing finds it: PATH becomes PATH.set-aside. Paths are within
 * the workspace.
 */
#ifndef SANDBOX_ASIDE_H
#define SANDBOX_ASIDE_H

#include "workspace/file/workspace.h"

#define ASIDE ".set-aside"

/* What has the name already is renamed to PATH.N.set-aside before, and *before becomes N. The folder's owner needs no
 * right to write it. False: it cannot be renamed, and is where it was. */
bool aside_rename(struct workspace *w, const char *path, int *before);
/* False: PATH.set-aside is not there, or PATH is. */
bool aside_rename_back(struct workspace *w, const char *path);

#endif
