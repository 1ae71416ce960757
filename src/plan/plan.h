/*
 * The todo plan: a value with a revision, owned by the program. Both planner tools and the user's
 * keys are doors to it; every rule is here. Pure: no events, no I/O; the caller emits one `plan`
 * event with the snapshot for each PLAN_CHANGED.
 */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <jansson.h>
#include "base/buf.h"
#include "config/settings.h"

struct tool;

enum plan_status { PLAN_NONE, PLAN_ACTIVE, PLAN_COMPLETED, PLAN_ABANDONED };
enum todo_status { TODO_PENDING, TODO_IN_PROGRESS, TODO_COMPLETED, TODO_FAILED, TODO_SKIPPED };
enum author { AUTHOR_MODEL, AUTHOR_USER, AUTHOR_TEXT };

struct todo {
	char *id, *content, *active_form; /* (owned) active_form NULL: the content */
	enum todo_status status;
	enum author by;
	int64_t created_ms, updated_ms;
	int64_t started_ms; /* when it last became in_progress; 0: never */
	int attempts;
	int64_t active_ms;    /* time in progress before started_ms */
	int processed, total; /* progress inside a long item; total 0: none */
	char *result, *error; /* (owned) or NULL */
	int calls;	      /* acts while in progress, noted by plan_act */
	bool claimed;	      /* completed with no act since it started */
	bool gate;
	json_t *rest; /* (owned) members of a stored item this version does not know */
};
struct plan {
	char id[27];
	int revision;
	char *goal, *focus, *note; /* (owned) or NULL */
	enum plan_status status;
	struct todo *items; /* (owned) */
	size_t count, cap;
	int64_t updated_ms;
};
struct plan_limits { /* from settings: planner.max_todos, ... */
	int max_todos, max_id, max_content, max_focus, max_note;
};
struct change {
	enum { PLAN_SAME, PLAN_CHANGED, PLAN_REFUSED } kind;
	char *why; /* (owned) for the model: the refusal with its JSON path and rule, or a warning;
		      may be NULL */
};

void plan_init(struct plan *p);
void plan_free(struct plan *p); /* its contents; empty again */
struct plan_limits plan_limits_of(const struct settings *s);
/* write_todos: the whole snapshot {todos [{id, content, status}], focus?, note?}, already valid by
   its schema. Items match by id. It begins a new plan (revision 1) when none is active or none of
   its ids is in the active one; goal: the prompt's first line, for a new plan. now: Unix
   milliseconds. */
struct change plan_replace(struct plan *p, const json_t *snapshot, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now);
void plan_act(struct plan
	*p); /* a tool call that is no planner's was made: counts for the item in progress */
bool plan_abandon(struct plan *p);
json_t *plan_snapshot(const struct plan *p); /* what the event carries; new reference */
bool plan_load(
    struct plan *p, const json_t *snapshot, struct error *e); /* its inverse: replaces p */
bool plan_equal(const struct plan *a, const struct plan *b);  /* as snapshots */
void plan_context(const struct plan *p, size_t max_bytes,
    struct buf *out); /* the <active-todo-plan> block; nothing without an active plan */
void plan_line(const struct plan *p,
    struct buf *out); /* "4 steps", "2/4 Teaching the parser ISO": the feed's summary */
int plan_count(const struct plan *p, enum todo_status status);
const struct todo *plan_current(const struct plan *p); /* the one in progress, or NULL */
const char *todo_status_name(enum todo_status status);
bool todo_status_find(const char *name, enum todo_status *out);

extern const struct tool *const plan_tools[]; /* write_todos */

#endif
