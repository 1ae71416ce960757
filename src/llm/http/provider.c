/* SPDX-License-Identifier: MIT
 * Looks up rows of the table of providers by URL and by the variable of a key, and reads them.
 */
#include "llm/http/provider.h"

#include "base/base.h"
#include "config/prompt.h"
#include "llm/http/endpoint.h"

json_t *providers_load(struct error *e)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_auto_t *table = config_table("providers.yaml", &problems);
	json_t *providers = json_incref(json_list(table, "providers"));

	if (!providers) {
		auto_free char *line = problems.count
					   ? problem_line(&problems.list[0])
					   : xstrdup("providers.yaml: names no providers");

		error_set(e, ERR_CONFIG, "%s", line);
	}
	return providers;
}

const char *variable_set(const char *name)
{
	const char *value = name ? getenv(name) : NULL;

	return value && *value ? value : NULL;
}

/* Returns the first variable named under `key` (a name or a list of names) that is set; NULL: none is. */
static const char *first_set(const json_t *row, const char *key)
{
	const json_t *names = json_list(row, key);
	const char *one = json_str(row, key, NULL);

	if (variable_set(one))
		return one;
	json_each (name, names)
		if (variable_set(json_string_value(name)))
			return json_string_value(name);
	return NULL;
}

const char *provider_key_name(const json_t *provider, size_t n)
{
	json_t *also = json_map(provider, "also");
	void *at = json_object_iter(also);

	if (n == 0)
		return json_str(provider, "key", NULL);
	while (at && --n)
		at = json_object_iter_next(also, at);
	return at ? json_object_iter_key(at) : NULL;
}

const char *provider_key(const json_t *provider)
{
	const char *own = json_str(provider, "key", NULL);

	json_members (name, quirks, variable_set(own) ? NULL : json_map(provider, "also"))
		if (variable_set(name))
			return name;
	return own;
}

const json_t *provider_of_key(const json_t *providers, const char *variable)
{
	json_each (row, providers)
		if (text_is(json_str(row, "key", NULL), variable) ||
		    json_object_get(json_map(row, "also"), variable))
			return row;
	return NULL;
}

const char *provider_region_name(const json_t *provider)
{
	return json_string_value(json_array_get(json_list(provider, "region"), 0));
}

char *provider_base_url(const json_t *provider)
{
	static const char place[] = "{region}";
	const char *url = json_str(provider, "base_url", NULL),
		   *at = url ? strstr(url, place) : NULL;
	const char *name = first_set(provider, "region");

	if (!at)
		return xstrdup(url);
	return name ? xasprintf(
			  "%.*s%s%s", (int)(at - url), url, getenv(name), at + sizeof place - 1)
		    : NULL;
}

const json_t *provider_at(const json_t *providers, const char *base_url)
{
	json_each (row, providers) {
		if (endpoint_same(json_str(row, "base_url", ""), base_url))
			return row;
		json_each (host, json_list(row, "hosts"))
			if (strncmp(base_url, "https:", 6) == 0 &&
			    endpoint_host_fits(base_url, json_string_value(host)))
				return row;
	}
	return NULL;
}

/* Whether the URL contains the row's path for versioned requests, up to its first placeholder. */
static bool is_versioned(const json_t *provider, const char *url)
{
	const char *path = json_str(json_map(provider, "versioned"), "path", "");
	auto_free char *fixed = xstrndup(path, strcspn(path, "{"));
	return *fixed && strstr(url, fixed);
}

const json_t *provider_by_path(const json_t *providers, const char *base_url)
{
	json_each (row, providers)
		if (is_versioned(row, base_url))
			return row;
	return NULL;
}

/* Tables of older versions say "openai" for "chat" and "anthropic" for "messages". */
const char *provider_protocol(const json_t *provider)
{
	const char *protocol = json_str(provider, "protocol", "");

	return strcmp(protocol, "openai") == 0	    ? "chat"
	       : strcmp(protocol, "anthropic") == 0 ? "messages"
						    : protocol;
}

bool provider_only_named(const json_t *provider)
{
	return json_flag(provider, "only_named", false);
}

char *provider_place(const json_t *provider, const char *base_url)
{
	const json_t *versioned = json_map(provider, "versioned");
	const char *path = json_str(provider, "path", NULL), *version = NULL;

	if (!path || endpoint_has_path(base_url))
		return xstrdup(base_url);
	if (!strchr(base_url, '?')) /* else the URL says the version of the interface */
		version = variable_set(first_set(versioned, "env"));
	if (version || (versioned && strstr(base_url, "?api-version=")))
		path = json_str(versioned, "path", path);
	auto_free char *place = endpoint_at(base_url, path);
	return version ? xasprintf("%s?api-version=%s", place, version) : xstrdup(place);
}

json_t *provider_quirks(const json_t *provider, const char *place)
{
	const json_t *quirks = json_map(provider, "quirks");
	const char *models = json_str(json_map(provider, "versioned"), "models_path", NULL);

	if (!models || !is_versioned(provider, place))
		return json_incref((json_t *)quirks);
	json_t *out = quirks ? json_copy((json_t *)quirks) : json_object();
	json_put_str(out, "models_path", models);
	return out;
}
