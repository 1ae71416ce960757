/*
 * Looks a server's words of refusal up in the table of refusals.
 */
#include "llm/http/refusal.h"

#include <string.h>

#include "base/json/json.h"
#include "base/text/text.h"
#include "config/prompt.h"

static bool speaks(const json_t *row, const char *protocol, const char *words)
{
	const json_t *word;
	size_t i;

	if (!text_is(json_str(row, "protocol", protocol), protocol))
		return false;
	json_array_foreach (json_list(row, "words"), i, word)
		if (!json_is_string(word) || !strcasestr(words, json_string_value(word)))
			return false;
	return true;
}

json_t *refusal_rows(const char *protocol, const char *words)
{
	json_t *table = config_table_usable("refusals.yaml"), *rows = json_array(), *row;
	size_t i;

	json_array_foreach (json_list(table, "refusals"), i, row)
		if (speaks(row, protocol, words))
			json_array_append(rows, row);
	json_decref(table);
	return rows;
}

bool refusal_of_form(const char *words)
{
	json_t *table = config_table_usable("refusals.yaml"), *form;
	bool found = false;
	size_t i;

	json_array_foreach (json_list(table, "answer_forms"), i, form)
		found |= json_is_string(form) && strcasestr(words, json_string_value(form));
	json_decref(table);
	return found;
}
