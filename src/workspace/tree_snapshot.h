/* SPDX-License-Identifier: MIT
 * Notes the files of the workspace before a command, so that what it changed can be reported and
 * undone. A look is a walk that honours .gitignore and notes each regular file and link; contents
 * up to a limit go to a spool (a nameless file in the program's state folder). The next looks
 * compare size, times and inode and read only what differs; if nothing changed since, they are over
 * at once. What is ignored or in .git is not looked at; the content of a link is its target.
 */
#ifndef WORKSPACE_TREE_SNAPSHOT_H
#define WORKSPACE_TREE_SNAPSHOT_H

#include <stdint.h>
#include "workspace/file/workspace.h"

struct snapshot_limits {
	size_t file_bytes;  /* a larger file is noted without its content */
	size_t total_bytes; /* of the spool */
	size_t files;	    /* noted in all */
	/* Longest time of a look, in microseconds: what it has not seen by then is not reported. 0:
	 * no limit. */
	int64_t look_us;
};
/* What became of one file between two looks; its pointers are borrowed for the call of snapshot_fn. */
struct snapshot_change {
	const char *path; /* relative to the workspace, any bytes */
	bool existed, exists;
	bool was_link, is_link;	  /* then the content is its target */
	mode_t mode;		  /* before; of a new file, now */
	mode_t mode_after;	  /* now; 0: it does not exist */
	int folders;		  /* this many folders above a new file were made, too */
	const struct buf *before; /* content; NULL: it did not exist, or was not kept */
	const struct buf *after;  /* content; NULL: it does not exist, or is too large */
};
typedef void snapshot_fn(void *ctx, const struct snapshot_change *change);

struct snapshot;
/* Returns a snapshot, which has had no look yet. w: borrowed until snapshot_free; limits are
 * copied. */
struct snapshot *snapshot_new(struct workspace *w, const struct snapshot_limits *limits);
void snapshot_free(struct snapshot *s); /* NULL is accepted */
/* Begins a look; one under way is dropped. fn NULL: only notes what is there now. Else fn is called
 * for every change since the look before, in snapshot_step. */
void snapshot_begin(struct snapshot *s, snapshot_fn *fn, void *ctx);
/* Continues the look for about budget_us microseconds. False: it is over. */
bool snapshot_step(struct snapshot *s, int64_t budget_us);
/* Drops the look under way, if there is one. */
void snapshot_cancel(struct snapshot *s);
/* Whether the last look saw every file: false if it was stopped by limits.files or look_us. */
bool snapshot_whole(const struct snapshot *s);

#endif
