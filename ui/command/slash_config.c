/* SPDX-License-Identifier: MIT
 * /config: every setting with its value and where it comes from, by the words of `agent config
 * show`. With a value it changes one of the screen's for this session: who reads it does so whenever
 * it counts, so there is nothing to tell.
 */
#include "base/base.h"
#include "config/settings_show.h"
#include "config/settings_value.h"
#include "ui/command/slash_rows.h"

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct commander *c = ctx;

	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		auto_buf text = BUF_INIT;

		buf_addf(&text, "%s: ", row->name);
		setting_write(c->settings, row, &text);
		pick_rows_add(
		    out, buf_str(&text), setting_source(c->settings, row->name), row->name);
	}
}

/* Adds its value, where that is from, what it may be and how it is set. */
static void add_setting(const struct commander *c, const struct setting *row, struct lines *out)
{
	auto_buf text = BUF_INIT;

	setting_write(c->settings, row, &text);
	lines_addf(out, STYLE_KEY, " %s: ", row->name);
	lines_end_with(out, STYLE_TEXT, "%s", buf_str(&text));
	lines_addf(out, STYLE_DIM, "   from ");
	lines_end_with(out, STYLE_TEXT, "%s", setting_source(c->settings, row->name));
	if (row->choices) {
		lines_addf(out, STYLE_DIM, "   one of ");
		lines_end_with(out, STYLE_TEXT, "%s", row->choices);
	}
	if (row->environment) {
		lines_addf(out, STYLE_DIM, "   environment ");
		lines_end_with(out, STYLE_TEXT, "%s", row->environment);
	}
	if (row->flags & SETTING_TRUSTED)
		lines_end_with(out, STYLE_DIM, "   a workspace may set it only when it is trusted");
}

static void show(const struct commander *c, const char *key)
{
	auto_lines body = {0};

	for (size_t i = 0; i < settings_count; i++)
		if (setting_is_in(&settings_table[i], *key ? key : NULL))
			add_setting(c, &settings_table[i], &body);
	if (body.count)
		c->page(c->face, "Settings", &body, 5);
	else
		slash_say(c, "unknown key '%s'; /config lists them", key);
}

static void chosen(void *ctx, const struct pick_row *row)
{
	show(ctx, row->value);
}

/* Whether the agent reads the setting at its next step: limits, how the model is asked, and the
 * models of roles on the turn's own server. */
static bool of_session(const char *key)
{
	static const char *const endings[] = {
	    ".model", ".max_tokens", ".temperature", ".timeout_s"};
	const char *end = strrchr(key, '.');

	if (strncmp(key, "limits.", 7) == 0 || strcmp(key, "backend.effort") == 0 ||
	    strcmp(key, "backend.temperature") == 0 || strcmp(key, "backend.max_tokens") == 0)
		return true;
	for (size_t i = 0; strncmp(key, "roles.", 6) == 0 && i < 4; i++)
		if (strcmp(end, endings[i]) == 0)
			return true;
	return false;
}

static void change(struct commander *c, const char *key, const char *text)
{
	const struct setting *row = setting_find(key);
	auto_buf why = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!row) {
		slash_say(c, "unknown key '%s'; /config lists them", key);
		return;
	}
	if (!(row->flags & SETTING_LIVE) && !of_session(row->name)) {
		slash_say(c, "'%s' holds from the start on; set it in your agent.yaml", key);
		return;
	}
	json_auto_t *value = setting_accept_text(row, row->name, text, &why);
	if (!value) {
		slash_say(c, "%s", buf_str(&why));
	} else if (of_session(row->name)) {
		slash_set(c, row->name, json_incref(value));
		slash_say(c, "%s: %s for this session, from the next step on", key, text);
	} else if ((strcmp(row->name, "ui.theme") == 0 && c->theme &&
		       !c->theme(c->face, json_string_value(value), &e)) ||
		   !setting_change(c->settings, row->name, json_incref(value), &e)) {
		slash_say(c, "%s", e.message);
	} else {
		auto_free char *said = xasprintf("%s: %s", key, text);
		slash_keep(c, row->name, value, said);
	}
}

static void config(struct commander *c, const char *rest)
{
	const char *value = rest;
	auto_free char *key = slash_next_word(&value);

	if (*value)
		change(c, key, value);
	else if (*rest || !c->pick)
		show(c, rest);
	else
		c->pick(c->face, &(struct pick_source){.title = "Settings",
				     .fill = fill,
				     .by_meaning = true,
				     .chosen = chosen,
				     .ctx = c});
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	for (size_t i = 0; !*before && i < settings_count; i++)
		candidates_add(out, settings_table[i].name,
		    setting_source(c->settings, settings_table[i].name));
}

const struct slash slash_config = {
    .name = "config",
    .arguments = "[KEY [VALUE]]",
    .help = "the settings, and where each comes from",
    .run = config,
    .complete = complete,
};
