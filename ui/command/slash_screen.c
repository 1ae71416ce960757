/* SPDX-License-Identifier: MIT
 * Commands of the face itself: its help, how it looks, the way out.
 */
#include <dirent.h>
#include "base/base.h"
#include "base/embed.h"
#include "base/file.h"
#include "ui/command/slash_rows.h"

#define THEMES "config/themes/"

static void help_fill(void *ctx, int cells, struct lines *out)
{
	const struct commander *c = ctx;

	slash_help_lines(c, out);
	if (c->keys)
		c->keys(c->face, out);
}

static void help(struct commander *c, const char *rest)
{
	slash_view(c, "Help",
	    &(struct page_source){.fill = help_fill,
		.hang = SLASH_HELP_COLUMN + 1,
		.keys = "/ find  n p part  PageUp/PageDown",
		.parts = true,
		.ctx = c});
}

const struct slash slash_help = {.name = "help", .help = "commands and keys", .run = help};

static void quit(struct commander *c, const char *rest)
{
	slash_leave(c);
}

const struct slash slash_quit = {.name = "quit", .help = "leave", .run = quit};

static void clear(struct commander *c, const char *rest)
{
	if (c->clear)
		c->clear(c->face);
	slash_say(c, c->clear ? "only the feed is empty: the model still knows it all, /new "
				"forgets; PageUp shows it"
			      : "lines stay where they are; the terminal's own clear empties it");
}

const struct slash slash_clear = {
    .name = "clear",
    .help = "empty the feed; the session goes on",
    .run = clear,
};

/* ---- themes ---------------------------------------------------------------------------------- */

/* Adds a theme by its file's name, "dark.yaml"; the same name from both folders is listed once. */
static void add_theme(struct pick_rows *out, const char *file, const char *about)
{
	size_t len = strlen(file), i;

	if (len < 6 || strcmp(file + len - 5, ".yaml") != 0)
		return;
	auto_free char *name = xstrndup(file, len - 5);
	for (i = 0; i < out->count && strcmp(out->list[i].text, name) != 0; i++)
		;
	if (i == out->count)
		pick_rows_add(out, name, about, NULL);
}

static void fill_themes(void *ctx, const char *filter, struct pick_rows *out)
{
	auto_free char *path = file_home(FILE_CONFIG, THEMES);
	auto_closedir DIR *dir = opendir(path);

	pick_rows_add(out, "auto", "by the background", NULL);
	for (struct dirent *d; dir && (d = readdir(dir));)
		add_theme(out, d->d_name, "yours");
	for (size_t i = 0; i < embed_count; i++)
		if (strncmp(embed_files[i].name, THEMES, strlen(THEMES)) == 0)
			add_theme(out, embed_files[i].name + strlen(THEMES), NULL);
}

static void use_theme(struct commander *c, const char *name)
{
	auto_error e = ERROR_INIT;

	if (!c->theme)
		slash_say(c, "lines have no theme to change");
	else if (c->theme(c->face, name, &e)) {
		auto_free char *said = xasprintf("theme %s", name);
		json_auto_t *value = json_string(name);

		slash_keep(c, "ui.theme", value, said);
	} else {
		slash_say(c, "%s", e.message);
	}
}

/* The list of themes. While it is open the screen has the selected theme. */
struct theme_list {
	struct commander *commander;
	char *before; /* (owned) the theme that comes back unless one is chosen */
	bool chosen;
};

static void theme_chosen(void *ctx, const struct pick_row *row)
{
	struct theme_list *list = ctx;

	list->chosen = true;
	use_theme(list->commander, row->value);
}

static void theme_tried(struct commander *c, const char *name)
{
	auto_error e = ERROR_INIT;

	if (c->theme && strcmp(setting_string(c->settings, "ui.theme"), name) != 0)
		c->theme(c->face, name, &e);
}

static void theme_moved(void *ctx, const struct pick_row *row)
{
	theme_tried(((struct theme_list *)ctx)->commander, row->value);
}

static void theme_closed(void *ctx)
{
	auto_free struct theme_list *list = ctx;

	if (!list->chosen)
		theme_tried(list->commander, list->before);
	free(list->before);
}

/* Adds a few rows of a session, each of two styles, as an example of the selected theme. */
static void theme_beside(void *ctx, struct lines *out)
{
	static const struct {
		enum style style;
		const char *word;
		enum style then;
		const char *text;
	} rows[] = {{STYLE_USER | STYLE_ON_PROMPT, " you       ", STYLE_TEXT | STYLE_ON_PROMPT,
			"mend the failing test   "},
	    {STYLE_PLAN, " [Plan]    ", STYLE_TEXT, "1/3 find out why"},
	    {STYLE_ACT, " [Act]     ", STYLE_TEXT, "edit_file sum.c"},
	    {STYLE_DEL, " - ", STYLE_REMOVED_WORD, "return total;"},
	    {STYLE_ADD, " + ", STYLE_ADDED_WORD, "return total + tax;"},
	    {STYLE_OBS, " [Obs]     ", STYLE_BAD, "make test: exit 2"},
	    {STYLE_REFLECT, " [Reflect] ", STYLE_TEXT, "it rounds too early"},
	    {STYLE_HEADING, " A heading", STYLE_LINK, "  a link"},
	    {STYLE_KEYWORD | STYLE_ON_CODE, " if ", STYLE_STRING | STYLE_ON_CODE, "\"text\" "},
	    {STYLE_COMMENT | STYLE_ON_CODE, " /* why */ ", STYLE_NUMBER | STYLE_ON_CODE, "42 "},
	    {STYLE_GOOD, " done", STYLE_WARN, "  a warning"},
	    {STYLE_KEY, " y", STYLE_DIM, " once   what is less important"}};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		lines_adds(out, rows[i].style, rows[i].word);
		lines_adds(out, rows[i].then, rows[i].text);
		lines_end(out);
	}
}

static void theme(struct commander *c, const char *rest)
{
	if (*rest) {
		use_theme(c, rest);
		return;
	}
	struct theme_list *list = xcalloc(1, sizeof *list);
	*list = (struct theme_list){
	    .commander = c, .before = xstrdup(setting_string(c->settings, "ui.theme"))};
	slash_pick(c, &(struct pick_source){.title = "Themes",
			  .fill = fill_themes,
			  .chosen = theme_chosen,
			  .moved = theme_moved,
			  .beside = theme_beside,
			  .closed = theme_closed,
			  .current = list->before,
			  .ctx = list});
}

const struct slash slash_theme = {
    .name = "theme",
    .arguments = "[NAME]",
    .help = "how it looks",
    .run = theme,
    .fill = fill_themes,
};
