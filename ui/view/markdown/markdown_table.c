/* SPDX-License-Identifier: MIT
 * Collects a table as lines, one for each cell, and draws it when it ends. The first row is the head.
 */
#include "ui/view/markdown/markdown_table.h"

#include "base/base.h"

#define COLUMN_LEAST 4

void table_begin(struct markdown_table *t)
{
	lines_clear(&t->cells);
	t->count = t->row_count = 0;
}

void table_row(struct markdown_table *t)
{
	array_push(t->rows, t->row_count, t->row_cap, t->count);
}

void table_cell(struct markdown_table *t, const struct lines *text, bool right)
{
	const size_t column = t->count - (t->row_count ? t->rows[t->row_count - 1] : 0);

	if (column >= TABLE_COLUMNS)
		return;
	lines_copy(&t->cells, text, 0);
	lines_end(&t->cells);
	array_push(t->cell, t->count, t->cap,
	    (struct markdown_cell){
		.line = t->cells.count - 1, .column = (int)column, .right = right});
}

static void row_lines(const struct markdown_table *t, size_t row, struct lines *out, int columns,
    const int *widths, const char *margin, const char *bar)
{
	size_t begin = t->rows[row];
	size_t end = row + 1 < t->row_count ? t->rows[row + 1] : t->count;
	auto_free struct lines *pieces = xcalloc((size_t)columns, sizeof *pieces);
	size_t height = 1;

	for (size_t i = begin; i < end; i++) {
		int c = t->cell[i].column;
		lines_wrap(
		    &pieces[c], &t->cells, t->cell[i].line, widths[c] < 2 ? 2 : widths[c], NULL);
		height = pieces[c].count > height ? pieces[c].count : height;
	}
	for (size_t y = 0; y < height; y++) {
		lines_adds(out, STYLE_DIM, margin);
		for (int c = 0; c < columns; c++) {
			bool right = begin + (size_t)c < end && t->cell[begin + (size_t)c].right;
			lines_adds(out, STYLE_RULE, c ? bar : "");
			const int to = lines_cells(out) + widths[c];
			if (y < pieces[c].count) {
				size_t len;
				const char *s = lines_text(&pieces[c], y, &len);
				lines_to(out, STYLE_TEXT, right ? to - text_width(s, len) : 0);
				lines_copy(out, &pieces[c], y);
			}
			lines_to(out, STYLE_TEXT, to);
		}
		lines_end(out);
	}
	for (int c = 0; c < columns; c++)
		lines_free(&pieces[c]);
}

void table_lines(
    const struct markdown_table *t, struct lines *out, int cells, const char *margin, bool ascii)
{
	const int room = cells - text_width(margin, strlen(margin));
	int widths[TABLE_COLUMNS] = {0}, columns = 0, total = 0;

	for (size_t i = 0; i < t->count; i++) {
		size_t len;
		const char *s = lines_text(&t->cells, t->cell[i].line, &len);
		const int column = t->cell[i].column, w = text_width(s, len);
		columns = column + 1 > columns ? column + 1 : columns;
		widths[column] = w > widths[column] ? w : widths[column];
	}
	for (int i = 0; i < columns; i++)
		total += widths[i] + (i ? 3 : 0);
	/* While the columns do not fit, the widest becomes narrower. */
	for (; total > room; total--) {
		int widest = 0;
		for (int i = 1; i < columns; i++)
			widest = widths[i] > widths[widest] ? i : widest;
		if (widths[widest] <= COLUMN_LEAST)
			break;
		widths[widest]--;
	}
	for (size_t row = 0; row < t->row_count && columns; row++) {
		row_lines(t, row, out, columns, widths, margin, ascii ? " | " : " │ ");
		if (row > 0)
			continue;
		lines_adds(out, STYLE_DIM, margin);
		for (int c = 0; c < columns; c++) {
			lines_adds(out, STYLE_RULE, c == 0 ? "" : ascii ? "-+-" : "─┼─");
			lines_fill(out, STYLE_RULE, ascii ? "-" : "─", widths[c]);
		}
		lines_end(out);
	}
}

void table_free(struct markdown_table *t)
{
	lines_free(&t->cells);
	free_all(t->cell, t->rows);
}
