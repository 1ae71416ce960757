/* SPDX-License-Identifier: MIT
 * /config: every setting with its value and where it comes from, in the words of `agent config
 * show`. With a value it changes one for this session: one that is read at each use (SETTING_LIVE),
 * or that the agent reads at its next step.
 */
#include "base/base.h"
#include "base/text/names.h"
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

static void add_about(struct lines *out, const char *what, const char *value)
{
	if (!value)
		return;
	lines_addf(out, STYLE_DIM, "   %s ", what);
	lines_end_with(out, STYLE_TEXT, "%s", value);
}

static void show(const struct commander *c, const char *key)
{
	auto_lines body = {0};

	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		auto_buf text = BUF_INIT;

		if (!setting_is_in(row, *key ? key : NULL))
			continue;
		setting_write(c->settings, row, &text);
		lines_addf(&body, STYLE_KEY, " %s: ", row->name);
		lines_end_with(&body, STYLE_TEXT, "%s", buf_str(&text));
		add_about(&body, "from", setting_source(c->settings, row->name));
		add_about(&body, "one of", row->choices);
		add_about(&body, "environment", row->environment);
		if (row->flags & SETTING_TRUSTED)
			lines_end_with(
			    &body, STYLE_DIM, "   a workspace may set it only when it is trusted");
	}
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
	static const char *const keys[] = {
	    "backend.effort", "backend.temperature", "backend.max_tokens"};
	static const char *const of_role[] = {
	    ".model", ".max_tokens", ".temperature", ".timeout_s"};

	return strncmp(key, "limits.", 7) == 0 || row_named(keys, key) < ARRAY_SIZE(keys) ||
	       (strncmp(key, "roles.", 6) == 0 &&
		   row_named(of_role, strrchr(key, '.')) < ARRAY_SIZE(of_role));
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
