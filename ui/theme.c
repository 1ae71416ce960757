/*
 * Themes are data: {style: "colour [on colour] attribute..."}. Read when a screen starts, never
 * before.
 */
#include "ui/theme.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "config/prompt.h"

static const char *const colors[] = {"black", "red", "green", "yellow", "blue", "magenta", "cyan",
    "white", "bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue",
    "bright-magenta", "bright-cyan", "bright-white"};

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
#define ATTRIBUTES (sizeof attributes / sizeof *attributes)

static bool find_color(const char *word, int *out)
{
	char *end;
	long n = strtol(word, &end, 10);

	for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
		if (strcmp(colors[i], word) == 0) {
			*out = (int)i;
			return true;
		}
	}
	*out = (int)n;
	return end != word && *end == '\0' && n >= 0 && n <= 255;
}

static bool find_attribute(const char *word, struct look *look)
{
	for (size_t i = 0; i < ATTRIBUTES; i++) {
		if (strcmp(attributes[i].name, word) == 0) {
			look->attributes |= attributes[i].attribute;
			return true;
		}
	}
	return false;
}

/* "bright-cyan on 236 bold" */
static bool read_look(const char *words, struct look *look)
{
	char *copy = xstrdup(words), *rest = copy, *word;
	int *color = &look->fg;
	bool ok = true;

	while (ok && (word = strsep(&rest, " "))) {
		if (*word == '\0')
			continue;
		if (strcmp(word, "on") == 0)
			color = &look->bg;
		else if (!find_attribute(word, look))
			ok = find_color(word, color);
	}
	free(copy);
	return ok;
}

static bool find_style(const char *name, enum style *out)
{
	for (int i = 0; i < STYLE_COUNT; i++) {
		if (strcmp(style_name((enum style)i), name) == 0) {
			*out = (enum style)i;
			return true;
		}
	}
	return false;
}

static bool read_theme(struct theme *t, const char *file, json_t *table, struct error *e)
{
	const char *key;
	json_t *value;

	json_object_foreach (table, key, value) {
		enum style s;
		if (!find_style(key, &s))
			return error_at(e, ERR_CONFIG, file, "unknown style '%s'", key);
		if (!json_is_string(value) || !read_look(json_string_value(value), &t->looks[s]))
			return error_at(e, ERR_CONFIG, file,
			    "'%s' is no look; write a colour, 'on' and a colour, attributes", key);
	}
	return true;
}

bool theme_load(struct theme *t, const char *name, struct error *e)
{
	struct problems problems = PROBLEMS_INIT;
	char *file = xasprintf("themes/%s.yaml", name);
	bool ok = false;

	for (int i = 0; i < STYLE_COUNT; i++)
		t->looks[i] = (struct look){.fg = -1, .bg = -1};
	json_t *table = strpbrk(name, "/.") ? NULL : config_table(file, &problems);
	if (!table) {
		char *first = problems.count ? problem_line(&problems.list[0]) : NULL;
		error_set(e, ERR_CONFIG, "no theme '%s'%s%s; set ui.theme to a file of themes/",
		    name, first ? ": " : "", first ? first : "");
		free(first);
		goto out;
	}
	ok = read_theme(t, file, table, e);
out:
	json_decref(table);
	problems_free(&problems);
	free(file);
	return ok;
}

static void add_color(struct buf *out, int color, int base)
{
	if (color >= 16)
		buf_addf(out, ";%d;5;%d", base + 8, color);
	else if (color >= 8)
		buf_addf(out, ";%d", base + 60 + color - 8);
	else if (color >= 0)
		buf_addf(out, ";%d", base + color);
}

void theme_sgr(const struct theme *t, enum style s, struct buf *out)
{
	const struct look *look = &t->looks[s];

	buf_adds(out, "\033[0");
	for (size_t i = 0; i < ATTRIBUTES; i++)
		if (look->attributes & attributes[i].attribute)
			buf_addf(out, ";%s", attributes[i].sgr);
	add_color(out, look->fg, 30);
	add_color(out, look->bg, 40);
	buf_adds(out, "m");
}
