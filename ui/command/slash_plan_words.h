/* SPDX-License-Identifier: MIT
 * /plan: what its words mean for the plan that is shown, as an edit for INTENT_PLAN_EDIT. Pure: the
 * face that got the words does what is meant. Items are named by their place, from 1, or their id.
 */
#ifndef UI_COMMAND_SLASH_PLAN_WORDS_H
#define UI_COMMAND_SLASH_PLAN_WORDS_H

#include "plan/plan.h"

enum plan_meant {
	PLAN_MEANT_EDIT,   /* edit */
	PLAN_MEANT_SHOW,   /* the plan is to be seen */
	PLAN_MEANT_HIDE,   /* and not any more */
	PLAN_MEANT_LIST,   /* text says what there is */
	PLAN_MEANT_EXPORT, /* to the file that text names; "": a name of its own */
	PLAN_MEANT_IMPORT, /* from the file that text names */
	PLAN_MEANT_WRONG,  /* text says what is wrong with the words, and the way out */
};
struct plan_words {
	enum plan_meant meant;
	json_t *edit; /* (owned) or NULL */
	char *text;   /* (owned) or NULL */
	char *again;  /* (owned) the words, with what is missing named; NULL: nothing to fill in */
};
/* Reads the words behind "/plan". templates: rows of config/templates.yaml; NULL: as they are. The caller
 * frees what is returned by plan_words_free. */
struct plan_words plan_words_read(const struct plan *p, const char *words,
    const struct plan_limits *limits, const json_t *templates);
void plan_words_free(struct plan_words *w);

/* Appends the plan as numbered lines, for faces without a panel. */
void plan_words_list(const struct plan *p, struct buf *out);

/* Gets a word that may come next; both are borrowed for the call, help may be NULL. */
typedef void plan_offer(void *ctx, const char *word, const char *help);
/* Offers what may come next behind "/plan WORDS", whose last word is what is typed of it. Returns the byte
 * of words at which that begins. */
size_t plan_words_complete(
    const struct plan *p, const char *words, const json_t *templates, plan_offer *offer, void *ctx);

#endif
