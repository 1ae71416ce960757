/*
 * What the files of the workspace were before a command, so that what it changed can be told and
 * taken back. A walk that honours .gitignore notes each regular file; contents up to a ceiling go
 * to a spool (a file without a name, in the program's state folder). The next looks compare size,
 * times and inode and read only what differs; where nothing stirred since, they are over at once. Works in steps; nothing is looked at before the first
 * one. Of a link where it leads is its content. What is ignored or in .git is not followed up.
 */
#ifndef WORKSPACE_TREE_SNAPSHOT_H
#define WORKSPACE_TREE_SNAPSHOT_H

#include <stdint.h>
#include "workspace/workspace.h"

struct snapshot_limits {
	size_t file_bytes;  /* a larger file is noted without its content */
	size_t total_bytes; /* of the spool */
	size_t files;	    /* noted in all */
	int64_t look_us; /* a look takes no longer: what it did not see is not told; 0: no limit */
};
struct snapshot_change {
	const char *path; /* relative to the workspace, any bytes; borrowed, as all here */
	bool existed, exists;
	bool was_link, is_link;	  /* then content is where it leads */
	mode_t mode;		  /* before; of a new file, now */
	mode_t mode_after;	  /* now; 0: it does not exist */
	int folders;		  /* so many above a new file were made, too */
	const struct buf *before; /* NULL: not there, or not kept */
	const struct buf *after;  /* NULL: not there, or too large */
};
typedef void snapshot_fn(void *ctx, const struct snapshot_change *change);

struct snapshot;
struct snapshot *snapshot_new(struct workspace *w, const struct snapshot_limits *limits);
void snapshot_free(struct snapshot *s);
/* Begins a look. fn NULL: what is there now is what was before. Else fn hears of every change since
 * the look before. A look that is under way is given up. */
void snapshot_begin(struct snapshot *s, snapshot_fn *fn, void *ctx);
/* Goes on for about so many microseconds. False: the look is over. */
bool snapshot_step(struct snapshot *s, int64_t budget_us);
void snapshot_cancel(struct snapshot *s);
bool snapshot_whole(const struct snapshot *s); /* the last look saw every file */

#endif
