/*
 * How each style looks: config/themes/NAME.yaml, overridable in the user's folder. Colours are the
 * terminal's sixteen by name or a number of 256; meaning never hangs on them.
 */
#ifndef UI_THEME_H
#define UI_THEME_H

#include "base/error.h"
#include "ui/lines.h"

enum attribute {
	ATTR_BOLD = 1,
	ATTR_DIM = 2,
	ATTR_ITALIC = 4,
	ATTR_UNDERLINE = 8,
	ATTR_REVERSE = 16,
	ATTR_STRIKE = 32,
};
struct look {
	int fg, bg; /* -1: the terminal's own; 0-15, 16-255 */
	int attributes;
};
struct theme {
	struct look looks[STYLE_COUNT];
};
/* e names the file's problem: no such theme, unknown style, colour or attribute. */
bool theme_load(struct theme *t, const char *name, struct error *e);
/* The escape sequence of a style, for output that is no screen; "\033[0m" ends it. */
void theme_sgr(const struct theme *t, enum style s, struct buf *out);

#endif
