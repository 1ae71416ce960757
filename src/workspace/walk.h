/*
 * Walking a tree in small steps, honouring .gitignore (gitignore(5): all levels, negation, **,
 * anchored, folders only), .git/info/exclude and skipping .git. Entries come sorted by name,
 * folders after their files' turn; links are named, never followed.
 */
#ifndef WORKSPACE_WALK_H
#define WORKSPACE_WALK_H

#include "workspace/workspace.h"

enum walk_flag {
	WALK_IGNORED = 1 /* also what .gitignore leaves out */,
	WALK_FLAT = 2 /* this folder only */
};
struct walk_entry {
	const char *path; /* relative to the workspace; borrowed until the next call */
	int depth;	  /* 0: directly in the start folder */
	struct stat st;
	bool folder, link;
};
struct walk;
struct walk *walk_new(struct workspace *w, const char *start, int flags,
    struct error *e);					/* NULL: e. start "." for all */
bool walk_next(struct walk *w, struct walk_entry *out); /* one entry; false: the end */
int walk_unreadable(const struct walk *w);		/* folders that could not be opened */
void walk_free(struct walk *w);

/* A glob over a path: * ? [..] within a component, ** across, {a,b}. A pattern without '/' matches
 * the last component. */
bool glob_match(const char *pattern, const char *path);

#endif
