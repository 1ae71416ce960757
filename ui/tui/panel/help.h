/* SPDX-License-Identifier: MIT */
/* The list of keys, and the palette. */
#ifndef UI_TUI_PANEL_HELP_H
#define UI_TUI_PANEL_HELP_H

#include "ui/tui/input/tui.h"

/* Appends the keys, in groups. face: the struct tui, for struct commander. */
void help_lines(void *face, struct lines *out);
void help_show(struct tui *t);	  /* a page of them, and of the commands */
void palette_show(struct tui *t); /* a list of commands and actions; what is chosen is run */

#endif
