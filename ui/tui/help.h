/* The list of keys, and the palette. */
#ifndef UI_TUI_HELP_H
#define UI_TUI_HELP_H

#include "ui/tui/tui.h"

void help_lines(const struct tui *t, struct lines *out);
void help_show(struct tui *t);
void palette_show(struct tui *t);

#endif
