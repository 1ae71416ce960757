/* SPDX-License-Identifier: MIT
 * The small list above the input, as a value: completions of the word at the cursor, or entries of
 * the history. No terminal: it is filled, stepped through, and makes lines.
 */
#ifndef UI_INPUT_SUGGEST_H
#define UI_INPUT_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>
#include "ui/input/fuzzy.h"
#include "ui/view/lines.h"

/* A completion of a command, path or word. */
struct candidate {
	char *text, *about; /* (owned) about may be NULL */
};
struct candidates {		/* zero-initialise; candidates_free leaves it empty */
	struct candidate *list; /* (owned) best first */
	size_t count, cap;
	size_t from, to; /* bytes of the input that a candidate replaces */
};
/* Adds copies. */
void candidates_add(struct candidates *c, const char *text, const char *about);
/* Adds the rows of a pick list: their texts, with the details as about. */
struct pick_rows;
void candidates_add_rows(struct candidates *c, const struct pick_rows *rows);
bool candidates_have(const struct candidates *c, const char *text);
void candidates_free(struct candidates *c);

#define SUGGEST_ROWS 8

struct suggest { /* zero-initialise */
	bool open;
	bool forced; /* opened by a key: it stays open while nothing fits */
	struct candidates list;
	char *typed; /* (owned) what was typed, which is marked in the candidates */
	/* Candidates have typed as a whole (else its characters, as in fuzzy.h), and about is not
	 * shown. */
	bool words;
	const char *note;     /* (borrowed) shown when the list is empty; NULL: nothing */
	size_t selected, top; /* top: the first in view */
};
void suggest_close(struct suggest *s); /* frees what s holds */
/* Moves the candidates out of list, which is empty then. keep: the selection stays on its text if
 * that is still there. */
void suggest_fill(struct suggest *s, struct candidates *list, const char *typed, bool keep);
/* Selects the next (step 1) or the one before (-1), round and round. */
void suggest_step(struct suggest *s, int step);
/* Returns the selected candidate, borrowed until the next fill; NULL: there is none. */
const struct candidate *suggest_selected(const struct suggest *s);
int suggest_rows(const struct suggest *s); /* the rows it needs; 0: closed */
/* Fills out, which is empty, with at most this many rows. */
void suggest_lines(struct suggest *s, int cells, int rows, bool ascii, struct lines *out);

/* For lists. list_add_marked adds bytes `at` to `end` of a text, its marks in the style of found
 * text. list_top returns the first row in view, near top, so that the selected one is in view. */
void list_add_marked(struct lines *out, enum style style, const char *text, size_t at, size_t end,
    const struct fuzzy_mark *marks, size_t count);
size_t list_top(size_t top, size_t selected, size_t count, size_t rows);

enum word_kind { WORD_NONE, WORD_COMMAND, WORD_FILE /* behind an @ */, WORD_PATH };
/* Says what the word before the cursor (byte `at`) is; it has bytes *from..at of the text. */
enum word_kind suggest_word(const char *text, size_t at, size_t *from);
/* Returns a path as it is put into the input: in quotes if it has blanks; file: behind an @. Caller frees. */
char *suggest_path(const char *path, bool file);

/* Words of a text, as completions. */

#define TEXT_WORDS_TYPED 2 /* bytes that must be typed before words are offered */

/* Adds the words of a text that begin with typed and are longer, the last one first, each once,
 * until there are `most` candidates. A word is letters of any script, digits, and signs that names
 * of files and of code have between them. */
void text_words_complete(
    const char *text, size_t len, const char *typed, size_t most, struct candidates *out);

#endif
