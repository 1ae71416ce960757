/* SPDX-License-Identifier: MIT
 * The todo plan: a value with a revision, owned by the program. Both planner tools and the user's
 * keys are doors to it; every rule is here. Pure: no events, no I/O; the caller emits one `plan`
 * event with the snapshot for each PLAN_CHANGED.
 *
 * Here: the plan as a value, its edits, undo and fold, both forms of the planner tool, templates,
 * evidence for an item, and the plan as text and JSON.
 * Not here: questions to the user and events (agent/plan), figures over many plans (plan/history),
 * rows on the screen (ui/view), roadmaps (src/roadmap).
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
enum author { AUTHOR_MODEL, AUTHOR_USER, AUTHOR_TEXT /* the model, by the text of its reply */ };

struct evidence { /* what was done and spent for an item while it was in progress */
	int calls;
	json_t *files, *exits; /* (owned) names of files, oldest first; exit codes; NULL: none */
	int64_t tokens;
	double cost_usd;
	bool unpriced; /* something was spent whose price is not known */
};

/* What the user did to an item, which a model cannot undo. */
enum user_set { USER_SET_STATUS = 1, USER_SET_CONTENT = 2 };

struct todo {
	char *id, *content, *active_form; /* (owned) active_form NULL: the content */
	char *whole; /* (owned) the full text where content was shortened, else NULL */
	enum todo_status status;
	enum author by;
	int64_t created_ms, updated_ms;
	int64_t started_ms; /* when it last became in_progress; 0: never */
	int attempts;
	int64_t active_ms;     /* time in progress in the attempts before the current one */
	struct evidence spent; /* what was done and spent in those attempts */
	/* What was done in the current attempt; not in the snapshot but folded from the events since it began. */
	struct evidence since;
	/* Time of the current attempt counted so far; Unix time from which its clock runs, 0: the clock is stopped. */
	int64_t ran_ms, clock_ms;
	int processed, total; /* progress inside a long item; total 0: none */
	char *result, *error; /* (owned) or NULL */
	bool claimed;	      /* completed without a tool call since it started */
	bool gate;	      /* only the user lets it start */
	int user_set;	      /* bits of enum user_set */
	json_t *rest;	      /* (owned) members of a stored item this version does not know */
};
struct plan {
	char id[27];
	int revision;
	char *goal, *focus, *note; /* (owned) or NULL */
	char *why;		   /* (owned) the user's reason for abandoning it; NULL: none */
	enum plan_status status;
	struct todo *items; /* (owned) */
	size_t count, cap;
	int64_t created_ms, updated_ms;
	char *next;	 /* (owned) id of the item the user wants done next; NULL: none */
	bool ordered;	 /* the user moved items: a snapshot by the model keeps the order */
	json_t *removed; /* (owned) array of ids the user removed; NULL: none */
	json_t *former;	 /* (owned) array of {id, content}: words the user removed or replaced */
	/* (owned) The task of a kept roadmap that the plan is for: {id, node, title, check?, done? (its end was
	   recorded), took?}; NULL: none. */
	json_t *task;
	json_t *rest; /* (owned) members of a stored plan this version does not know */
	/* Not in the snapshot: folded from the session's events. */
	int idle_turns, idle_rounds; /* turns and rounds that ended since the plan last changed */
	bool resting;		     /* clocks stand: no turn runs, or it waits for the user */
	bool waiting;		     /* the turn waits for the user's answer */
	int64_t seen_ms;	     /* Unix time of the last event that shows the turn running */
};
struct plan_limits { /* from settings: planner.max_todos, ... */
	int max_todos, max_id, max_content, max_focus, max_note;
	int max_items, max_goal, max_result;
	/* (borrowed from the settings) Patterns of destructive items, and of prompts that continue the plan; NULL:
	   none. */
	const json_t *gates, *go_on;
};
struct change {
	enum { PLAN_SAME, PLAN_CHANGED, PLAN_REFUSED } kind;
	/* (owned) For the model: the refusal with its JSON path and rule, or warnings and which of the user's changes
	   were kept against its snapshot; NULL: nothing. */
	char *why;
	/* (owned) What the user did, for the model's next round; NULL unless by the user. */
	char *note;
};
void change_free(struct change *c); /* Frees its contents and zeroes it. */
/* Returns the part of a refusal (change.why) behind its JSON path, for people. Borrowed from why. */
const char *plan_refusal(const char *why);

void plan_free(struct plan *p); /* Frees its contents and zeroes it. */
/* Returns the limits that are set. They borrow patterns from the settings: call again when these change. */
struct plan_limits plan_limits_of(const struct settings *s);

/* ---- Changes. now: Unix milliseconds. Caller frees the returned change by change_free; where it is PLAN_REFUSED or
 * PLAN_SAME, p is unchanged. ---- */

/* Replaces the items by a whole snapshot {todos [{id, content, status}], focus?, note?}, the arguments of
   write_todos. Items match by id. Begins a new plan (revision 1) when none is active or the snapshot shares
   nothing with the active one (plan_replace.c); goal: the prompt's first line, for a new plan (NULL: none). */
struct change plan_replace(struct plan *p, const json_t *snapshot, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now);
/* Returns an edit for plan_edit that has only an action and the id of an item (NULL: none). New reference. */
json_t *plan_edit_plain(const char *action, const char *id);
/* Makes one change {action, ...} of manage_todos or of the user; the table in plan_edit.c has the actions. goal as
   above, for an edit that begins a plan. */
