/*
 * A terminal is recognised by a variable of the environment. Errors in a user's table are not said here but by
 * `agent config check`.
 */
#include "ui/tui/terminal/terminal_table.h"

#include <fnmatch.h>
#include <stdlib.h>
#include "base/json/json.h"
#include "config/prompt.h"

static bool row_is_here(const json_t *terminal)
{
	const char *value = getenv(json_str(terminal, "variable", ""));

	return value && fnmatch(json_str(terminal, "match", ""), value, 0) == 0;
}

json_t *terminal_table_value(const char *member)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *table = config_table("terminals.yaml", &problems), *terminal, *value = NULL;
	size_t i;

	json_array_foreach (json_list(table, "terminals"), i, terminal)
		if (!value && row_is_here(terminal))
			value = json_incref(json_object_get(terminal, member));
	json_decref(table);
	problems_free(&problems);
	return value;
}

bool terminal_table_flag(const char *member, bool otherwise)
{
	json_t *value = terminal_table_value(member);
	const bool flag = json_is_boolean(value) ? json_is_true(value) : otherwise;

	json_decref(value);
	return flag;
}
