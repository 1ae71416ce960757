/* SPDX-License-Identifier: MIT
 * Commands of the roadmap planner: a goal for it, and how it deals with the user in this session.
 */
#include "base/base.h"
#include "config/settings_show.h"
#include "config/settings_value.h"
#include "ui/command/slash_rows.h"

#define POLICY "roadmap."

static void roadmap(struct commander *c, const char *rest)
{
	if (!*rest)
		slash_usage(c, &slash_roadmap);
	else
		inbox_push(
		    c->session, (struct intent){INTENT_ROADMAP,
				    json_pack("{s:o}", "text", json_text(rest, strlen(rest)))});
}

const struct slash slash_roadmap = {
    .name = "roadmap",
    .arguments = "GOAL",
    .help = "plan a goal: outline, roadmap, schedule",
    .run = roadmap,
};

static bool is_policy(const struct setting *row)
{
	return strncmp(row->name, POLICY, sizeof POLICY - 1) == 0;
}

static void show_policy(const struct commander *c)
{
	auto_lines body = {0};

	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		auto_buf text = BUF_INIT;

		if (!is_policy(row))
			continue;
		setting_write(c->settings, row, &text);
		lines_addf(&body, STYLE_KEY, " %s: ", row->name + sizeof POLICY - 1);
		lines_addf(&body, STYLE_TEXT, "%s", buf_str(&text));
		if (row->choices)
			lines_addf(&body, STYLE_DIM, "   one of %s", row->choices);
		else
			lines_addf(&body, STYLE_DIM, "   from %g to %g", row->min, row->max);
		lines_end(&body);
	}
	c->page(c->face, "How plans are made with you", &body, 5);
}

static void policy(struct commander *c, const char *rest)
{
	const char *value = rest;
	auto_free char *field = slash_next_word(&value), *key = xasprintf(POLICY "%s", field);
	const struct setting *row = setting_find(key);
	auto_buf why = BUF_INIT;
	json_t *set = row && *value ? setting_accept_text(row, row->name, value, &why) : NULL;

	if (!*rest)
		show_policy(c);
	else if (!*value)
		slash_usage(c, &slash_policy);
	else if (!row)
		slash_say(c, "no field '%s'; /policy lists them", field);
	else if (!set)
		slash_say(c, "%s", buf_str(&why));
	else
		slash_set(c, row->name, set);
}

static void complete_policy(const struct commander *c, const char *before, struct candidates *out)
{
	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		const char *name = row->name + sizeof POLICY - 1;

		if (!is_policy(row))
			continue;
		if (!*before)
			candidates_add(out, name, row->choices ? row->choices : "a number");
		const char *choices = *before ? row->choices : NULL;
		while (choices && *choices && strncmp(before, name, strlen(name)) == 0) {
			const size_t len = strcspn(choices, "|");
			auto_free char *word = xstrndup(choices, len);

			candidates_add(out, word, "");
			choices += len + (choices[len] == '|');
		}
	}
}

const struct slash slash_policy = {
    .name = "policy",
    .arguments = "[FIELD VALUE]",
    .help = "how the roadmap planner deals with you, in this session",
    .run = policy,
    .complete = complete_policy,
};
