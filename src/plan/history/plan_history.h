/* SPDX-License-Identifier: MIT
 * The plans of a session, or of many: a fold of events into one row for each plan, oldest first.
 */
#ifndef PLAN_HISTORY_PLAN_HISTORY_H
#define PLAN_HISTORY_PLAN_HISTORY_H

#include "plan/plan.h"
#include "session/store/store.h"

struct past_plan {
	struct plan plan;	       /* as it was last */
	char session[27];	       /* of the session_start seen; "" without one */
	int64_t began_ms, ended_ms;    /* of its first and last plan event */
	int rounds, calls, turns;      /* while it was active */
	int64_t tokens;		       /* the same */
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

/* Takes every stored event of a session, then the next session's. */
void plan_history_take(struct plan_history *h, const struct event *ev);
/* Drops the plans that are too small to be remembered (planner.trivial_todos). */
void plan_history_drop_trivial(struct plan_history *h, const struct settings *s);

/* ---- From a store. All of these add to h, which is to be freed whatever they return. False: e. ---- */

enum plan_part_read { /* what is read of a plan; the fewer events, the less is known of rounds to failures */
	PLAN_ALL_EVENTS,
	PLAN_LAST_IF_OVER, /* of a plan that is over its last event alone, and the counts are 0 */
	PLAN_LAST_EVENT, /* of every plan, so that a list is there at once however much is stored */
};
struct past_wish {	/* zero-initialised: all plans */
	const char *id; /* (borrowed) how the ids begin, in small or capital letters; NULL: any */
	size_t most;	/* the newest, so many at most, of the folder's last sessions; 0: all */
	enum plan_part_read part;
};
/* The plans of one folder or (cwd NULL) of all, oldest first; of a plan that a fork copied only the fork's. Only
 * the events of plans that are asked for are read. */
bool plan_history_read(struct plan_history *h, struct store *s, const char *cwd,
    struct past_wish wish, struct error *e);
/* One plan of a session, by its id, with all that was counted; none where there is no such plan. */
bool plan_history_of(
    struct plan_history *h, struct store *s, const char *session, const char *id, struct error *e);
/* The last plan that is not trivial; none where there is no such plan. */
bool plan_history_read_last(struct plan_history *h, struct store *s, const char *cwd,
    const struct settings *settings, struct error *e);
void plan_history_free(struct plan_history *h); /* its contents */

/* ---- One plan ---- */

/* Returns how long its items were in progress, in milliseconds. */
int64_t past_plan_active_ms(const struct past_plan *p);
/* Returns its snapshot and figures, for people's programs; new reference. */
json_t *past_plan_json(const struct past_plan *p);
/* Appends for people: goal, figures, items with what was done for each. row: a line below the figures; NULL: none. */
void past_plan_write(const struct past_plan *p, const char *row, struct buf *out);
/* Appends "1 skipped, 2 failed", with `before` in front of it; nothing where there is neither. */
void past_plan_apart(const struct plan *p, const char *before, struct buf *out);

/* Gives it up in its own session, with what the user says of it (NULL: nothing). False: another process goes on with
 * that, or it is over (e). */
bool past_plan_end(const struct past_plan *p, struct store *store, const struct settings *s,
    const char *why, struct error *e);
/* Appends a plan in a format: md, json, org, taskwarrior. False: no such format (e). */
bool plan_export(const struct past_plan *p, const char *format, struct buf *out, struct error *e);

#endif
