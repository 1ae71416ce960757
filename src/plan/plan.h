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
#include "session/event.h"

struct tool;

enum plan_status { PLAN_NONE, PLAN_ACTIVE, PLAN_COMPLETED, PLAN_ABANDONED };
enum todo_status { TODO_PENDING, TODO_IN_PROGRESS, TODO_COMPLETED, TODO_FAILED, TODO_SKIPPED };
enum author { AUTHOR_MODEL, AUTHOR_USER, AUTHOR_TEXT /* the model, by its reply's text */ };

struct evidence { /* what was done and spent for an item while it was in progress */
	int calls;
	json_t *files, *exits; /* (owned) names, first seen first; exit codes; NULL: none */
	int64_t tokens;
	double cost_usd;
	bool unpriced; /* something was spent whose price is not known */
};

/* What the user did to an item, which a model cannot undo. */
enum user_set { USER_SET_STATUS = 1, USER_SET_CONTENT = 2 };

struct todo {
	char *id, *content, *active_form; /* (owned) active_form NULL: the content */
	enum todo_status status;
	enum author by;
	int64_t created_ms, updated_ms;
	int64_t started_ms; /* when it last became in_progress; 0: never */
	int attempts;
	int64_t active_ms;     /* time in progress before it last became in_progress */
	struct evidence spent; /* the same of what was done */
	/* Since it became in_progress; not in the snapshot but folded from the events since. */
	struct evidence since;
	int64_t ran_ms, clock_ms; /* time so far; Unix time since when it counts, 0: it rests */
	int processed, total;	  /* progress inside a long item; total 0: none */
	char *result, *error;	  /* (owned) or NULL */
	bool claimed;		  /* completed with no act since it started */
	bool gate;		  /* only the user lets it start */
	int user_set;		  /* enum user_set */
	json_t *rest;		  /* (owned) members of a stored item this version does not know */
};
struct plan {
	char id[27];
	int revision;
	char *goal, *focus, *note; /* (owned) or NULL */
	char *why;		   /* (owned) the user's, for giving it up; NULL: none */
	enum plan_status status;
	struct todo *items; /* (owned) */
	size_t count, cap;
	int64_t created_ms, updated_ms;
	char *next;	 /* (owned) id of the item the user wants done next; NULL: none */
	bool ordered;	 /* the user moved items: a snapshot by the model keeps the order */
	json_t *removed; /* (owned) array of ids the user removed; NULL: none */
	json_t *former;	 /* (owned) array of {id, content}: words the user removed or replaced */
	json_t *rest;	 /* (owned) members of a stored plan this version does not know */
	/* Folded, not stored. */
	int idle_turns, idle_rounds; /* that ended since it last changed */
	bool resting;		     /* no turn runs, or it waits for the user */
	bool waiting;		     /* the latter */
	int64_t seen_ms;	     /* of the last event that was seen */
};
struct plan_limits { /* from settings: planner.max_todos, ... */
	int max_todos, max_id, max_content, max_focus, max_note;
	int max_items, max_goal, max_result;
	const json_t
	    *gates; /* (borrowed from the settings) patterns of destructive items, or NULL */
	const json_t *go_on; /* (borrowed) patterns of prompts that go on with the plan, or NULL */
};
struct change {
	enum { PLAN_SAME, PLAN_CHANGED, PLAN_REFUSED } kind;
	char *why;  /* (owned) for the model: the refusal with its JSON path and rule, or warnings
		       and what of the user's was merged back; may be NULL */
	char *note; /* (owned) what the user did, for the model's next round; NULL unless by the
		       user */
};
void change_free(struct change *c);
const char *plan_refusal(const char *why); /* in words for people: without the JSON path */

void plan_init(struct plan *p);
void plan_free(struct plan *p); /* its contents; empty again */
struct plan_limits plan_limits_of(const struct settings *s);

/* write_todos: the whole snapshot {todos [{id, content, status}], focus?, note?}. Items match by
   id. It begins a new plan (revision 1) when none is active or none of its ids is in the active
   one; goal: the prompt's first line, for a new plan (NULL: none). now: Unix milliseconds. */
struct change plan_replace(struct plan *p, const json_t *snapshot, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now);
/* manage_todos and the user's hand: one operation {action, ...}; plan_edit.c has the table. goal as
   above, for an edit that begins a plan. */
