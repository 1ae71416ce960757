/* SPDX-License-Identifier: MIT
 * What in a repository's folder says which programs git runs: there, in its submodules, and in the worktrees linked
 * to it.
 */
#ifndef SANDBOX_GIT_PATHS_H
#define SANDBOX_GIT_PATHS_H

#include "sandbox/child/path_list.h"

/* Adds these paths to p as protected, and those that must not appear. Makes .git/hooks and .git/info where they are
 * missing. git: the .git of `writable`, or what is in its place, below it; nothing is protected if it is no folder. */
void git_paths_protect(struct path_list *p, const char *writable, const char *git);

#endif
