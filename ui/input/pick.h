/* SPDX-License-Identifier: MIT
 * A list to choose from, as a value: rows from a source, a filter that is typed, the selected row.
 * No terminal: keys go in, lines come out. A slow source fills in what it has, and has pick_refill
 * called (through its commander) when it has more.
 */
#ifndef UI_INPUT_PICK_H
#define UI_INPUT_PICK_H

#include "ui/view/lines.h"

struct pick_row {	     /* all (owned) */
	char *text, *detail; /* detail stands beside text, where a match counts less; may be NULL */
	char *value;	     /* what the row means to the source; never shown */
};
struct pick_rows {	       /* zero-initialise; pick_rows_free leaves it empty */
	struct pick_row *list; /* (owned) */
	size_t count, cap;
};
/* Adds copies, cut to one line each. detail may be NULL; value NULL: the text. */
void pick_rows_add(struct pick_rows *r, const char *text, const char *detail, const char *value);
void pick_rows_free(struct pick_rows *r);

struct pick_source { /* all strings are (borrowed) as long as the list is open */
	const char *title;
	const char *empty; /* shown in place of rows when there are none; NULL: "nothing fits" */
	const char *keys;  /* hints for the keys that `key` takes, "Del delete"; NULL: none */
	/* Adds the rows there are. filter: what was typed, for a source that searches. */
	void (*fill)(void *ctx, const char *filter, struct pick_rows *out);
	/* fill goes by the filter: it is called again with every change of that, and its rows are
	 * all shown, in its order. */
	bool searches;
	bool wide;	     /* the list takes the place of the plan, too */
	bool by_meaning;     /* rows are filtered by words and synonyms (ui/input/meaning.h) */
	bool live;	     /* rows change by themselves: fill is called with each drawing */
	const char *current; /* the value that is selected at first; NULL: the first row */
	void (*chosen)(void *ctx, const struct pick_row *row); /* the list is not shown any more */
	void (*moved)(void *ctx, const struct pick_row *row);  /* after each key; may be NULL */
	/* Adds rows that stand beside the list where the screen is wide enough; NULL: there are none. */
	void (*beside)(void *ctx, struct lines *out);
	/* Offered each key that is no character, before the list. True: it was taken. row NULL:
	 * none is selected. The callback may be NULL. */
	bool (*key)(void *ctx, unsigned key, const struct pick_row *row);
	void (*closed)(void *ctx); /* the last call; may be NULL */
	void *ctx;
};

struct pick;
/* Copies the source, not its strings; never NULL. pick_free calls closed; NULL is accepted. */
struct pick *pick_new(const struct pick_source *source);
void pick_free(struct pick *p);
const struct pick_source *pick_source(const struct pick *p); /* borrowed */
void pick_refill(struct pick *p); /* calls fill again; the selected value stays */

enum picked { PICK_OPEN, PICK_CLOSED, PICK_CHOSEN };
/* Takes a key. rows: how many are drawn, for paging. After PICK_CHOSEN the selected row is the choice. */
enum picked pick_key(struct pick *p, unsigned key, int rows);
/* Selects the row that a line of pick_lines shows; false: it shows none. */
bool pick_click(struct pick *p, int line);
/* Adds sanitised text to the filter, as one line, as far as there is room. */
void pick_type(struct pick *p, const char *text, size_t len);
/* Returns the selected row, borrowed until the rows change; NULL: nothing fits. */
const struct pick_row *pick_selected(const struct pick *p);

struct pick_view {
	int cells, rows;
	bool ascii;
	int cursor_row, cursor_column; /* set by pick_lines; row -1: there is no cursor */
};
/* Appends title, filter and rows, v->rows lines at most. */
void pick_lines(struct pick *p, struct pick_view *v, struct lines *out);

#endif