struct change plan_edit(struct plan *p, const json_t *edit, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now);
/* Takes back what the user did: edit {before (a snapshot; none: there was no plan), after, text}. What
   else happened since stays. */
struct change plan_undo(
    struct plan *p, const json_t *edit, const struct plan_limits *limits, int64_t now);
/* The plan a reply's text holds, as a snapshot for plan_replace by AUTHOR_TEXT: a checkbox list, a
   list below a line "Plan", [DONE:n] marks. New reference; NULL: none. */
json_t *plan_from_text(const struct plan *p, const char *text, const struct plan_limits *limits);
/* What a reply says beside the plan in it, without its list and marks; owned. */
char *plan_text_beside(const char *text);
/* All that a reply says, lists too, without the [DONE:n] marks outside of code; owned. */
char *plan_text_unmarked(const char *text);
bool plan_abandon(struct plan *p, int64_t now); /* false: it is not active */

/* The fold. plan_follow: every event but `plan`, which its owner has applied already. plan_take:
   `plan` too, for who resumes or watches; false: its snapshot is unreadable (e), the plan is as it
   was. plan_take_loaded: the same of a snapshot that is loaded already, which becomes p's. */
void plan_follow(struct plan *p, const struct event *ev);
bool plan_take(struct plan *p, const struct event *ev, struct error *e);
/* The whole fold, with what follows from the events since the last `plan`: who goes on from a cache
   or from what stands behind a summary needs it, plan_snapshot is only what the event carries. New
   reference. plan_restore: its inverse, replaces p; false: it is none, p is as it was. */
json_t *plan_save(const struct plan *p);
bool plan_restore(struct plan *p, const json_t *saved);
/* The item in progress with what it cost so far, as if it ended with the last event seen. */
void plan_settle(struct plan *p);
void plan_take_loaded(struct plan *p, struct plan *next, int64_t at_ms);

/* One line for the model when it has not touched an active plan with open items for so many rounds
   (p->idle_rounds counts them): every planner.remind_rounds. Owned; NULL: nothing to say. */
char *plan_reminder(const struct plan *p, int rounds, const struct settings *s);
bool plan_stale(const struct plan *p,
    const struct settings *s); /* to be abandoned: planner.abandon_turns without an update */
bool plan_trivial(const struct plan *p,
    const struct settings *s); /* too small for the history: planner.trivial_todos */

json_t *plan_snapshot(const struct plan *p); /* what the event carries; new reference */
bool plan_load(
    struct plan *p, const json_t *snapshot, struct error *e); /* its inverse: replaces p */
bool plan_equal(const struct plan *a, const struct plan *b);  /* as snapshots */
void plan_copy(struct plan *to /* empty */, const struct plan *from);

void plan_context(const struct plan *p, size_t max_bytes,
    struct buf *out); /* the <active-todo-plan> block; nothing without an active plan */
/* Lines of open items as they are in the block, of those that the list a model sent (todos; NULL: it
   sent none) does not have so: kept though it left them out, gates, the user's. New reference; NULL:
   none. */
json_t *plan_unsent(const struct plan *p, const json_t *todos);
void plan_line(const struct plan *p,
    struct buf *out); /* "4 steps", "2/4 Teaching the parser ISO": the feed's summary */
int plan_count(const struct plan *p, enum todo_status status);
/* "2/4, 1 skipped": what is left out on purpose is not done. */
void plan_progress(const struct plan *p, struct buf *out);
bool todo_open(const struct todo *t);	 /* pending or in progress */
bool todo_in_part(const struct todo *t); /* "3 of 10" is to be shown: it is not over */
int plan_open(const struct plan *p);	 /* items that are */
const struct todo *plan_current(const struct plan *p);	   /* the one in progress, or NULL */
struct todo *plan_current_mut(struct plan *p);		   /* the same, to be changed */
int64_t todo_active_ms(const struct todo *t, int64_t now); /* in progress, all attempts */
const char *todo_status_name(enum todo_status status);
bool todo_status_find(const char *name, enum todo_status *out);
const char *plan_status_name(enum plan_status status);

/* Beside the alternatives of offer_branches. */
#define PLAN_BRANCH_KEEP "keep the plan as it is"
extern const struct tool *const plan_tools[]; /* all; planner.h chooses */

#endif
