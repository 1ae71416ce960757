/*
 * What of a setting's value is a secret: what a header carries, or a URL's query, under a name that
 * says so, and what the variable holds that names a key. It is registered as soon as the value holds, so that nothing repeats it, whoever reads
 * the setting.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/secret.h"
#include "config/settings_value.h"

static bool tells_secret(const char *name)
{
	static const char *const words[] = {"auth", "key", "token", "secret", "cookie", "sig"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(name, words[i]))
			return true;
	return false;
}

/* "Bearer KEY": what follows the scheme. */
static void of_header(const char *name, const char *text)
{
	const char *blank = strrchr(text, ' ');

	if (tells_secret(name))
		secret_add(name, blank ? blank + 1 : text);
}

/* "...?name=value&name=value#..." */
static void of_query(const char *url)
{
	const char *at = url + strcspn(url, "?#");

	while (*at == '?' || *at == '&') {
		size_t len = strcspn(++at, "&#"), eq = strcspn(at, "=&#");
		char *name = xstrndup(at, eq), *value = NULL;

		if (eq < len && tells_secret(name)) {
			value = xstrndup(at + eq + 1, len - eq - 1);
			secret_add(name, value);
		}
		free(value);
		free(name);
		at += len;
	}
}

static void of_members(const json_t *value)
{
	const char *name;
	json_t *member;

	json_object_foreach ((json_t *)value, name, member) {
		if (json_is_string(member))
			of_header(name, json_string_value(member));
		of_members(member);
	}
}

void setting_secrets(const struct setting *row, const json_t *value)
{
	if (row->check == CHECK_VARIABLE && json_is_string(value))
		secret_add(json_string_value(value), getenv(json_string_value(value)));
	if (row->check == CHECK_URL && json_is_string(value))
		of_query(json_string_value(value));
	if (row->flags & SETTING_HIDDEN)
		of_members(value);
}
