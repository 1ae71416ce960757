/*
 * Items and edits inside src/plan. For the files of this folder only.
 */
#ifndef PLAN_PLAN_ITEM_EDIT_H
#define PLAN_PLAN_ITEM_EDIT_H

#include "base/text.h"
#include "plan/plan.h"

#define PLAN_ITEMS_MAX 1000 /* a stored plan with more is refused, whatever the settings say */

/* Items: finding, appending, moving and freeing them. */
struct todo *plan_find(const struct plan *p, const char *id); /* NULL: none */
/* The same; it is probably at that place. */
struct todo *plan_find_near(const struct plan *p, const char *id, size_t at);
struct todo *plan_append(
    struct plan *p); /* a zeroed item at the end; valid until the next append */
void plan_place(struct plan *p, size_t from, size_t to); /* moves an item to another place */
void plan_cut(struct plan *p, size_t at);		 /* frees an item and closes the gap */
void todo_free(struct todo *t);				 /* its contents */
void todo_copy(struct todo *to, const struct todo *from);
/* To a status, keeping times, attempts and evidence. True: work was completed that never began. */
bool todo_move(struct todo *t, enum todo_status status, int64_t now, bool resting);

/* The last list of a reply's text: array of {content, done}; new reference, NULL: none. beyond: so
   many items more than a model may send. */
json_t *plan_list_read(const char *text, const struct plan_limits *limits, size_t *beyond);

void evidence_free(struct evidence *e);
void evidence_copy(struct evidence *to, const struct evidence *from);
void evidence_call(struct evidence *e); /* one more was announced */
void evidence_result(struct evidence *e, const json_t *result /* data of a tool_result event */);
void evidence_usage(struct evidence *e, int64_t tokens, double cost_usd /* NAN: unpriced */);
void evidence_merge(struct evidence *into, struct evidence *from); /* empties from */
json_t *evidence_snapshot(const struct evidence *e);		   /* new reference */
void evidence_load(struct evidence *e /* empty */, const json_t *o);

/* One change under way: `to` is a copy that becomes the plan when nothing was refused. */
struct edit {
	struct plan *to;
	const struct plan *from;
	const json_t *args; /* cleaned: one-line safe strings */
	const char *goal;
	enum author by;
	const struct plan_limits *limits;
	int64_t now;
	bool fresh;	 /* `to` is a new plan */
	struct buf told; /* for the model */
	struct buf note; /* what the user did */
};
/* Strings as one safe line without secrets and tags; those that say nothing left out. New
   reference. */
json_t *edit_clean(const json_t *value);
typedef char *plan_op(struct edit *e); /* NULL, or the refusal (owned) */

/* Cleans args, runs op on a copy, settles the invariants, counts the revision. */
struct change plan_change(struct plan *p, plan_op *op, const json_t *args, const char *goal,
    enum author by, const struct plan_limits *limits, int64_t now);
void edit_tell(struct edit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void edit_note(struct edit *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Keep what the user takes away, before it is: the id of an item, and its words, since a list
   without ids may name it again by them. */
void edit_removed(struct edit *e, const struct todo *t);
void edit_reworded(struct edit *e, const struct todo *t);
bool plan_was_removed(const struct plan *p, const char *id);
/* `to` becomes a new plan: of the active one only the user's open items stay, and are told. */
void edit_begin(struct edit *e, const char *goal);
/* Moves an item as far as the user's hand, gates and "next" let the author. */
void edit_move(struct edit *e, struct todo *t, enum todo_status status);
/* What came of an item, {result?, error?}: after its status, which clears what the attempt before
   left. */
void edit_outcome(struct edit *e, struct todo *t, const json_t *said);
/* A new or reworded item by the model that is destructive by its words becomes a gate. */
void edit_gate(struct edit *e, struct todo *t);
/* Whether one of the patterns (NULL: none) is in the text, or gave up before it could say no. */
bool edit_matches(const json_t *patterns, const char *text);
/* The refusal of what the user forbids; NULL: the author may. */
char *edit_forbids(const struct edit *e, const struct todo *t, enum todo_status status);

/* Refusals with the JSON path. NULL: fine. */
char *check_text(const json_t *o, const char *path, const char *key, int max, bool needed);
char *check_id(const struct plan *p, const char *path, const char *id, const struct todo **found);

#endif
