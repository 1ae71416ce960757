/* SPDX-License-Identifier: MIT
 * The small list above the input, as a value: what may stand at the cursor, or what was typed
 * before. No terminal: it is filled, stepped through, and makes lines.
 */
#ifndef UI_INPUT_SUGGEST_H
#define UI_INPUT_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>
#include "ui/input/fuzzy.h"
#include "ui/view/lines.h"

/* What may stand at the cursor: the answer of every completion, for commands, paths and words. */
struct candidate {
	char *text, *about; /* (owned) about may be NULL */
};
struct candidates {		/* zero-initialise; freed by candidates_free */
	struct candidate *list; /* (owned) best first */
	size_t count, cap;
	size_t from, to; /* bytes of the text that a candidate replaces */
};
/* Adds copies; about may be NULL. candidates_free leaves c empty. */
void candidates_add(struct candidates *c, const char *text, const char *about);
/* Adds the rows of a list to choose from: their texts, with what stands beside them. */
struct pick_rows;
void candidates_add_rows(struct candidates *c, const struct pick_rows *rows);
bool candidates_have(const struct candidates *c, const char *text);
void candidates_free(struct candidates *c);

#define SUGGEST_ROWS 8

struct suggest { /* zero-initialise */
	bool open;
	bool forced; /* asked for with a key: it stays while nothing fits */
	struct candidates list;
	char *typed; /* (owned) what they fit, marked in them */
	/* typed stands in them as it is, else its characters do in their order; what they are about is
	 * not shown. */
	bool words;
	const char *note; /* (borrowed) said when the list is empty; NULL: nothing is */
	size_t selected, top;
};
void suggest_close(struct suggest *s); /* and frees what it holds */
/* Takes the candidates, so that list is empty then. keep: the selection stays on its text if that is
 * still there. */
void suggest_fill(struct suggest *s, struct candidates *list, const char *typed, bool keep);
/* Selects the next (step 1) or the one before (-1), round and round. */
void suggest_step(struct suggest *s, int step);
/* The selected one, borrowed until the next fill; NULL: there is none. */
const struct candidate *suggest_selected(const struct suggest *s);
int suggest_rows(const struct suggest *s); /* how many rows it would like */
/* Fills out, which is empty, with at most this many rows. */
void suggest_lines(struct suggest *s, int cells, int rows, bool ascii, struct lines *out);

/* Of lists in rows: adds bytes `at` to `end` of a text with its marks in the style of what was found; which row is the
 * first one in view, so that the selected one is. */
void list_add_marked(struct lines *out, enum style style, const char *text, size_t at, size_t end,
    const struct fuzzy_mark *marks, size_t count);
size_t list_top(size_t top, size_t selected, size_t count, size_t rows);

enum word_kind { WORD_NONE, WORD_COMMAND, WORD_FILE /* behind an @ */, WORD_PATH };
/* Says what the word before the cursor, at byte `at`, is: bytes *from..at of the text. */
enum word_kind suggest_word(const char *text, size_t at, size_t *from);
/* Returns what a path becomes in the text: in quotes where it has blanks; file: behind an @. The
 * caller frees it. */
char *suggest_path(const char *path, bool file);

/* Words of a text, to complete what is being typed with. */

#define TEXT_WORDS_TYPED 2 /* characters of a word, before others are offered for it */

/* Adds the words of a text that begin with what was typed and go on behind it, the last one first, each
 * once, until there are `most` candidates. A word is letters of any script, digits and what names of
 * files and of code have between them. */
void text_words_complete(
    const char *text, size_t len, const char *typed, size_t most, struct candidates *out);

#endif
