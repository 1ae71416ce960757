/* SPDX-License-Identifier: MIT
 * Whether git may read a repository without running a program that the repository names. `git
 * status` and `git diff` run what core.fsmonitor, diff.external, a textconv, a filter or a hook
 * names, and all of these are set in files below .git, which an earlier command may have written.
 */
#ifndef WORKSPACE_FILE_GIT_CONFIG_H
#define WORKSPACE_FILE_GIT_CONFIG_H

#include <stdbool.h>

/* True if git, started in this folder, finds no repository, or one whose own configuration has only
 * keys that config/git_keys.yaml lists as harmless, without submodules, worktrees or the hook that
 * reading runs. The configuration of the system and the user may have all other keys but includes
 * and programs by relative paths. What is not understood is false. */
bool git_only_reads(const char *folder);
/* True if a repository's own configuration has only such harmless keys, and it has no hooks but
 * samples, no commondir and no config.worktree. git: the folder .git, or what is in its place. */
bool git_runs_nothing(const char *git);
/* As git_runs_nothing, for the data of a submodule or a linked worktree, which may set
 * core.worktree and may have commondir, and a config.worktree of harmless keys. */
bool git_part_runs_nothing(const char *git);
/* Whether a command line changes a repository's own configuration, judged by its text
 * (config/git_keys.yaml): git config, git remote add, git push -u. */
bool git_configures(const char *line);
/* Whether git's ordinary work (commit, merge, rebase, gc) writes files of this name in a .git. */
bool git_writes_name(const char *name);

#endif
