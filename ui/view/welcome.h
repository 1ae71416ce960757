/* SPDX-License-Identifier: MIT
 * What an empty chat says: what to type, up to three examples that fit the folder, the keys needed
 * first, and without a model how to connect one. The examples are data (config/examples.yaml).
 */
#ifndef UI_VIEW_WELCOME_H
#define UI_VIEW_WELCOME_H

#include "ui/keys/keys.h"
#include "ui/view/lines.h"

#define WELCOME_EXAMPLES 3

struct welcome {
	char *examples[WELCOME_EXAMPLES]; /* (owned) */
	size_t count, next;		  /* next: the one that Tab brings */
	bool offline;			  /* there is no model: it says how to connect one */
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
