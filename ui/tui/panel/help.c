/* SPDX-License-Identifier: MIT
 * The list of keys that ? and /help show, in groups, and the palette: every command and every key's
 * action in one list, to be run from there.
 */
#include "ui/tui/panel/help.h"

#include "base/base.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/key_action.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/view/plan_view.h"

#define KEY_COLUMN 22

static void keys_of(const struct keymap *k, const char *name, struct buf *out)
{
	for (size_t i = 0; i < k->count; i++) {
		if (strcmp(k->list[i].action, name) != 0)
			continue;
		buf_adds(out, out->len ? ", " : "");
		input_name(k->list[i].key, out);
	}
}

static void help_row(const struct keymap *k, const char *name, const char *help, struct lines *out)
{
	auto_buf keys = BUF_INIT;

	keys_of(k, name, &keys);
	if (keys.len) {
		lines_addf(out, STYLE_KEY, " %s", buf_str(&keys));
		lines_to(out, STYLE_TEXT, KEY_COLUMN);
		lines_end_with(out, STYLE_TEXT, " %s", help);
	}
}

void help_lines(void *face, struct lines *out)
{
	const struct tui *t = face;

	for (const struct key_group *g = t->key_groups; g->list; g++) {
		if (!key_group_applies(t, g))
			continue;
		if (g->title && out->count)
			lines_end(out);
		if (g->title)
			lines_end_with(out, STYLE_HEADING, " %s", g->title);
		for (const struct key_action *a = g->list; a->name; a++)
			if (a->help)
				help_row(
				    g->plan ? &t->focus->keys : &t->keys, a->name, a->help, out);
		for (const struct composer_action *a = composer_actions; g->editing && a->name; a++)
			if (a->help)
				help_row(&t->keys, a->name, a->help, out);
	}
}

static void help_fill(void *ctx, int cells, struct lines *out)
{
	const struct tui *t = ctx;

	help_lines(ctx, out);
	if (t->session) {
		lines_end(out);
		slash_help_lines(&t->commander, out);
	}
}

void help_show(struct tui *t)
{
	t->commander.view(t, "Help",
	    &(struct page_source){.fill = help_fill,
		.hang = KEY_COLUMN + 1,
		.keys = "/ find  n p part  PageUp/PageDown",
		.parts = true,
		.ctx = t});
}

/* ---- the palette ----------------------------------------------------------------------------- */

static void add_action(
    struct pick_rows *out, const struct keymap *k, char kind, const char *name, const char *help)
{
	auto_buf keys = BUF_INIT;
	auto_free char *value = xasprintf("%c%s", kind, name);

	keys_of(k, name, &keys);
	if (help && keys.len)
		pick_rows_add(out, help, buf_str(&keys), value);
}

/* Whether the action, if run from the palette, would do something now. */
static bool action_possible(const struct tui *t, const struct key_group *g, const char *name)
{
	if (g->plan)
		return plan_shown(t->commander.plan);
	return strcmp(name, "palette") != 0 && strcmp(name, "send") != 0 &&
	       (strcmp(name, "answer") != 0 || ui_open_question(&t->model)) &&
	       (strcmp(name, "stop") != 0 || t->model.running || t->model.commanding);
}

/* Adds the palette's rows. The first letter of a value says what it names: / a command, a an
 * action, p one of the plan, e one of the composer. */
static void palette_fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct tui *t = ctx;

	for (size_t i = 0; t->session && slashes[i]; i++) {
		/* "Theme: how it looks": begins with the word one would search for. */
		const struct slash *s = slashes[i];
		auto_free char *name = xasprintf("/%s", s->name);
		auto_free char *text =
		    xasprintf("%c%s: %s", toupper((unsigned char)*s->name), s->name + 1, s->help);
		pick_rows_add(out, text, name, name);
	}
	for (const struct key_group *g = t->key_groups; g->list; g++)
		for (const struct key_action *a = g->list; key_group_applies(t, g) && a->name; a++)
			if (action_runs(a) && action_possible(t, g, a->name))
				add_action(out, g->plan ? &t->focus->keys : &t->keys,
				    g->plan ? 'p' : 'a', a->name, a->help);
	const bool edits = t->session && !composer_empty(&t->input->composer);
	for (const struct composer_action *a = composer_actions; edits && a->name; a++)
		add_action(out, &t->keys, 'e', a->name, a->help);
}

static void run_plan_action(struct tui *t, const char *name)
{
	const struct key_group *g = t->key_groups;

	while (g->list && !g->plan)
		g++;
	plan_focus(t, true);
	if (t->focus->on)
		action_run(t, action_in(g->list, name));
	else
		tui_hint(t, "there is no plan");
}

static void palette_chosen(void *ctx, const struct pick_row *row)
{
	struct tui *t = ctx;
	const char *name = row->value + 1;

	switch (*row->value) {
	case '/':
		slash_run(&t->commander, row->value);
		break;
	case 'a':
		action_run(t, action_find(t, name));
		break;
	case 'p':
		run_plan_action(t, name);
		break;
	case 'e':
		composer_do(&t->input->composer, composer_find(name));
		break;
	}
}

void palette_show(struct tui *t)
{
	t->commander.pick(t, &(struct pick_source){.title = "Everything there is",
				 .fill = palette_fill,
				 .by_meaning = true,
				 .chosen = palette_chosen,
				 .ctx = t});
}
