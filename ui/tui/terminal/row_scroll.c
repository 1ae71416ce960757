/*
 * Moving rows instead of writing them again. ncurses finds out by itself which rows moved, but only by
 * rows that are unlike all others; where they are alike, as those of a list may be, it writes the
 * whole screen again. The feed knows how far it moved. curscr is what ncurses believes the terminal
 * shows: it is moved too, and what is to be shown is compared with it row by row.
 */
#include "ui/tui/terminal/row_scroll.h"

#include <curses.h>
#include <wchar.h>
#include "ui/tui/terminal/frame.h"

#define CELLS 512
#define ROWS 256

/* A hash of the characters of a row. */
static unsigned long row_hash(int y)
{
	wchar_t text[CELLS + 1];
	unsigned long hash = 5381;
	int n = mvwinnwstr(curscr, y, 0, text, CELLS);

	for (int i = 0; i < n; i++)
		hash = hash * 33 + (unsigned long)text[i];
	return hash;
}

/* Whether at least half of the rows have another one that is the same. */
static bool rows_alike(int top, int rows)
{
	unsigned long hashes[ROWS];
	int twins = 0, y, x;

	rows = rows < ROWS ? rows : ROWS;
	getyx(curscr, y, x);
	for (int i = 0; i < rows; i++)
		hashes[i] = row_hash(top + i);
	wmove(curscr, y, x);
	for (int i = 0; i < rows; i++) {
		int k = 0;
		while (k < rows && (k == i || hashes[k] != hashes[i]))
			k++;
		twins += k < rows;
	}
	return 2 * twins > rows;
}

void screen_scroll(struct screen *s, const struct rect *r, int rows)
{
	int top = r->y, bottom = r->y + r->rows - 1, most = r->rows - 1;

	if (!s->scrolls || rows == 0 || rows > most || rows < -most || r->x > 0 ||
	    r->cells < s->columns || is_cleared(curscr) || !rows_alike(top, r->rows))
		return;
	/* save the cursor and its colours, plain, a region, its edge, this many rows, and all back */
	frame_add(
	    "\0337\033[m\033[%d;%dr\033[%d;1H", top + 1, bottom + 1, (rows > 0 ? bottom : top) + 1);
	for (int i = 0; i < (rows > 0 ? rows : -rows); i++)
		frame_add(rows > 0 ? "\n" : "\033M");
	frame_add("\033[r\0338");
	scrollok(curscr, TRUE);
	wsetscrreg(curscr, top, bottom);
	wscrl(curscr, rows);
	wsetscrreg(curscr, 0, s->rows - 1);
	scrollok(curscr, FALSE);
	wtouchln(newscr, top, r->rows, 1);
}
