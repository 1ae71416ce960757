/* SPDX-License-Identifier: MIT
 * Makes the lists of options and commands that an editor gets. Options are rows of config/acp.yaml; modes repeat the
 * first of them in the older form that some editors read.
 */
#include "cli/acp/acp_options.h"

#include "base/base.h"
#include "config/prompt.h"
#include "ui/command/slash.h"
#include "workspace/permission/permission.h"

#define AS_IT_LIKES "default" /* no level of effort is set */

const json_t *acp_table(const char *part)
{
	static json_t *table;

	table = table ? table : config_builtin("acp.yaml");
	return json_object_get(table, part);
}

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

static json_t *choices_of(const struct acp_session *s, const json_t *row)
{
	const struct setting *setting = setting_find(json_str(row, "setting", ""));
	const char *id = json_str(row, "id", ""), *now = json_str(s->values, id, NULL);
	json_t *choices = json_array();

	if (strcmp(id, "effort") == 0)
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

	json_each (row, acp_table("options")) {
		json_t *choices = choices_of(s, row), *option = json_copy((json_t *)row);

		json_object_del(option, "setting");
		json_put_str(option, "type", "select");
		json_put_str(option, "currentValue",
		    json_str(s->values, json_str(row, "id", ""), AS_IT_LIKES));
		json_put(option, "options", choices);
		if (json_array_size(choices))
			json_array_append(list, option);
		json_decref(option);
	}
	return list;
}

json_t *acp_options(const struct acp_session *s)
{
	json_auto_t *choices = choices_of(s, json_array_get(acp_table("options"), 0));
	json_t *modes = json_array();

	json_each (choice, choices)
		json_array_append_new(
		    modes, json_pack("{s:O, s:O, s:O*}", "id", json_object_get(choice, "value"),
			       "name", json_object_get(choice, "name"), "description",
			       json_object_get(choice, "description")));
	return json_pack("{s:{s:s, s:o}, s:o}", "modes", "currentModeId",
	    json_str(s->values, "mode", "ask"), "availableModes", modes, "configOptions",
	    acp_config(s));
}

const char *acp_option_setting(const struct acp_session *s, const char *option, const char *value)
{
	const json_t *row = json_row(acp_table("options"), "id", option);
	json_auto_t *choices = row ? choices_of(s, row) : NULL;

	return json_row(choices, "value", value) ? json_str(row, "setting", NULL) : NULL;
}

const char *acp_option_of(const char *setting)
{
	return json_str(json_row(acp_table("options"), "setting", setting), "id", NULL);
}

json_t *acp_commands(void)
{
	json_t *list = json_array();

	json_each (name, acp_table("commands")) {
		auto_free char *text = xasprintf("/%s", json_string_value(name));
		const struct slash *row = slash_find(text);

		if (row)
			json_array_append_new(
			    list, json_pack("{s:O, s:s, s:o*}", "name", name, "description",
				      row->help, "input",
				      row->arguments ? json_pack("{s:s}", "hint", row->arguments)
						     : NULL));
	}
	return list;
}
