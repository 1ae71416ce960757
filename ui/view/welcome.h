/* SPDX-License-Identifier: MIT
 * What an empty chat says: what to type, three examples that fit the folder, without a model how one is
 * had and what it would be like, and the keys one needs first. The examples are data (config/examples.yaml).
 */
#ifndef UI_VIEW_WELCOME_H
#define UI_VIEW_WELCOME_H

#include "ui/keys/keys.h"
#include "ui/view/lines.h"

#define WELCOME_EXAMPLES 3

struct welcome {
	char *examples[WELCOME_EXAMPLES]; /* (owned) */
	size_t count, next;		  /* the one Tab brings */
	bool offline;			  /* no model answers: it says how one is had */
};
/* Reads the examples that fit. folder: where files are looked for; NULL: nowhere. Freed by
 * welcome_free, which accepts NULL. */
struct welcome *welcome_load(const char *folder, bool offline);
void welcome_free(struct welcome *w);
/* Appends at most `rows` rows; what is less needed is left out first. */
void welcome_lines(
    const struct welcome *w, const struct keymap *keys, int cells, int rows, struct lines *out);
/* Returns the example that follows the one in the input, or the first for an empty one, borrowed
 * from w; NULL: the input is the user's own, or there are no examples. */
const char *welcome_next(struct welcome *w, const char *input);

#endif
