/* SPDX-License-Identifier: MIT
 * Walks a tree in small steps, honouring .gitignore (gitignore(5): all levels, negation, **,
 * anchored, folders only) and .git/info/exclude, and skipping .git. Entries come sorted by name,
 * the files of a folder before its folders; links are named, never followed.
 */
#ifndef WORKSPACE_WALK_H
#define WORKSPACE_WALK_H

#include "workspace/file/workspace.h"
#include "workspace/permission/permission.h"

struct visible_paths;

enum walk_flag {
	WALK_IGNORED = 1, /* includes what .gitignore leaves out */
	WALK_FLAT = 2,	  /* this folder only */
	WALK_NO_STAT = 4, /* st holds the kind only (st_mode without permissions): faster */
};
enum walk_status { WALK_ENTRY, WALK_MORE, WALK_END };

struct walk_entry {
	const char *path; /* (borrowed, until the next entry) below the workspace, or absolute */
	int depth;	  /* 0: directly in the start folder */
	struct stat st;
	bool folder, link;
};
struct walk;
/* Returns a walk from the folder `start`, "." for the whole workspace; flags: of walk_flag. Free
 * with walk_free. NULL: e says why. */
struct walk *walk_new(struct workspace *w, const char *start, int flags, struct error *e);
void walk_free(struct walk *w); /* NULL is accepted */
/* Leaves out what `visible` does not show, folders with all that is in them; NULL: all is shown.
 * Must be called once, before the first entry. */
void walk_guard(struct walk *w, struct visible_paths *visible /* steals */);
/* Looks for the next entry, for a fraction of a millisecond at most. WALK_ENTRY: *out is set.
 * WALK_MORE: a folder is still being read, call again. WALK_END: there are no more. */
enum walk_status walk_poll(struct walk *w, struct walk_entry *out);
/* Leaves out what is in the folder that was returned last. */
void walk_prune(struct walk *w);
/* Opens the entry returned last for reading, without following a link or blocking; the caller
 * closes it. -1: errno; ENXIO: it is no regular file. */
int walk_openat(struct walk *w);
/* Return how many entries the guard left out so far, and how many folders could not be opened. */
int walk_hidden(const struct walk *w);
int walk_unreadable(const struct walk *w);

/* Whether a glob matches a path: * ? [..] within a component, ** across, {a,b}. A pattern without
 * '/' matches the last component; one that begins with '/' is anchored at the workspace, or at the
 * root of an absolute path. */
bool glob_match(const char *pattern, const char *path);

/* What a walk may show. A call that lists or searches a folder was allowed to read that folder;
 * what the rules deny below it, or would ask about, is left out: a folder with all that is in it.
 * If the user was asked about the folder itself, what rules ask about in it is shown without asking
 * again. */
struct visible_paths;
/* act: of the call; its path is where the walk starts. p and act's tool and workspace are borrowed
 * until visible_paths_free. NULL: no rule that asks or denies names a path (or p is NULL), so
 * nothing is hidden. */
struct visible_paths *visible_paths_new(
    const struct permissions *p, enum approve_mode mode, const struct act *act);
/* Whether the path may be shown; counts those that may not. path: relative to the workspace, below
 * the start. */
bool visible_paths_shows(struct visible_paths *v, const char *path);
void visible_paths_free(struct visible_paths *v); /* NULL is accepted */

#endif
