/* SPDX-License-Identifier: MIT */
/* The commander through which commands ask for something of the screen (ui/command/slash.h). */
#ifndef UI_TUI_SCREEN_COMMANDER_H
#define UI_TUI_SCREEN_COMMANDER_H

#include "ui/tui/input/tui.h"

/* Fills in t->commander, which commands use until screen_commander_close. */
void screen_commander_open(struct tui *t);
void screen_commander_close(struct tui *t); /* closes what is open; ends commands */

#endif
