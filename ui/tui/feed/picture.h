/* SPDX-License-Identifier: MIT
 * A tool's pictures over the whole screen, for terminals that can show them; others show a line with their size. */
#ifndef UI_TUI_FEED_PICTURE_H
#define UI_TUI_FEED_PICTURE_H

#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/tui.h"

/* Shows the first picture of a block. False: it has none, or the terminal shows none (ui.pictures). */
bool picture_show(struct tui *t, const struct block *b);
/* Takes any key while a picture is shown: shows the next one, or the chat. */
enum handled picture_key(struct tui *t, unsigned key);
void picture_close(struct tui *t); /* does nothing if none is shown */
/* Whether a picture is shown, so that nothing may be drawn; closes it before if a question is open. */
bool picture_stays(struct tui *t);

#endif
