/*
 * What an empty chat says: what to type, three examples that fit the folder, and the keys one needs
 * first. The examples are data (config/examples.yaml).
 */
#ifndef UI_VIEW_WELCOME_H
#define UI_VIEW_WELCOME_H

#include "ui/keys/keys.h"
#include "ui/view/lines.h"

#define WELCOME_EXAMPLES 3

struct welcome {
	char *examples[WELCOME_EXAMPLES]; /* (owned) */
	size_t count, next;		  /* the one Tab brings */
};
/* folder: where files are looked for; NULL: nowhere. */
void welcome_load(struct welcome *w, const char *folder, bool offline);
void welcome_free(struct welcome *w);
/* At most `rows` rows; what is less needed goes first. */
void welcome_lines(
    const struct welcome *w, const struct keymap *keys, int cells, int rows, struct lines *out);
/* The example that follows the one in the input, or the first for an empty one; NULL: the input is
 * the user's own. */
const char *welcome_next(struct welcome *w, const char *input);

#endif
