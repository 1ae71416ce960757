/*
 * Moving rows instead of writing them again. ncurses would find out by itself which rows moved, but
 * not where rows are alike, as those of a long list are, and it looks at the whole screen for it. The
 * feed knows how far it moved. curscr is what ncurses believes the terminal shows: it is moved too,
 * and what is to be shown is compared with it row by row.
 */
#include <curses.h>
#include "ui/tui/frame.h"
#include "ui/tui/screen.h"

void screen_scroll(struct screen *s, const struct rect *r, int rows)
{
	int top = r->y, bottom = r->y + r->rows - 1, most = r->rows - 1;

	if (!s->scrolls || rows == 0 || rows > most || rows < -most || r->x > 0 ||
	    r->cells < s->columns || is_cleared(curscr))
		return;
	/* save the cursor and its colours, plain, a region, its edge, so many rows, and all back */
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
