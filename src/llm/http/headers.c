/*
 * What the user configured comes last and adds to the rest.
 */
#include <stdlib.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "llm/http/headers.h"

#define WIRE_MOST 8

char **headers_new(const struct settings *s, const struct wire *wire, const struct model *model)
{
	json_t *own = (json_t *)setting_json(s, "backend.headers"), *value;
	char **out = xcalloc(WIRE_MOST + json_object_size(own) + 2, sizeof *out);
	const char *name;
	size_t n = 0;

	wire->headers(model, out);
	while (out[n])
		n++;
	out[n++] = xstrdup("Content-Type: application/json");
	json_object_foreach (own, name, value)
		if (json_is_string(value))
			out[n++] = xasprintf("%s: %s", name, json_string_value(value));
	return out;
}

char *server_ca_file(const struct settings *s)
{
	const char *path = setting_string(s, "backend.ca_file");

	return path ? file_expand(path) : NULL;
}

void headers_free(char **headers)
{
	for (size_t i = 0; headers[i]; i++)
		free(headers[i]);
	free(headers);
}
