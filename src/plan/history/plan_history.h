/* SPDX-License-Identifier: MIT
 * The past plans of one session or many: a fold of events into one row for each plan, oldest first.
 *
 * Here: past plans of stored sessions: their rows, counts and figures, how long items like one took
 * before, and rows for export.
 * Not here: the plan under way (src/plan), the commands that print these (cli/sessions).
 */
#ifndef PLAN_HISTORY_PLAN_HISTORY_H
#define PLAN_HISTORY_PLAN_HISTORY_H

#include "plan/plan.h"
#include "session/store/store.h"

struct past_plan {
	struct plan plan;	       /* its last state */
	char session[27];	       /* id in the session_start seen before; "" without one */
	int64_t began_ms, ended_ms;    /* Unix times of its first and last plan event */
	int rounds, calls, turns;      /* while it was active */
	int64_t tokens;		       /* while it was active */
	int changes, by_user, retries; /* plan events, those by the user, items started again */
	int failures;		       /* items that failed at least once */
	bool replaced;		       /* abandoned by the plan that came after it */
};
struct plan_history {
	struct past_plan *list; /* (owned) */
	size_t count, cap;
	char session[27];
};
/* ---- The fold. Zero-initialise. ---- */

/* Folds one event. Must be given every stored event of a session in order, then the next session's. */
void plan_history_take(struct plan_history *h, const struct event *ev);
/* Drops the plans that are too small to be remembered (planner.trivial_todos). */
void plan_history_drop_trivial(struct plan_history *h, const struct settings *s);

/* ---- From a store. All of these add to h, which the caller frees whatever they return. False: failed (e). ---- */

enum plan_part_read { /* which events of a plan are read */
	PLAN_ALL_EVENTS,
	PLAN_LAST_IF_OVER, /* only the last of a plan that is over: rounds to failures are 0 then */
	PLAN_LAST_EVENT, /* only the last of every plan, so that a list is there at once however much is stored */
};
struct past_wish {	/* zero-initialised: all plans */
	const char *id; /* (borrowed) prefix of the ids, in upper or lower case; NULL: any */
	/* At most this many, the newest, looked for in ten times as many sessions; 0: all. */
	size_t most;
	enum plan_part_read part;
};
/* Adds the plans of one folder or (cwd NULL) of all, oldest first. Of a plan that a fork copied only the newest
 * session's copy is added. Reads only the events of plans that the wish names. */
bool plan_history_read(struct plan_history *h, struct store *s, const char *cwd,
    struct past_wish wish, struct error *e);
/* Adds the plan of a session with this id (or prefix of it), from all its events. True and no plan: there is none. */
bool plan_history_of(
    struct plan_history *h, struct store *s, const char *session, const char *id, struct error *e);
/* Adds the last plan that is not trivial, from all its events. True and no plan: there is none. */
bool plan_history_read_last(struct plan_history *h, struct store *s, const char *cwd,
    const struct settings *settings, struct error *e);
void plan_history_free(struct plan_history *h); /* Frees its contents and zeroes it. */

/* ---- A single plan ---- */

/* Returns how long the plan's items were in progress together, in milliseconds. */
int64_t past_plan_active_ms(const struct past_plan *p);
/* Returns the plan's snapshot with session, times and counts added, for other programs. New reference. */
json_t *past_plan_json(const struct past_plan *p);
/* Appends a text for people: goal, figures, items with what was done for each. row: a line below the figures; NULL:
 * none. */
void past_plan_write(const struct past_plan *p, const char *row, struct buf *out);
/* Appends `before` and "1 skipped, 2 failed"; nothing if no item is skipped or failed. */
void past_plan_apart(const struct plan *p, const char *before, struct buf *out);

/* Abandons the plan in its own session. why: the user's reason, NULL: none. False (e): the plan is over, or its session
 * cannot be opened, as when another process has it open. */
bool past_plan_end(const struct past_plan *p, struct store *store, const struct settings *s,
    const char *why, struct error *e);
/* Appends the plan in a format: md, json, org, taskwarrior. False: there is no such format (e). */
bool plan_export(const struct past_plan *p, const char *format, struct buf *out, struct error *e);

#endif
