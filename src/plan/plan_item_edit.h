/* SPDX-License-Identifier: MIT
 * Items and edits inside src/plan. For the files of this folder only.
 */
#ifndef PLAN_PLAN_ITEM_EDIT_H
#define PLAN_PLAN_ITEM_EDIT_H

#include "base/text/text.h"
#include "plan/plan.h"

#define PLAN_ITEMS_MAX 1000 /* a stored plan with more is refused, whatever the settings say */

#define PLAN_NUMBER_MAX ((int64_t)1 << 50) /* sums of stored numbers never overflow */

/* Returns n clamped to 0 to `most`. */
int64_t plan_bounded(int64_t n, int64_t most);

/* ---- Items. A pointer to one is borrowed until the list changes. ---- */

/* As plan_find, but looks at index `at` first. id must not be NULL. */
struct todo *plan_find_near(const struct plan *p, const char *id, size_t at);
/* Adds a zeroed item at the end and returns it. */
struct todo *plan_append(struct plan *p);
/* Moves the item at index `from` to index `to`; the items between move up or down. */
void plan_place(struct plan *p, size_t from, size_t to);
/* Removes and frees the item at an index. */
void plan_cut(struct plan *p, size_t at);
/* Gives an item another status and updates its times, attempts and evidence. now: Unix milliseconds. resting: no turn
 * runs, so the clock of an item that starts stands. True: the item was completed without having been in progress. */
bool todo_move(struct todo *t, enum todo_status status, int64_t now, bool resting);
/* Ends an item's current attempt: adds its time and evidence to those of the attempts before. */
void todo_stop(struct todo *t, int64_t now);
/* Returns the checkbox of a status, "[x]"; static. */
const char *todo_mark(enum todo_status status);

/* ---- Evidence. Zero-initialise. ---- */

void evidence_free(struct evidence *e); /* Frees its contents and zeroes it. */
/* A deep copy; `to` is overwritten. */
void evidence_copy(struct evidence *to, const struct evidence *from);
/* Count a call that was announced; what a tool_result's data says was done; what was spent (cost_usd NAN: the price
 * is not known). */
void evidence_call(struct evidence *e);
void evidence_result(struct evidence *e, const json_t *result);
void evidence_usage(struct evidence *e, int64_t tokens, double cost_usd);
/* Adds `from` to `into`, and empties it. */
void evidence_merge(struct evidence *into, struct evidence *from);
/* Returns the stored form, a new reference. evidence_load fills a zeroed e from it (o NULL: nothing was done). */
json_t *evidence_snapshot(const struct evidence *e);
void evidence_load(struct evidence *e, const json_t *o);

/* ---- Edits ---- */

/* A change that is being made. All but told and note is borrowed. */
struct edit {
	struct plan *to; /* a copy that becomes the plan unless the change is refused */
	const struct plan *from;
	const json_t *args;	     /* cleaned: one-line safe strings */
	struct event_plan_edit said; /* args as plan_edit reads them; zeroed in other changes */
	const char *goal;	     /* of a new plan, unless args have one; NULL: none */
	enum author by;
	const struct plan_limits *limits;
	int64_t now;	 /* Unix milliseconds */
	bool fresh;	 /* `to` is a new plan */
	struct buf told; /* (owned) what the model is told of the change */
	struct buf note; /* (owned) what the user did */
};
/* Returns the value with each string made one safe line without secrets and tags; members that are empty strings are
   left out. New reference. */
json_t *edit_clean(const json_t *value);
/* Returns the arguments of a change (steals args) with texts that exceed the limits shortened; the full text of an
 * item's content is kept as "whole". New reference. */
json_t *edit_shorten(json_t *args, enum author by, const struct plan_limits *limits);
/* Sets an item's content and whole from said, {content, whole?}. */
void todo_set_words(struct todo *t, const json_t *said);
/* Changes e->to. Returns NULL, or the refusal (caller frees). */
typedef char *plan_op(struct edit *e);

/* Changes p: cleans args, runs op on a copy, restores the invariants, counts the revision. Others: see plan_edit. */
struct change plan_change(struct plan *p, plan_op *op, const json_t *args, const char *goal,
    enum author by, const struct plan_limits *limits, int64_t now);
/* Append a sentence to e->told; to e->note, which only a change by the user has. */
void edit_tell(struct edit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void edit_note(struct edit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Record in the plan that the user is about to remove or reword an item, so that no later list brings it back.
   edit_removed: its id and its words, since a list without ids may name it by them. edit_reworded: its words. */
void edit_removed(struct edit *e, const struct todo *t);
void edit_reworded(struct edit *e, const struct todo *t);
/* Whether the user removed an item with this id. */
bool plan_was_removed(const struct plan *p, const char *id);
/* Makes `to` a new plan. Of an active plan only the user's open items stay, and the model is told of them. goal NULL
   or "": e->goal. */
void edit_begin(struct edit *e, const char *goal);
/* Sets an item's status and records whether the user set it. Asks no permission: see edit_forbids. */
void edit_move(struct edit *e, struct todo *t, enum todo_status status);
/* Takes over the outcome of an item, {result?, error?}. Must be called after its status is set, which clears the
   outcome of the attempt before. */
void edit_outcome(struct edit *e, struct todo *t, const json_t *said);
/* Takes over the progress of a long item, {progress?: {processed, total}}. Returns NULL, or the refusal (caller
   frees). */
char *edit_progress(const json_t *said, struct todo *t);
/* Makes an item by the model a gate if its words match planner.gates. Called when an item is new or reworded. */
void edit_gate(struct edit *e, struct todo *t);
/* Whether one of the patterns (NULL: none) matches in the text, or exceeded the matcher's limits. */
bool edit_matches(const json_t *patterns, const char *text);
/* Returns the refusal of a change of status that a setting of the user's, a gate or "next" forbids the author (caller
   frees), or NULL. */
char *edit_forbids(const struct edit *e, const struct todo *t, enum todo_status status);

/* Checks. Both return NULL, or a refusal that begins with the argument ("todos[2].id: ...", caller frees). check_text:
 * the member must be a string of 1 to max characters, or (unless needed) missing. check_id: an item must have this id
 * (NULL: refused); sets *found to the item, or NULL. */
char *check_text(const json_t *o, const char *path, const char *key, int max, bool needed);
char *check_id(const struct plan *p, const char *path, const char *id, const struct todo **found);

/* The actions of plan_edit that are in plan_update.c. */
plan_op action_create, action_add, action_reorder, action_update, action_complete;

/* Returns the item that "id" of the arguments names, borrowed until the list changes. NULL: *why is
 * the refusal (caller frees). */
struct todo *edit_item(struct edit *e, char **why);
/* Inserts new items at index `at`. Returns NULL, or the refusal (caller frees); e->to may then be half changed and
   must be dropped. */
char *edit_add(struct edit *e, const json_t *todos, size_t at);

#endif