struct change plan_edit(struct plan *p, const json_t *edit, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now);
/* Takes back a change by the user: edit {before, after (snapshots; no before: there was no plan), text (what was
   done)}. What else happened since stays. */
struct change plan_undo(
    struct plan *p, const json_t *edit, const struct plan_limits *limits, int64_t now);
/* Returns the plan in a reply's text as a snapshot for plan_replace by AUTHOR_TEXT: a checkbox list, a
   list below a line "Plan", [DONE:n] marks. New reference; NULL: the text has none. */
json_t *plan_from_text(const struct plan *p, const char *text, const struct plan_limits *limits);
/* Returns a reply's text without the plan in it: without its list and [DONE:n] marks. Caller frees. */
char *plan_text_beside(const char *text);
/* Returns a reply's text, lists too, without the [DONE:n] marks outside of code. Caller frees. */
char *plan_text_unmarked(const char *text);
/* Abandons the plan. False: it is not active. */
bool plan_abandon(struct plan *p, int64_t now);

/* ---- The fold of a session's events ---- */

/* Folds an event of any type but `plan`, whose change the plan's owner has made already. */
void plan_follow(struct plan *p, const struct event *ev);
/* Folds any event, `plan` too: for a session that is resumed or watched. False: the event's snapshot is unreadable
   (e), and the plan is unchanged. */
bool plan_take(struct plan *p, const struct event *ev, struct error *e);
/* As plan_take of a `plan` event of time at_ms (Unix) whose snapshot is loaded already; takes over its contents. */
void plan_take_loaded(struct plan *p, struct plan *next, int64_t at_ms);
/* Returns the whole state of the fold, for resuming from a cache or behind a summary: the snapshot, which is all
   that a `plan` event carries, and what was folded since. New reference. plan_restore is the inverse and replaces
   p; false: saved is not such a state, and p is unchanged. */
json_t *plan_save(const struct plan *p);
bool plan_restore(struct plan *p, const json_t *saved);
/* Adds what the item in progress cost so far to its `spent`, as if its attempt ended with the last event seen. */
void plan_settle(struct plan *p);

/* ---- Reminders, and when a plan ends ---- */

/* Returns the reminder for a model that has not changed an active plan with open or failed items for this many
   rounds (p->idle_rounds counts them), every planner.remind_rounds. Caller frees; NULL: no reminder is due. */
char *plan_reminder(const struct plan *p, int rounds, const struct settings *s);
/* Whether an active plan is to be abandoned: it had no update for planner.abandon_turns turns. */
bool plan_stale(const struct plan *p, const struct settings *s);
/* Whether the plan is too small for the history: it has fewer than planner.trivial_todos items. */
bool plan_trivial(const struct plan *p, const struct settings *s);

/* ---- The stored form ---- */

/* Returns the snapshot that a `plan` event carries, as a new reference. */
json_t *plan_snapshot(const struct plan *p);
/* Replaces p by a snapshot. False: it is no plan (e, may be NULL), and p is unchanged. */
bool plan_load(struct plan *p, const json_t *snapshot, struct error *e);
/* For tests: whether the snapshots are equal. */
bool plan_equal(const struct plan *a, const struct plan *b);
/* A deep copy; `to` is overwritten. */
void plan_copy(struct plan *to, const struct plan *from);

/* ---- Reading a plan ---- */

/* Appends the <active-todo-plan> block of at most max_bytes; nothing without an active plan. */
void plan_context(const struct plan *p, size_t max_bytes, struct buf *out);
/* Returns the open items that differ from the list a model sent (todos; NULL: it sent none): those kept though it
 * left them out, reworded ones, gates, the user's. An array of lines as in the block, new reference; NULL: there
 * are none, or the model sent no list. */
json_t *plan_unsent(const struct plan *p, const json_t *todos);
/* Appends the feed's summary: "4 steps", "2/4 Teaching the parser ISO". */
void plan_line(const struct plan *p, struct buf *out);
/* Appends "2/4, 1 skipped": completed of all items; skipped ones do not count as completed. */
void plan_progress(const struct plan *p, struct buf *out);
/* Return how many items have this status, and how many are open. */
int plan_count(const struct plan *p, enum todo_status status);
int plan_open(const struct plan *p);
/* Returns the item in progress, borrowed until the plan changes, or NULL. */
struct todo *plan_current(const struct plan *p);
/* Returns the item with this id, borrowed until the list changes. NULL: there is none, or id is NULL. */
struct todo *plan_find(const struct plan *p, const char *id);
bool todo_open(const struct todo *t); /* Whether the item is pending or in progress. */
/* Whether to show the item's progress inside itself: it has some, and is neither completed nor skipped. */
bool todo_in_part(const struct todo *t);
/* Appends " (3 of 10)" if todo_in_part. */
void todo_add_part(const struct todo *t, struct buf *out);
/* Returns how long the item was in progress, all attempts, in milliseconds. now: Unix milliseconds. */
int64_t todo_active_ms(const struct todo *t, int64_t now);
/* The statuses' names as they are stored, static strings. todo_status_find is false, and *out unchanged, for a name
   that no status has (or NULL). */
const char *todo_status_name(enum todo_status status);
bool todo_status_find(const char *name, enum todo_status *out);
const char *plan_status_name(enum plan_status status);

/* The option that is offered beside the alternatives of offer_branches. */
#define PLAN_BRANCH_KEEP "keep the plan as it is"
/* All of the planner's tools, NULL-terminated; planner.h chooses among them. */
extern const struct tool *const plan_tools[];

#endif
