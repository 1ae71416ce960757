/* SPDX-License-Identifier: MIT
 * What the files of the workspace were before a command, so that what it changed can be told and taken back. A
 * look is a walk that honours .gitignore and notes each regular file and link; contents up to a ceiling go to a
 * spool (a file without a name, in the program's state folder). The next looks compare size, times and inode and
 * read only what differs; where nothing changed since, they are over at once. What is ignored or in .git is not
 * looked at, and the content of a link is where it leads.
 */
#ifndef WORKSPACE_TREE_SNAPSHOT_H
#define WORKSPACE_TREE_SNAPSHOT_H

#include <stdint.h>
#include "workspace/file/workspace.h"

struct snapshot_limits {
	size_t file_bytes;  /* a larger file is noted without its content */
	size_t total_bytes; /* of the spool */
	size_t files;	    /* noted in all */
	/* A look takes no longer, in microseconds: what it did not see is not told. 0: no limit. */
	int64_t look_us;
};
/* What became of one file between two looks; its pointers are borrowed for the call of snapshot_fn. */
struct snapshot_change {
	const char *path; /* relative to the workspace, any bytes */
	bool existed, exists;
	bool was_link, is_link;	  /* then content is where it leads */
	mode_t mode;		  /* before; of a new file, now */
	mode_t mode_after;	  /* now; 0: it does not exist */
	int folders;		  /* this many above a new file were made, too */
	const struct buf *before; /* NULL: not there, or not kept */
	const struct buf *after;  /* NULL: not there, or too large */
};
typedef void snapshot_fn(void *ctx, const struct snapshot_change *change);

struct snapshot;
/* Nothing is looked at before the first step. w: borrowed until it is freed; limits are copied. */
struct snapshot *snapshot_new(struct workspace *w, const struct snapshot_limits *limits);
void snapshot_free(struct snapshot *s); /* NULL is accepted */
/* Begins a look; one that is under way is given up. fn NULL: what is there now is what was before. Else fn
 * hears of every change since the look before. */
void snapshot_begin(struct snapshot *s, snapshot_fn *fn, void *ctx);
/* Goes on for about this many microseconds. False: the look is over. */
bool snapshot_step(struct snapshot *s, int64_t budget_us);
/* Gives up the look under way; nothing where there is none. */
void snapshot_cancel(struct snapshot *s);
/* Whether the last look saw every file, within its limits. */
bool snapshot_whole(const struct snapshot *s);

#endif
