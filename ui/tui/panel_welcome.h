/* An empty chat: what to type, below what was said already. */
#ifndef UI_TUI_PANEL_WELCOME_H
#define UI_TUI_PANEL_WELCOME_H

#include "ui/tui/input_mode.h"
#include "ui/tui/tui.h"

int panel_welcome_draw(struct tui *t, const struct rect *r, int row); /* the row behind it */
enum handled panel_welcome_key(struct tui *t, unsigned key);	      /* Tab: an example */
void panel_welcome_free(struct tui *t);

#endif
