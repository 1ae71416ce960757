/* SPDX-License-Identifier: MIT
 * Makes headers of arguments whose schema asks for them; a schema that asks wrongly makes its tool unusable.
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

static bool header_is_bad(struct buf *why, const char *name, const char *what)
{
	auto_free char *shown = text_line(name, 60);

	buf_addf(why, KEYWORD " '%s' %s", shown, what);
	return false;
}

/* Checks the header name in a schema. seen: the names found so far, in lower case, to which it is added. */
static bool check_name(const json_t *schema, json_t *seen, struct buf *why)
{
	const char *name = json_str(schema, KEYWORD, ""), *type = json_str(schema, "type", "");
	auto_free char *lower = xstrdup(name);

	for (char *c = lower; *c; c++)
		*c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
	if (!*name || name[strspn(name, TOKEN)])
		return header_is_bad(why, name, "is no name of a header");
	if (!text_is(type, "string") && !text_is(type, "integer") && !text_is(type, "boolean"))
		return header_is_bad(why, name, "is of no string, integer or boolean");
	if (json_object_get(seen, lower))
		return header_is_bad(why, name, "stands there twice");
	json_object_set_new(seen, lower, json_true());
	return true;
}

/* Checks the header names that are reached through properties alone. */
static bool check_reached(const json_t *schema, json_t *seen, struct buf *why, int depth)
{
	json_members (key, child, depth ? json_map(schema, "properties") : NULL)
		if ((json_object_get(child, KEYWORD) && !check_name(child, seen, why)) ||
		    !check_reached(child, seen, why, depth - 1))
			return false;
	return true;
}

/* Returns how many header names stand anywhere in a schema, but in data. map: its keys are names, no keywords. */
static size_t count_headers(const json_t *schema, bool map, int depth)
{
	static const char data[] = " default enum const examples ",
			  maps[] = " properties $defs definitions patternProperties ";
	size_t n = !map && json_object_get(schema, KEYWORD);

	json_each (item, depth ? schema : NULL)
		n += count_headers(item, false, depth - 1);
	json_members (key, value, depth ? schema : NULL) {
		auto_free char *word = xasprintf(" %s ", key);

		if (map || !strstr(data, word))
			n += count_headers(value, !map && strstr(maps, word), depth - 1);
	}
	return n;
}

bool mcp_headers_check(const json_t *schema, struct buf *why)
{
	json_auto_t *seen = json_object();

	if (!check_reached(schema, seen, why, SCHEMA_DEPTH))
		return false;
	return count_headers(schema, false, SCHEMA_DEPTH) == json_object_size(seen) ||
	       header_is_bad(why, "", "is not reached through properties alone");
}

/* ---- A call ------------------------------------------------------------------------------------ */

static void add_headers(json_t *out, const json_t *schema, const json_t *arguments, int depth)
{
	json_members (key, child, json_map(schema, "properties")) {
		const json_t *value = json_object_get(arguments, key);
		const char *name = json_str(child, KEYWORD, NULL);

		if (name &&
		    (json_is_string(value) || json_is_integer(value) || json_is_boolean(value))) {
			auto_free char *text = json_is_string(value)
						   ? xstrdup(json_string_value(value))
						   : json_line(value);
			auto_free char *label = xasprintf("Mcp-Param-%s", name);

			json_array_append_new(out, mcp_header(label, text));
		}
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
