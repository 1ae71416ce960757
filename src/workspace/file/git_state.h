/* SPDX-License-Identifier: MIT
 * What the files of a git repository say without git being run: where it is, which branch is checked
 * out. Besides, the reading of what `git status` prints. All of it is strangers' bytes.
 */
#ifndef WORKSPACE_FILE_GIT_STATE_H
#define WORKSPACE_FILE_GIT_STATE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the folder with .git in it, this one or one above. Owned; NULL: there is none. */
char *git_root(const char *folder);

struct git_head {     /* zero: nothing is known */
	char *branch; /* (owned) NULL: none is checked out */
	char *commit; /* (owned) the first digits of the one that is, without a branch; else NULL */
};
/* Reads what is checked out in the repository at root, or the linked worktree there. What cannot be
 * read is as nothing known. To be freed by git_head_free. */
struct git_head git_head(const char *root);
/* Reads what the text of a file HEAD says. To be freed by git_head_free. */
struct git_head git_head_parse(const char *text, size_t len);
void git_head_free(struct git_head *h);

/* Returns where git finds the data of a repository at root: the real path of .git, or of what it names. Owned; NULL:
 * nowhere. */
char *git_folder(const char *root);

/* Where a linked worktree keeps what is its own, and the repository it belongs to: real paths, (owned). */
struct git_worktree {
	char *own, *common; /* COMMON/worktrees/NAME, COMMON */
};
/* Fills *out, to be freed by git_worktree_free. False: root is no linked worktree, and *out is empty. A .git
 * that names a folder is not believed unless that folder names it too: who may write in root could have it
 * name any. */
bool git_worktree(const char *root, struct git_worktree *out);
void git_worktree_free(struct git_worktree *w);

/* One entry of `git status --porcelain -z`; (borrowed) from the text, name is not NUL-terminated. */
struct git_change {
	const char *state; /* two characters: " M", "??" */
	const char *name;
	size_t len;
};
/* Reads the entry at *at, which moves behind it. False: no whole entry is left, and *at stays. */
bool git_change_next(const char **at, const char *end, struct git_change *out);

#endif
