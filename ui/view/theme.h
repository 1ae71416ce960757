/* SPDX-License-Identifier: MIT
 * How each style looks: config/themes/NAME.yaml, overridable in the user's folder. Meaning never
 * hangs on colours.
 */
#ifndef UI_VIEW_THEME_H
#define UI_VIEW_THEME_H

#include "base/error.h"
#include "ui/view/color.h"
#include "ui/view/lines.h"

enum attribute {
	ATTR_BOLD = 1,
	ATTR_DIM = 2,
	ATTR_ITALIC = 4,
	ATTR_UNDERLINE = 8,
	ATTR_REVERSE = 16,
	ATTR_STRIKE = 32,
};
struct look {
	int fg, bg; /* color.h */
	int attributes;
};
struct theme {
	bool light; /* made for a light background */
	struct look looks[STYLE_COUNT];
};
/* Returns the name of the theme of a setting: "auto" is light or dark, else the setting itself,
 * borrowed. */
const char *theme_named(const char *setting, bool light);
/* Whether the background is light by $COLORFGBG; *known: whether that says anything. */
bool theme_background(bool *known);
/* Reads a theme. False: e names the file's problem: no such theme, unknown style, colour or attribute. */
bool theme_load(struct theme *t, const char *name, struct error *e);
/* Sets t to the built-in dark or light theme, whatever is in the user's folder, for when a theme
 * cannot be loaded. */
void theme_fallback(struct theme *t, bool light);
/* Loads the theme that a setting names (NULL: auto), for output that is no screen, in the colours
 * $TERM has. False: e says why it cannot be read, and t is the built-in one. */
bool theme_open(struct theme *t, const char *setting, struct error *e);
/* Replaces every colour by the nearest of `colors` colours; text never becomes the colour of its
 * background. */
void theme_fit(struct theme *t, int colors);
/* Returns how a style looks on the ground of a changed line (STYLE_ON_ADDED, ...) or on none. */
struct look theme_look(const struct theme *t, enum style s);
/* Appends the escape sequence of a style, for output that is no screen; "\033[0m" ends it. */
void theme_sgr(const struct theme *t, enum style s, struct buf *out);

#endif
