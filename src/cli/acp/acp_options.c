/* SPDX-License-Identifier: MIT
 * A table of options; modes are the first of them, once more in the older form that some editors read.
 */
#include "cli/acp/acp_options.h"

#include "base/base.h"
#include "ui/command/slash.h"
#include "workspace/permission/permission.h"

#define AS_IT_LIKES "default" /* no level of effort is set */

static const struct option_of_editor {
	const char *id, *setting, *name, *category;
} rows[] = {
    {"mode", "approve", "Approval", "mode"},
    {"model", "backend.model", "Model", "model"},
    {"effort", "backend.effort", "Effort", "thought_level"},
};
#define ROWS (sizeof rows / sizeof *rows)

static void add_choice(json_t *choices, const char *value, const char *about)
{
	json_array_append_new(choices,
	    json_pack("{s:s, s:s, s:s*}", "value", value, "name", value, "description", about));
}

static void add_words(json_t *choices, const char *words)
{
	char *copy = xstrdup(words), *save, *word;

	for (word = strtok_r(copy, "|", &save); word; word = strtok_r(NULL, "|", &save)) {
		enum approve_mode mode;

		add_choice(choices, word,
		    approve_mode_find(word, &mode) ? approve_mode_words(mode) : NULL);
	}
	free(copy);
}

static json_t *choices_of(const struct acp_session *s, const struct option_of_editor *row)
{
	const struct setting *setting = setting_find(row->setting);
	const char *now = json_str(s->values, row->id, NULL);
	json_t *choices = json_array();

	if (strcmp(row->id, "effort") == 0)
		add_choice(choices, AS_IT_LIKES, NULL);
	if (setting->choices)
		add_words(choices, setting->choices);
	else
		json_each (model, s->models)
			add_choice(choices, json_str(model, "id", ""), NULL);
	if (now && !json_row(choices, "value", now))
		add_choice(choices, now, NULL);
	return choices;
}

json_t *acp_config(const struct acp_session *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ROWS; i++) {
		json_t *choices = choices_of(s, &rows[i]);
		const char *now = json_str(s->values, rows[i].id, AS_IT_LIKES);

		if (json_array_size(choices) == 0)
			json_decref(choices);
		else
			json_array_append_new(
			    list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "id", rows[i].id,
				      "name", rows[i].name, "category", rows[i].category, "type",
				      "select", "currentValue", now, "options", choices));
	}
	return list;
}

static json_t *modes_of(const struct acp_session *s)
{
	json_auto_t *choices = choices_of(s, &rows[0]);
	json_t *modes = json_array();

	json_each (choice, choices)
		json_array_append_new(
		    modes, json_pack("{s:O, s:O, s:O*}", "id", json_object_get(choice, "value"),
			       "name", json_object_get(choice, "name"), "description",
			       json_object_get(choice, "description")));
	return json_pack("{s:s, s:o}", "currentModeId", json_str(s->values, "mode", "ask"),
	    "availableModes", modes);
}

json_t *acp_options(const struct acp_session *s)
{
	return json_pack("{s:o, s:o}", "modes", modes_of(s), "configOptions", acp_config(s));
}

const char *acp_option_setting(const struct acp_session *s, const char *option, const char *value)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (strcmp(rows[i].id, option) != 0)
			continue;
		json_auto_t *choices = choices_of(s, &rows[i]);
		bool known = json_row(choices, "value", value) != NULL;
		return known ? rows[i].setting : NULL;
	}
	return NULL;
}

const char *acp_option_of(const char *setting)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strcmp(rows[i].setting, setting) == 0)
			return rows[i].id;
	return NULL;
}

/* Returns the commands that say something on lines and begin no turn of their own. */
json_t *acp_commands(void)
{
	static const char *const names[] = {
	    "compact", "context", "diff", "jobs", "memory", "permissions", "plan", "undo", "usage"};
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		auto_free char *text = xasprintf("/%s", names[i]);
		const struct slash *row = slash_find(text);

		if (!row)
			continue;
		json_t *input = row->arguments ? json_pack("{s:s}", "hint", row->arguments) : NULL;
		json_array_append_new(list, json_pack("{s:s, s:s, s:o*}", "name", names[i],
						"description", row->help, "input", input));
	}
	return list;
}
