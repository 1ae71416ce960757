/*
 * Walking a tree in small steps, honouring .gitignore (gitignore(5): all levels, negation, **,
 * anchored, folders only), .git/info/exclude and skipping .git. Entries come sorted by name,
 * folders after their files' turn; links are named, never followed.
 */
#ifndef WORKSPACE_WALK_H
#define WORKSPACE_WALK_H

#include "workspace/workspace.h"

struct visible_paths;

enum walk_flag {
	WALK_IGNORED = 1, /* also what .gitignore leaves out */
	WALK_FLAT = 2,	  /* this folder only */
	WALK_NO_STAT = 4, /* st holds the kind only (st_mode without permissions): faster */
};
enum walk_status { WALK_ENTRY, WALK_MORE, WALK_END };

struct walk_entry {
	const char *path; /* relative to the workspace; borrowed until the next call */
	int depth;	  /* 0: directly in the start folder */
	struct stat st;
	bool folder, link;
};
struct walk;
struct walk *walk_new(struct workspace *w, const char *start, int flags,
    struct error *e); /* NULL: e. start "." for all */
/* From here on what it does not show is passed over, folders with all that is in them; NULL: all is
 * shown. Before the first entry. */
void walk_guard(struct walk *w, struct visible_paths *sight /* steals */);
int walk_hidden(const struct walk *w);			/* entries passed over so */
bool walk_next(struct walk *w, struct walk_entry *out); /* one entry; false: the end */
/* The same in small pieces, for what runs in steps: WALK_MORE: a folder is still being read, call
 * again; no call takes more than a fraction of a millisecond. */
enum walk_status walk_poll(struct walk *w, struct walk_entry *out);
void walk_prune(struct walk *w); /* the folder given last is not entered */
int walk_openat(struct walk *w); /* opens the entry given last for reading: a regular file, without
				    following or blocking; -1: errno */
int walk_unreadable(const struct walk *w); /* folders that could not be opened */
void walk_free(struct walk *w);

/* A glob over a path: * ? [..] within a component, ** across, {a,b}. A pattern without '/' matches
 * the last component; one that begins with '/' stands at the workspace, or at the root of a path
 * that is spelt from there. */
bool glob_match(const char *pattern, const char *path);

#endif
