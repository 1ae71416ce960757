/*
 * A variable is handed on only when a setting names it, so no secret of the program reaches a child by its
 * environment.
 */
#include "tools/command/environment.h"

#include <stdlib.h>

#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "base/secret.h"

static char *variable_named(const char *name)
{
	const char *value = getenv(name);
	struct buf line = BUF_INIT;

	if (!value)
		return NULL;
	buf_addf(&line, "%s=%s", name, value);
	if (secret_any() && secret_redact(&line)) {
		buf_free(&line);
		return NULL;
	}
	return buf_take(&line);
}

char **environment_new(const struct settings *s, const char *const *lists)
{
	char **set = NULL;
	size_t n = 0, cap = 0, i;
	json_t *name;

	for (; *lists; lists++)
		json_array_foreach ((json_t *)setting_json(s, *lists), i, name) {
			char *line = variable_named(json_string_value(name));

			if (!line)
				continue;
			array_reserve(&set, &cap, n + 2, sizeof *set);
			set[n++] = line;
		}
	if (!set)
		return xcalloc(1, sizeof *set);
	set[n] = NULL;
	return set;
}

void environment_free(char **set)
{
	for (size_t i = 0; set[i]; i++)
		free(set[i]);
	free(set);
}
