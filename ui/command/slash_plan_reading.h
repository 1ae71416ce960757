/* SPDX-License-Identifier: MIT
 * Between the files of /plan's words: what reads a word and what may follow it. The table of words is
 * slash_plan_words.c's.
 */
#ifndef UI_COMMAND_SLASH_PLAN_READING_H
#define UI_COMMAND_SLASH_PLAN_READING_H

#include "ui/command/slash_plan_words.h"

struct plan_reading { /* all (borrowed) but out */
	const struct plan *plan;
	const struct plan_limits *limits;
	const json_t *templates; /* NULL: those of the configuration */
	const struct plan_word *word;
	const char *rest; /* what was not read yet */
	struct plan_words out;
};
struct plan_completion { /* all (borrowed) */
	const struct plan *plan;
	const json_t *templates;
	const char *behind; /* what stands behind the word */
	const char *typed;  /* the last of that, which may be completed */
	plan_offer *offer;
	void *ctx;
};
struct plan_word {
	const char *name, *action; /* of plan_edit; NULL: none */
	const char *usage, *help;
	void (*read)(struct plan_reading *r);		     /* fills r->out */
	void (*offer)(const struct plan_completion *wanted); /* what may follow it; NULL: nothing */
};

/* slash_plan_reading.c. Each ends the reading: it says what is wrong, or how the word is used, or that this
 * edit (stolen) is what was meant. Called once. */
void plan_reading_wrong(struct plan_reading *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void plan_reading_usage(struct plan_reading *r);
void plan_reading_edit(struct plan_reading *r, json_t *edit);
/* Skips blanks; takes the next word, "" at the end, which the caller frees. */
void plan_reading_blanks(struct plan_reading *r);
char *plan_reading_next(struct plan_reading *r);
/* Whether what was typed is the beginning of a name. */
bool plan_word_begins(const char *name, const char *typed);

/* slash_plan_items.c: read and offer of words about items. */
void plan_read_add(struct plan_reading *r);
void plan_read_edit(struct plan_reading *r);
void plan_read_move(struct plan_reading *r);
void plan_read_one(struct plan_reading *r); /* whose only argument is an item */
void plan_read_branch(struct plan_reading *r);
void plan_offer_item(const struct plan_completion *wanted);
void plan_offer_add(const struct plan_completion *wanted);

/* slash_plan_template.c: read and offer of templates. */
void plan_read_template(struct plan_reading *r);
void plan_offer_template(const struct plan_completion *wanted);

#endif
