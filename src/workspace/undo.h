/*
 * Taking back what was done to files. The log is a fold of file_change events; a plan says for each
 * file what taking the chosen changes back would do now, and applying it writes the files and emits
 * file_change events of its own ("undoes": the seqs), so that the next undo goes further back.
 * A file that is no longer what the last change left is a conflict: it is shown and left alone.
 */
#ifndef WORKSPACE_UNDO_H
#define WORKSPACE_UNDO_H

#include "session/session.h"
#include "workspace/workspace.h"

struct undo_log;
struct undo_log *undo_log_new(void);
void undo_log_free(struct undo_log *log);
void undo_log_take(struct undo_log *log, const struct event *ev); /* any event */

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
	bool applied;
	char *why; /* (owned) of one that failed */
};
struct undo_plan {
	struct undo_step *steps; /* (owned) in the order of their first change */
	size_t count, cap;
};
#define UNDO_LAST_TURN (-1)
/* Takes back every change behind event `seq`, or those of the last turn that has any left. */
struct undo_plan undo_plan_new(
    const struct undo_log *log, int64_t seq, struct session *s, struct workspace *w);
void undo_plan_only(struct undo_plan *plan, const char *path); /* the other files stay */
void undo_plan_free(struct undo_plan *plan);
const char *undo_kind_name(enum undo_kind kind); /* "restores", "removes", ... */
/* How many files applying it would change. */
size_t undo_plan_changes(const struct undo_plan *plan, bool force);
bool undo_step_applies(const struct undo_step *step, bool force); /* is one of these */
/* Applies it; force: also the conflicts. Returns how many files were changed; a step that failed
 * says why. */
size_t undo_apply(struct undo_plan *plan, bool force, struct session *s, struct workspace *w);
/* One line a file: "  restores src/a.c". */
void undo_plan_write(const struct undo_plan *plan, bool force, struct buf *out);

/* A reference to a content of the session; before that of a link's a mark says so. ref may be NULL. */
char *undo_ref_dup(const char *ref, bool link); /* owned */
bool undo_ref_is_link(const char *ref);
const char *undo_ref_blob(const char *ref); /* without the mark; borrowed */

#endif
