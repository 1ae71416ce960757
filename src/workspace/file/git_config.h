/* SPDX-License-Identifier: MIT
 * Whether git may read a repository without being made to run something by it. `git status` and `git diff` run
 * what core.fsmonitor, diff.external, a textconv, a filter or a hook names, and all of these are files below
 * .git, which a command before may have written.
 */
#ifndef WORKSPACE_FILE_GIT_CONFIG_H
#define WORKSPACE_FILE_GIT_CONFIG_H

#include <stdbool.h>

/* True where git, started in this folder, finds no repository, or one whose own configuration has only keys
 * that config/git_keys.yaml lists as harmless, without submodules, worktrees or the hook that reading runs.
 * The user's own configuration is held to the same list. What is not understood is false. */
bool git_only_reads(const char *folder);
/* True where a repository's own configuration has only such keys, it has no hook but samples, and it says of no other
 * place where it is. git: the folder .git, or what is in its place. */
bool git_runs_nothing(const char *git);
/* Likewise of a submodule's or a linked worktree's own data, which says where its files are. */
bool git_part_runs_nothing(const char *git);
/* Whether a command line is one that changes a repository's own configuration, by its words: git config, git remote
 * add, git push -u. */
bool git_configures(const char *line);
/* Whether git's ordinary work (commit, merge, rebase, gc) writes what has this name in a .git. */
bool git_writes_name(const char *name);

#endif
