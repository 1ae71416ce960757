/* SPDX-License-Identifier: MIT
 * Undoes changes of files. The log is folded from file_change events; a plan says for each file
 * what undoing the chosen changes would do now, and applying it writes the files and emits
 * file_change events of its own ("undoes": the seqs), so that the next undo goes further back. A
 * file that is no longer what the last change left is a conflict: it is shown and left alone.
 */
#ifndef WORKSPACE_UNDO_H
#define WORKSPACE_UNDO_H

#include "session/session.h"
#include "workspace/file/workspace.h"

struct undo_log;
/* Returns an empty log, never NULL. Free with undo_log_free. */
struct undo_log *undo_log_new(void);
void undo_log_free(struct undo_log *log); /* NULL is accepted */
/* Adds an event to the log; only file_change events count. */
void undo_log_take(struct undo_log *log, const struct event *ev);

/* Returns the seq of the last change, undone or not, whose path `wanted` accepts; 0: there is
 * none. */
int64_t undo_log_last(
    const struct undo_log *log, bool (*wanted)(void *ctx, const char *path), void *ctx);

enum undo_kind {
	UNDO_RESTORES, /* writes the content it had */
	UNDO_RECREATES,
	UNDO_REMOVES,	/* removes the file, which the change made */
	UNDO_DONE,	/* nothing: it has the former content already */
	UNDO_CONFLICTS, /* it was changed since the last change of the log */
	UNDO_LOST,	/* its content was not kept */
};
struct undo_step {
	char *path;		     /* (owned) as path_shown gives it */
	enum undo_kind kind, forced; /* forced: the kind if conflicts are ignored */
	char *before, *after;	     /* (owned) blob of the content, or "link:BLOB"; NULL: none */
	int mode;		     /* 0: unknown */
	int folders;		     /* folders made for the file, which go with it if empty */
	json_t *seqs;		     /* (owned) of the events taken back */
	bool unknown;		     /* what the last change left was not kept */
	bool moved;		     /* a conflict: it was moved here, and does not go back */
	bool applied;		     /* by undo_apply */
	char *why;		     /* (owned) the reason if applying the step failed; else NULL */
};
struct undo_plan {
	struct undo_step *steps; /* (owned) links that the changes made come first */
	size_t count, cap;
};
#define UNDO_LAST_TURN (-1)
/* Returns a plan to undo every change after event `seq`, or (UNDO_LAST_TURN) those of the last turn
 * that has any left; outside turns, those of the user's last command. Reads the files as they are
 * now and changes nothing. Empty if there is nothing to undo. Free with undo_plan_free. */
struct undo_plan undo_plan_new(
    const struct undo_log *log, int64_t seq, struct session *s, struct workspace *w);
/* Reduces the plan to one file, by its path as path_shown gives it; empty if the plan has no such
 * file. */
void undo_plan_only(struct undo_plan *plan, const char *path);
void undo_plan_free(struct undo_plan *plan); /* frees the contents */
/* Returns the kind in words, a static string: "restores", "removes". */
const char *undo_kind_name(enum undo_kind kind);
/* Returns how many files applying the plan would change. force: conflicts too. */
size_t undo_plan_changes(const struct undo_plan *plan, bool force);
/* Applies the plan and emits file_change for each file. Returns how many files were changed; a step
 * that failed has its reason in `why`, and the others go on. force: conflicts too. */
size_t undo_apply(struct undo_plan *plan, bool force, struct session *s, struct workspace *w);
/* Appends one line a file: "  restores src/a.c". */
void undo_plan_write(const struct undo_plan *plan, bool force, struct buf *out);

#endif
