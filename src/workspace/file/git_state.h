/* SPDX-License-Identifier: MIT
 * Reads what the files of a git repository say without running git: where it is, which branch is
 * checked out. Also parses what `git status` prints. None of these bytes are trusted.
 */
#ifndef WORKSPACE_FILE_GIT_STATE_H
#define WORKSPACE_FILE_GIT_STATE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the folder that has a .git: this one or the nearest above. Caller frees; NULL: there is
 * none. */
char *git_root(const char *folder);

struct git_head {     /* all zero: nothing is known */
	char *branch; /* (owned) NULL: none is checked out */
	char *commit; /* (owned) without a branch, the first 8 digits of the commit; else NULL */
};
/* Reads what is checked out in the repository at root, or the linked worktree there; all zero if it
 * cannot be read. Free with git_head_free. */
struct git_head git_head(const char *root);
/* Reads the text of a file HEAD. Free with git_head_free. */
struct git_head git_head_parse(const char *text, size_t len);
void git_head_free(struct git_head *h);

/* Returns where git finds the data of a repository at root: the real path of .git, or of what a
 * file .git names. Caller frees; NULL: it does not exist. */
char *git_folder(const char *root);

/* Where a linked worktree keeps its own data, and the repository it belongs to; real paths,
 * (owned). */
struct git_worktree {
	char *own, *common; /* COMMON/worktrees/NAME, COMMON */
};
/* Fills *out, which git_worktree_free frees. False: root is no linked worktree, and *out is empty.
 * A .git that names a folder is only trusted if that folder names it, too: whoever may write in
 * root could have it name any folder. */
bool git_worktree(const char *root, struct git_worktree *out);
void git_worktree_free(struct git_worktree *w);

/* One entry of `git status --porcelain -z`; (borrowed) from the text, name is not NUL-terminated. */
struct git_change {
	const char *state; /* two characters: " M", "??" */
	const char *name;
	size_t len;
};
/* Reads the entry at *at and moves *at behind it. False: no whole entry is left, and *at stays. */
bool git_change_next(const char **at, const char *end, struct git_change *out);

#endif
