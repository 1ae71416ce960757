/* SPDX-License-Identifier: MIT
 * Reads themes, which are data: {background: dark or light, style: "colour [on colour]
 * attribute..."}. Read when a screen starts, never before.
 */
#include "ui/view/theme.h"

#include "base/base.h"
#include "config/prompt.h"

static const struct {
	const char *name;
	enum attribute attribute;
	const char *sgr;
} attributes[] = {
    {"bold", ATTR_BOLD, "1"},
    {"dim", ATTR_DIM, "2"},
    {"italic", ATTR_ITALIC, "3"},
    {"underline", ATTR_UNDERLINE, "4"},
    {"reverse", ATTR_REVERSE, "7"},
    {"strike", ATTR_STRIKE, "9"},
};
#define ATTRIBUTES ARRAY_SIZE(attributes)

/* Reads a look such as "bright-cyan on 236 bold". False: it has an unknown word. */
static bool read_look(const char *words, struct look *look)
{
	auto_free char *copy = xstrdup(words);
	char *rest = copy, *word;
	int *color = &look->fg;
	bool ok = true;

	while (ok && (word = strsep(&rest, " "))) {
		size_t i = 0;

		while (i < ATTRIBUTES && strcmp(attributes[i].name, word) != 0)
			i++;
		if (i < ATTRIBUTES)
			look->attributes |= attributes[i].attribute;
		else if (strcmp(word, "on") == 0)
			color = &look->bg;
		else if (*word)
			ok = color_parse(word, color);
	}
	return ok && !(color == &look->bg && look->bg < 0); /* "on" without a colour behind it */
}

static bool read_theme(struct theme *t, const char *file, json_t *table, struct error *e)
{
	*t = (struct theme){0};
	for (int i = 0; i < STYLE_COUNT; i++)
		t->looks[i] = (struct look){.fg = COLOR_NONE, .bg = COLOR_NONE};
	if (!json_is_object(table))
		return error_at(e, ERR_CONFIG, file, "a theme is a list of STYLE: LOOK");
	json_members (key, value, table) {
		const char *word = json_string_value(value);
		int s = 0;

		if (strcmp(key, "background") == 0) {
			t->light = text_is(word, "light");
			if (!t->light && !text_is(word, "dark"))
				return error_at(
				    e, ERR_CONFIG, file, "'background' is dark or light");
			continue;
		}
		while (s < STYLE_COUNT && strcmp(style_name((enum style)s), key) != 0)
			s++;
		if (s == STYLE_COUNT)
			return error_at(e, ERR_CONFIG, file, "unknown style '%s'", key);
		if (!word || !read_look(word, &t->looks[s]))
			return error_at(e, ERR_CONFIG, file,
			    "'%s' is no look; write a colour, 'on' and a colour, attributes", key);
	}
	return true;
}

const char *theme_named(const char *setting, bool light)
{
	return strcmp(setting, "auto") != 0 ? setting : light ? "light" : "dark";
}

/* The last number of $COLORFGBG is that of the background: "15;0", "0;default;15". */
bool theme_background(bool *known)
{
	const char *s = getenv("COLORFGBG"), *last = s ? strrchr(s, ';') : NULL;
	int color = 0;

	*known = last && color_parse(last + 1, &color);
	return *known && (color == 7 || color == 15);
}

bool theme_load(struct theme *t, const char *name, struct error *e)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	auto_free char *file = xasprintf("themes/%s.yaml", name);
	json_auto_t *table = strpbrk(name, "/.") ? NULL : config_table(file, &problems);

	if (table)
		return read_theme(t, file, table, e);
	auto_free char *first = problems.count ? problem_line(&problems.list[0]) : NULL;
	return error_set(e, ERR_CONFIG, "no theme '%s'%s%s; set ui.theme to a file of themes/",
	    name, first ? ": " : "", first ? first : "");
}

void theme_fallback(struct theme *t, bool light)
{
	const char *file = light ? "themes/light.yaml" : "themes/dark.yaml";
	struct error e = ERROR_INIT;
	json_auto_t *table = config_builtin(file);

	if (!read_theme(t, file, table, &e))
		die("%s: %s", file, e.message);
}

static const enum style shades[STYLE_GROUNDS] = {
    [STYLE_GROUND(STYLE_ON_ADDED)] = STYLE_ADDED_LINE,
    [STYLE_GROUND(STYLE_ON_REMOVED)] = STYLE_REMOVED_LINE,
    [STYLE_GROUND(STYLE_ON_PROMPT)] = STYLE_PROMPT_LINE,
    [STYLE_GROUND(STYLE_ON_CODE)] = STYLE_CODE_LINE,
    [STYLE_GROUND(STYLE_ON_SELECTED)] = STYLE_SELECTED_LINE,
};

void theme_fit(struct theme *t, int colors)
{
	bool bright, unused;

	for (int i = 0; i < STYLE_COUNT; i++) {
		struct look *l = &t->looks[i];
		l->fg = color_nearest(l->fg, colors, &bright);
		const bool hidden = t->light ? l->fg == 7 || l->fg == 15 : l->fg == 0;
		if (l->bg < 0 && colors <= 16 && hidden) {
			/* Text in the colour of the background could not be read, so it becomes the terminal's own
			 * colour, dimmed. */
			l->attributes |= ATTR_DIM;
			l->fg = COLOR_NONE;
		} else if (l->bg < 0 && bright) {
			l->attributes |= ATTR_BOLD;
		}
		l->bg = color_nearest(l->bg, colors, &unused);
		if (l->bg >= 0 && l->fg == l->bg)
			l->fg = COLOR_NONE;
	}
	for (int ground = 1; ground < STYLE_GROUNDS && colors < 256; ground++)
		t->looks[shades[ground]].bg = COLOR_NONE; /* too coarse for a shade behind text */
}

bool theme_open(struct theme *t, const char *setting, struct error *e)
{
	bool known, light = theme_background(&known);
	bool ok = theme_load(t, theme_named(setting ? setting : "auto", light), e);

	if (!ok)
		theme_fallback(t, light);
	theme_fit(t, color_count());
	return ok;
}

/* Returns the look of a style. On a shaded line text keeps its own look; where there are no shades,
 * a changed line has one look, as it is added or removed. */
struct look theme_look(const struct theme *t, enum style s)
{
	const enum style plain = STYLE_PLAIN(s), line = shades[STYLE_GROUND(s)];
	const bool word = plain == STYLE_ADDED_WORD || plain == STYLE_REMOVED_WORD;
	const bool changed = line == STYLE_ADDED_LINE || line == STYLE_REMOVED_LINE;
	struct look look = t->looks[plain];

	if (STYLE_GROUND(s) && t->looks[line].bg < 0 && changed)
		return word ? look : t->looks[line == STYLE_ADDED_LINE ? STYLE_ADD : STYLE_DEL];
	if (STYLE_GROUND(s) && look.bg < 0)
		look.bg = t->looks[line].bg;
	return look;
}

void theme_sgr(const struct theme *t, enum style s, struct buf *out)
{
	struct look look = theme_look(t, s);

	buf_adds(out, "\033[0");
	for (size_t i = 0; i < ATTRIBUTES; i++)
		if (look.attributes & attributes[i].attribute)
			buf_addf(out, ";%s", attributes[i].sgr);
	color_sgr(out, look.fg, 30);
	color_sgr(out, look.bg, 40);
	buf_adds(out, "m");
}
