/* SPDX-License-Identifier: MIT
 * The paths of a Git repository that decide which programs git runs: those of the repository
 * itself, of its submodules, and of worktrees linked to it.
 */
#ifndef SANDBOX_GIT_PATHS_H
#define SANDBOX_GIT_PATHS_H

#include "sandbox/child/path_list.h"

/* Protects everything in the repository `git` but what git's ordinary work writes, and the
 * configuration and hooks of its submodules and of worktrees checked out beyond `writable`; adds
 * what must not appear as absent. Makes missing hooks and info folders. git: the .git of
 * `writable`, or what is in its place, below it; if it is no folder, nothing happens. */
void git_paths_protect(struct path_list *p, const char *writable, const char *git);

#endif
