/* SPDX-License-Identifier: MIT
 * Headers are made of what a schema asks for; a schema that asks wrongly makes its tool unusable.
 */
#include "mcp/mcp_header.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "base/json/schema.h"

#define KEYWORD "x-mcp-header"
/* Characters of a token (RFC 9110, 5.6.2). */
#define TOKEN "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* Whether a value may stand in a header as it is. */
static bool is_plain(const char *value)
{
	const size_t len = strlen(value);

	for (size_t i = 0; i < len; i++)
		if (value[i] < 0x20 || value[i] > 0x7e)
			return false;
	if (len && (*value == ' ' || value[len - 1] == ' '))
		return false;
	return len < 10 || strncmp(value, "=?base64?", 9) != 0 ||
	       strcmp(value + len - 2, "?=") != 0;
}

json_t *mcp_header(const char *name, const char *value)
{
	auto_buf text = BUF_INIT;

	if (!*value) /* libcurl removes a header that ends with its colon */
		return json_sprintf("%s;", name);
	if (is_plain(value))
		return json_sprintf("%s: %s", name, value);
	base64_encode(&text, value, strlen(value));
	return json_sprintf("%s: =?base64?%s?=", name, buf_str(&text));
}

/* ---- What a schema asks for -------------------------------------------------------------------- */

struct header_check {
	json_t *names; /* in lower case, as far as they were seen */
	struct buf *why;
	int depth;
};

static bool header_is_bad(struct header_check *h, const char *name, const char *what)
{
	auto_free char *shown = text_line(name, 60);

	buf_addf(h->why, KEYWORD " '%s' %s", shown, what);
	return false;
}

static bool check_name(struct header_check *h, const json_t *schema, bool reached)
{
	const char *name = json_str(schema, KEYWORD, ""), *type = json_str(schema, "type", "");

	if (!*name || name[strspn(name, TOKEN)])
		return header_is_bad(h, name, "is no name of a header");
	if (!reached)
		return header_is_bad(h, name, "is not reached through properties alone");
	if (!text_is(type, "string") && !text_is(type, "integer") && !text_is(type, "boolean"))
		return header_is_bad(h, name, "is of no string, integer or boolean");
	auto_free char *lower = xstrdup(name);
	for (char *c = lower; *c; c++)
		*c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
	const bool twice = json_object_get(h->names, lower) != NULL;
	json_object_set_new(h->names, lower, json_true());
	return !twice || header_is_bad(h, name, "stands there twice");
}

static bool is_data(const char *keyword)
{
	static const char *const names[] = {"default", "enum", "const", "examples", NULL};

	for (size_t i = 0; names[i]; i++)
		if (text_is(keyword, names[i]))
			return true;
	return false;
}

/* schema may also be an array or a map of schemas (map: its keys are names). */
static bool check_headers(struct header_check *h, const json_t *schema, bool reached, bool map)
{
	if (h->depth > SCHEMA_DEPTH)
		return true;
	if (!map && json_object_get(schema, KEYWORD) && !check_name(h, schema, reached))
		return false;
	h->depth++;
	json_each (item, schema)
		if (!check_headers(h, item, false, false))
			return false;
	json_members (key, value, schema) {
		const bool properties = !map && text_is(key, "properties");
		const bool names =
		    properties || (!map && (text_is(key, "$defs") || text_is(key, "definitions") ||
					       text_is(key, "patternProperties")));

		if (!map && is_data(key))
			continue;
		if (!check_headers(h, value, reached && (properties || map), names))
			return false;
	}
	h->depth--;
	return true;
}

bool mcp_headers_check(const json_t *schema, struct buf *why)
{
	struct header_check h = {.names = json_object(), .why = why};
	const bool ok = check_headers(&h, schema, true, false);

	json_decref(h.names);
	return ok;
}

/* ---- A call ------------------------------------------------------------------------------------ */

static void add_header(json_t *out, const char *name, const json_t *value)
{
	auto_free char *text =
	    json_is_string(value) ? xstrdup(json_string_value(value)) : json_line(value);
	auto_free char *label = xasprintf("Mcp-Param-%s", name);

	json_array_append_new(out, mcp_header(label, text));
}

static void add_headers(json_t *out, const json_t *schema, const json_t *arguments, int depth)
{
	json_members (key, child, json_map(schema, "properties")) {
		const json_t *value = json_object_get(arguments, key);
		const char *name = json_str(child, KEYWORD, NULL);

		if (name &&
		    (json_is_string(value) || json_is_integer(value) || json_is_boolean(value)))
			add_header(out, name, value);
		if (json_is_object(value) && depth < SCHEMA_DEPTH)
			add_headers(out, child, value, depth + 1);
	}
}

json_t *mcp_headers_of(const json_t *schema, const json_t *arguments)
{
	json_t *out = json_array();

	add_headers(out, schema, arguments, 0);
	return out;
}
