/* SPDX-License-Identifier: MIT
 * Taking back what was done to files. The log is a fold of file_change events; a plan says for each
 * file what taking the chosen changes back would do now, and applying it writes the files and emits
 * file_change events of its own ("undoes": the seqs), so that the next undo goes further back.
 * A file that is no longer what the last change left is a conflict: it is shown and left alone.
 */
#ifndef WORKSPACE_UNDO_H
#define WORKSPACE_UNDO_H

#include "session/session.h"
#include "workspace/file/workspace.h"

struct undo_log;
/* An empty log. Never NULL. */
struct undo_log *undo_log_new(void);
void undo_log_free(struct undo_log *log); /* NULL is accepted */
/* The fold: takes any event, and keeps what a file_change tells. */
void undo_log_take(struct undo_log *log, const struct event *ev);

/* The seq of the last change of a path that is wanted; 0: there is none. */
int64_t undo_log_last(
    const struct undo_log *log, bool (*wanted)(void *ctx, const char *path), void *ctx);

enum undo_kind {
	UNDO_RESTORES, /* the content it had */
	UNDO_RECREATES,
	UNDO_REMOVES,	/* it was made by the change */
	UNDO_DONE,	/* it is as it was already */
	UNDO_CONFLICTS, /* it was changed since */
	UNDO_LOST,	/* its content was not kept */
};
struct undo_step {
	char *path;		     /* (owned) as path_shown gives it */
	enum undo_kind kind, forced; /* forced: what UNDO_CONFLICTS would be otherwise */
	char *before, *after;	     /* (owned) content, as undo_ref_dup has it; NULL: not there */
	int mode;		     /* 0: not told */
	int folders;		     /* made for the file: they go with it when they are empty */
	json_t *seqs;		     /* (owned) of the events taken back */
	bool unknown;		     /* what the last change left was not kept */
	bool moved;   /* a conflict: what it would remove was moved there, and does not go back */
	bool applied; /* by undo_apply */
	char *why;    /* (owned) of one that failed; else NULL */
};
struct undo_plan {
	struct undo_step *steps; /* (owned) links that were made first */
	size_t count, cap;
};
#define UNDO_LAST_TURN (-1)
/* A plan to take back every change behind event `seq`, or (UNDO_LAST_TURN) those of the last turn that has
 * any left; outside turns, those of the user's last command. Reads the files as they are now and changes
 * nothing. Empty where there is nothing to take back. To be freed by undo_plan_free. */
struct undo_plan undo_plan_new(
    const struct undo_log *log, int64_t seq, struct session *s, struct workspace *w);
/* Narrows the plan to one file, by its path as path_shown gives it; empty where it is not in it. */
void undo_plan_only(struct undo_plan *plan, const char *path);
void undo_plan_free(struct undo_plan *plan); /* its contents */
/* Names the kind in words, a static string: "restores", "removes". */
const char *undo_kind_name(enum undo_kind kind);
/* Whether applying the plan would change this file, and how many it would change. force: conflicts too. */
size_t undo_plan_changes(const struct undo_plan *plan, bool force);
/* Applies the plan and emits file_change for each file. Returns how many files were changed; a step that
 * failed says why, and the others go on. */
size_t undo_apply(struct undo_plan *plan, bool force, struct session *s, struct workspace *w);
/* Appends one line a file: "  restores src/a.c". */
void undo_plan_write(const struct undo_plan *plan, bool force, struct buf *out);

#endif
