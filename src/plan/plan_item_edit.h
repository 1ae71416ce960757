/* SPDX-License-Identifier: MIT
 * Items and edits inside src/plan. For the files of this folder only.
 */
#ifndef PLAN_PLAN_ITEM_EDIT_H
#define PLAN_PLAN_ITEM_EDIT_H

#include "base/text/text.h"
#include "plan/plan.h"

#define PLAN_ITEMS_MAX 1000 /* a stored plan with more is refused, whatever the settings say */

#define PLAN_NUMBER_MAX ((int64_t)1 << 50) /* sums of stored numbers never overflow */

/* Returns a stored number as one from 0 to `most`. */
int64_t plan_bounded(int64_t n, int64_t most);

/* ---- Items. A pointer to one is borrowed until the list changes. ---- */

/* plan_find that looks at place `at` first. */
struct todo *plan_find_near(const struct plan *p, const char *id, size_t at);
/* Adds a zeroed item at the end. */
struct todo *plan_append(struct plan *p);
/* Moves an item to another place; frees an item and closes the gap. */
void plan_place(struct plan *p, size_t from, size_t to);
void plan_cut(struct plan *p, size_t at);
/* Moves an item to a status and keeps times, attempts and evidence. now: Unix milliseconds. resting: no turn runs,
 * so its clock does not. True: work was completed that never began. */
bool todo_move(struct todo *t, enum todo_status status, int64_t now, bool resting);
/* Counts what was done since it started as done for it, as if it left that status. */
void todo_stop(struct todo *t, int64_t now);
/* Returns the checkbox of a status, "[x]"; static. */
const char *todo_mark(enum todo_status status);

/* ---- Evidence. Zero-initialise. ---- */

void evidence_free(struct evidence *e); /* its contents */
/* A deep copy; `to` is overwritten. */
void evidence_copy(struct evidence *to, const struct evidence *from);
/* Counts a call that was announced; what a tool_result's data says; what was spent (cost_usd NAN: at a price not
 * known). */
void evidence_call(struct evidence *e);
void evidence_result(struct evidence *e, const json_t *result);
void evidence_usage(struct evidence *e, int64_t tokens, double cost_usd);
/* Adds `from` to `into`, and empties it. */
void evidence_merge(struct evidence *into, struct evidence *from);
/* Its stored form, new reference, and back: e is empty before; o NULL: nothing was done. */
json_t *evidence_snapshot(const struct evidence *e);
void evidence_load(struct evidence *e, const json_t *o);

/* ---- Edits ---- */

/* One change under way; all but told and note is borrowed for its time. */
struct edit {
	struct plan *to; /* a copy that becomes the plan when nothing was refused */
	const struct plan *from;
	const json_t *args;	     /* cleaned: one-line safe strings */
	struct event_plan_edit said; /* the same, as it is read: of an edit by action */
	const char *goal;	     /* NULL: none */
	enum author by;
	const struct plan_limits *limits;
	int64_t now;	 /* Unix milliseconds */
	bool fresh;	 /* `to` is a new plan */
	struct buf told; /* (owned) for the model */
	struct buf note; /* (owned) what the user did */
};
/* Strings as one safe line without secrets and tags; those that say nothing left out. New
   reference. */
json_t *edit_clean(const json_t *value);
/* Returns the arguments of a change (steals args) with the texts that are longer than the limits
 * shortened, an item's    words kept beside as "whole". New reference. */
json_t *edit_shorten(json_t *args, enum author by, const struct plan_limits *limits);
/* Gives an item the words of said, {content, whole?}, which has a content. */
void todo_set_words(struct todo *t, const json_t *said);
/* Changes e->to. Returns NULL, or the refusal (owned). */
typedef char *plan_op(struct edit *e);

/* Makes a change of p: cleans args, runs op on a copy, settles the invariants, counts the revision. See plan_edit. */
struct change plan_change(struct plan *p, plan_op *op, const json_t *args, const char *goal,
    enum author by, const struct plan_limits *limits, int64_t now);
/* Add a sentence to what the model is told, and to what the user did; that one only if the user did it. */
void edit_tell(struct edit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void edit_note(struct edit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Keep what the user takes away, before it is: the id of an item, and its words, since a list
   without ids may name it again by them. */
void edit_removed(struct edit *e, const struct todo *t);
void edit_reworded(struct edit *e, const struct todo *t);
/* Whether the user removed an item of this id. */
bool plan_was_removed(const struct plan *p, const char *id);
/* Makes `to` a new plan: of the active one only the user's open items stay, and are told. goal NULL or "": e->goal. */
void edit_begin(struct edit *e, const char *goal);
/* Moves an item as far as the user's hand, gates and "next" let the author. */
void edit_move(struct edit *e, struct todo *t, enum todo_status status);
/* Takes what came of an item, {result?, error?}. To be called after its status is set, which clears what the
   attempt before left. */
void edit_outcome(struct edit *e, struct todo *t, const json_t *said);
/* Takes how far a long item is, {progress?: {processed, total}}. Returns NULL, or the refusal (owned). */
char *edit_progress(const json_t *said, struct todo *t);
/* Makes a gate of a new or reworded item by the model that is destructive by its words. */
void edit_gate(struct edit *e, struct todo *t);
/* Whether one of the patterns (NULL: none) is in the text, or gave up before it could say no. */
bool edit_matches(const json_t *patterns, const char *text);
/* Returns the refusal of a move that the user forbids (owned); NULL: the author may. */
char *edit_forbids(const struct edit *e, const struct todo *t, enum todo_status status);

/* Checks. Both return the refusal that begins with the argument ("todos[2].id: ...", owned), NULL: it is fine. check_text: the member is a string
 * of 1 to max characters, or (unless needed) missing. check_id: an item has this id (NULL: none has); *found: the
 * item, or NULL. */
char *check_text(const json_t *o, const char *path, const char *key, int max, bool needed);
char *check_id(const struct plan *p, const char *path, const char *id, const struct todo **found);

/* The actions of plan_edit that the model has, for the files of this folder only. */
plan_op action_create, action_add, action_reorder, action_update, action_complete;

/* Returns the item that "id" of the arguments names, borrowed until the list changes. NULL: *why is
 * the refusal (owned). */
struct todo *edit_item(struct edit *e, char **why);
/* Adds new items from place `at` on. Returns NULL, or the refusal (owned); then the edit is not to be kept. */
char *edit_add(struct edit *e, const json_t *todos, size_t at);

#endif
