/* Moving rows instead of writing them again. */
#ifndef UI_TUI_TERMINAL_ROW_SCROLL_H
#define UI_TUI_TERMINAL_ROW_SCROLL_H

#include "ui/tui/terminal/screen.h"
#include "ui/view/layout.h"

/* What stands in these rows, of the whole width, is going to stand `rows` higher (lower when negative):
 * the terminal moves it. Only what it costs depends on this, never what is seen. */
void screen_scroll(struct screen *s, const struct rect *r, int rows);

#endif
