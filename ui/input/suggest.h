/*
 * The small list above the input, as a value: what may stand at the cursor, or what was typed
 * before. No terminal: it is filled, stepped through, and makes lines.
 */
#ifndef UI_INPUT_SUGGEST_H
#define UI_INPUT_SUGGEST_H

#include "ui/input/candidates.h"
#include "ui/view/lines.h"

#define SUGGEST_ROWS 8

struct suggest {
	bool open;
	bool forced; /* asked for with a key: it stays while nothing fits */
	struct candidates list;
	char *typed; /* (owned) what they fit, marked in them */
	bool words;  /* typed stands in them as it is, else its characters do in their order; what
			they are about is not shown */
	const char *note; /* (borrowed) said when the list is empty, or behind it */
	size_t selected, top;
};
void suggest_close(struct suggest *s); /* and frees what it holds */
/* Takes the candidates; the selection stays on its text if that is still there and `keep`. */
void suggest_fill(
    struct suggest *s, struct candidates *list /* steals */, const char *typed, bool keep);
void suggest_step(struct suggest *s, int step);			   /* round and round */
const struct candidate *suggest_selected(const struct suggest *s); /* NULL: nothing */
int suggest_rows(const struct suggest *s);			   /* it would like */
void suggest_lines(struct suggest *s, int cells, int rows, bool ascii, struct lines *out);

/* The word a completion is about: bytes from..at of the text. */
enum word_kind { WORD_NONE, WORD_COMMAND, WORD_FILE /* behind an @ */, WORD_PATH };
enum word_kind suggest_word(const char *text, size_t at, size_t *from);
/* What a path becomes in the text: in quotes where it has blanks. Owned. */
char *suggest_path(const char *path, bool file);

#endif
