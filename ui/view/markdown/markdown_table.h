/* SPDX-License-Identifier: MIT
 * A table of styled cells, drawn when it is whole: columns as wide as they need, or as the width
 * allows; long cells wrap.
 */
#ifndef UI_VIEW_MARKDOWN_MARKDOWN_TABLE_H
#define UI_VIEW_MARKDOWN_MARKDOWN_TABLE_H

#include "ui/view/lines.h"

#define TABLE_COLUMNS 32 /* further ones are not shown */

struct markdown_cell {
	size_t line; /* of cells */
	int column;
	bool right;
};
struct markdown_table {		    /* zero-initialise */
	struct lines cells;	    /* (owned) one line each */
	struct markdown_cell *cell; /* (owned) */
	size_t count, cap;
	size_t *rows; /* (owned) the first cell of each row */
	size_t row_count, row_cap;
};
/* Collect a table: table_begin begins it, table_row begins a row, table_cell adds line 0 of text as
 * the row's next cell. right: the text stands at the right of its column. */
void table_begin(struct markdown_table *t);
void table_row(struct markdown_table *t);
void table_cell(struct markdown_table *t, const struct lines *text, bool right);
/* Appends its rows, at most `cells` wide with the margin before each. */
void table_lines(
    const struct markdown_table *t, struct lines *out, int cells, const char *margin, bool ascii);
void table_free(struct markdown_table *t); /* frees what it holds, not t */

#endif
