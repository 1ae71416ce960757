/*
 * What may stand at the cursor: the answer of every completion, for commands, paths and words.
 */
#ifndef UI_INPUT_CANDIDATES_H
#define UI_INPUT_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes from..to of the text are what a candidate replaces; best
   first. */
struct candidate {
	char *text, *about; /* (owned) about may be NULL */
};
struct candidates {
	struct candidate *list; /* (owned) */
	size_t count, cap;
	size_t from, to;
};
void candidates_add(struct candidates *c, const char *text, const char *about);
bool candidates_have(const struct candidates *c, const char *text);
void candidates_free(struct candidates *c);

#endif
