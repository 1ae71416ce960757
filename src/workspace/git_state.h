/*
 * What the files of a git repository say without git being run: where it is, which branch is checked
 * out. Besides, the reading of what `git status` prints. All of it is strangers' bytes.
 */
#ifndef WORKSPACE_GIT_STATE_H
#define WORKSPACE_GIT_STATE_H

#include <stdbool.h>
#include <stddef.h>

/* The folder with .git in it, this one or one above; owned, NULL: there is none. */
char *git_root(const char *folder);

struct git_head {     /* zero: nothing is known */
	char *branch; /* (owned) NULL: none is checked out */
	char *commit; /* (owned) the first digits of the one that is, without a branch; else NULL */
};
/* Of the repository at root, a linked worktree too. Free with git_head_free. */
struct git_head git_head(const char *root);
/* The same of the text of a file HEAD. */
struct git_head git_head_parse(const char *text, size_t len);
void git_head_free(struct git_head *h);

/* Where a linked worktree keeps what is its own, and the repository it belongs to: real paths, owned. */
struct git_worktree {
	char *own, *common; /* COMMON/worktrees/NAME, COMMON */
};
/* False: root is none. A .git that names a folder is not believed unless that folder names it too: who may write
 * in root could have it name any. */
bool git_worktree(const char *root, struct git_worktree *out);
void git_worktree_free(struct git_worktree *w);

/* One entry of `git status --porcelain -z`; pointers into the text, name without an end of its own. */
struct git_change {
	const char *state; /* two characters: " M", "??" */
	const char *name;
	size_t len;
};
/* The entry at *at, which moves behind it; false: there is none whole any more. */
bool git_change_next(const char **at, const char *end, struct git_change *out);

#endif
