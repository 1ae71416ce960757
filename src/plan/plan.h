/* SPDX-License-Identifier: MIT
 * The todo plan: a value with a revision, owned by the program. Both planner tools and the user's
 * keys are doors to it; every rule is here. Pure: no events, no I/O; the caller emits one `plan`
 * event with the snapshot for each PLAN_CHANGED.
 */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <jansson.h>
#include "base/core/buf.h"
#include "config/settings.h"
#include "session/event/event_data.h"

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
	char *whole; /* (owned) the words as given where content is shorter, else NULL */
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
	/* (owned) The task of a kept roadmap that it is for: {id, node, title, check?, done? (it was recorded), took?};
	   NULL: none. */
	json_t *task;
	json_t *rest; /* (owned) members of a stored plan this version does not know */
	/* Folded, not stored. */
	int idle_turns, idle_rounds; /* that ended since it last changed */
	bool resting;		     /* no turn runs, or it waits for the user */
	bool waiting;		     /* the latter */
	int64_t seen_ms;	     /* of the last event that was seen */
};
struct plan_limits { /* from settings: planner.max_todos, ... */
	int max_todos, max_id, max_content, max_focus, max_note;
	int max_items, max_goal, max_result;
	/* (borrowed from the settings) Patterns of destructive items, and of prompts that go on with the plan; NULL:
	   none. */
	const json_t *gates, *go_on;
};
struct change {
	enum { PLAN_SAME, PLAN_CHANGED, PLAN_REFUSED } kind;
	/* (owned) For the model: the refusal with its JSON path and rule, or warnings and what of the user's was
	   merged back; NULL: nothing. */
	char *why;
	/* (owned) What the user did, for the model's next round; NULL unless by the user. */
	char *note;
};
void change_free(struct change *c); /* its contents */
/* Returns a refusal in words for people: without the JSON path. Borrowed from why. */
const char *plan_refusal(const char *why);

void plan_free(struct plan *p); /* its contents; empty again */
/* Borrows the patterns from the settings: to be read again when these change. */
struct plan_limits plan_limits_of(const struct settings *s);

/* ---- Changes. now: Unix milliseconds. What is returned is freed by change_free; where it is PLAN_REFUSED or
 * PLAN_SAME, p is as it was. ---- */

/* write_todos: the whole snapshot {todos [{id, content, status}], focus?, note?}. Items match by
   id. It begins a new plan (revision 1) when none is active or none of its ids is in the active
   one; goal: the prompt's first line, for a new plan (NULL: none). */
struct change plan_replace(struct plan *p, const json_t *snapshot, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now);
/* Returns an edit that says no more than this. id NULL: it is of no item. New reference. */
json_t *plan_edit_plain(const char *action, const char *id);
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
/* Returns what a reply says beside the plan in it, without its list and marks; owned. */
char *plan_text_beside(const char *text);
/* Returns all that a reply says, lists too, without the [DONE:n] marks outside of code; owned. */
char *plan_text_unmarked(const char *text);
/* Gives the plan up. False: it is not active. */
bool plan_abandon(struct plan *p, int64_t now);

/* ---- The fold of a session's events ---- */

/* Takes any event but `plan`, which the plan's owner has applied already. */
void plan_follow(struct plan *p, const struct event *ev);
/* Takes any event, `plan` too, for who resumes or watches. False: its snapshot is unreadable (e), and the plan is
   as it was. */
bool plan_take(struct plan *p, const struct event *ev, struct error *e);
/* Takes a snapshot that is loaded already; its contents become p's. */
void plan_take_loaded(struct plan *p, struct plan *next, int64_t at_ms);
/* The whole fold, with what follows from the events since the last `plan`: who goes on from a cache
   or from what stands behind a summary needs it, plan_snapshot is only what the event carries. New
   reference. plan_restore: its inverse, replaces p; false: it is none, p is as it was. */
json_t *plan_save(const struct plan *p);
bool plan_restore(struct plan *p, const json_t *saved);
/* Counts what the item in progress cost so far as its evidence, as if it ended with the last event seen. */
void plan_settle(struct plan *p);

/* ---- How long it lives ---- */

/* One line for the model when it has not touched an active plan with open items for this many rounds
   (p->idle_rounds counts them): every planner.remind_rounds. Owned; NULL: nothing to say. */
char *plan_reminder(const struct plan *p, int rounds, const struct settings *s);
/* Whether it is to be abandoned: planner.abandon_turns without an update. */
bool plan_stale(const struct plan *p, const struct settings *s);
/* Whether it is too small for the history: planner.trivial_todos. */
bool plan_trivial(const struct plan *p, const struct settings *s);

/* ---- Its stored form ---- */

/* Returns what the event `plan` carries, as a new reference. */
json_t *plan_snapshot(const struct plan *p);
/* Replaces p by a snapshot. False: it is none (e may be NULL), and p is as it was. */
bool plan_load(struct plan *p, const json_t *snapshot, struct error *e);
/* For tests: whether the snapshots are equal. */
bool plan_equal(const struct plan *a, const struct plan *b);
/* A deep copy; `to` is overwritten. */
void plan_copy(struct plan *to, const struct plan *from);

/* ---- What it says ---- */

/* Appends the <active-todo-plan> block of at most max_bytes; nothing without an active plan. */
void plan_context(const struct plan *p, size_t max_bytes, struct buf *out);
/* Returns the open items that the list a model sent (todos; NULL: it sent none) does not have as
 * they are: those kept    though it left them out, gates, the user's. An array of lines as in the
 * block, new reference; NULL: there are    none, or it sent no list. */
json_t *plan_unsent(const struct plan *p, const json_t *todos);
/* Appends the feed's summary: "4 steps", "2/4 Teaching the parser ISO". */
void plan_line(const struct plan *p, struct buf *out);
/* Appends "2/4, 1 skipped": what is left out on purpose is not done. */
void plan_progress(const struct plan *p, struct buf *out);
/* How many items have this status; how many are open. */
int plan_count(const struct plan *p, enum todo_status status);
int plan_open(const struct plan *p);
/* The item in progress, borrowed until the plan changes; NULL: none is. */
struct todo *plan_current(const struct plan *p);
/* The item with this id; NULL: none has it, as none has NULL. Borrowed until the list changes. */
struct todo *plan_find(const struct plan *p, const char *id);
/* Whether it is pending or in progress; whether "3 of 10" is to be shown, since it is not over. */
bool todo_open(const struct todo *t);
bool todo_in_part(const struct todo *t);
/* Appends " (3 of 10)" where that is to be shown. */
void todo_add_part(const struct todo *t, struct buf *out);
/* Returns how long it was in progress, all attempts, in milliseconds. */
int64_t todo_active_ms(const struct todo *t, int64_t now);
/* Names as they are stored, static strings. False: no status has this name (NULL has none), and *out stays. */
const char *todo_status_name(enum todo_status status);
bool todo_status_find(const char *name, enum todo_status *out);
const char *plan_status_name(enum plan_status status);

/* The answer beside the alternatives of offer_branches. */
#define PLAN_BRANCH_KEEP "keep the plan as it is"
/* All of the planner's tools, NULL-terminated; planner.h chooses among them. */
extern const struct tool *const plan_tools[];

#endif
