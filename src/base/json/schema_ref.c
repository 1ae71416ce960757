/*
 * Where a $ref leads inside its own document: "#", a JSON pointer (RFC 6901, percent-encoded as a
 * URI fragment), or the name of an $anchor. Other documents are not fetched.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json/schema_walk.h"

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

static void percent_decode(char *s)
{
	char *to = s;

	for (; *s; s++) {
		if (*s == '%' && hex_digit(s[1]) >= 0 && hex_digit(s[2]) >= 0) {
			*to++ = (char)(hex_digit(s[1]) << 4 | hex_digit(s[2]));
			s += 2;
		} else {
			*to++ = *s;
		}
	}
	*to = 0;
}

static void pointer_decode(char *token)
{
	char *to = token;

	for (; *token; token++) {
		if (*token == '~' && (token[1] == '0' || token[1] == '1'))
			*to++ = *++token == '1' ? '/' : '~';
		else
			*to++ = *token;
	}
	*to = 0;
}

static const json_t *pointer_step(const json_t *at, const char *token)
{
	char *end;
	size_t index;

	if (json_is_object(at))
		return json_object_get(at, token);
	if (!json_is_array(at) || *token < '0' || *token > '9')
		return NULL;
	index = strtoul(token, &end, 10);
	return *end ? NULL : json_array_get(at, index);
}

static const json_t *follow_pointer(const json_t *root, char *pointer)
{
	const json_t *at = root;
	char *token;

	while (at && (token = strsep(&pointer, "/"))) {
		pointer_decode(token);
		at = pointer_step(at, token);
	}
	return at;
}

/* Values are data, not schemas: an "$anchor" in them is a member like any other. */
static const json_t *find_anchor(
    struct schema_walk *w, const json_t *in, const char *name, int depth)
{
	const char *key, *anchor;
	const json_t *found = NULL;
	json_t *member;
	size_t i;

	if (depth > SCHEMA_DEPTH || !walk_step(w, 1))
		return NULL;
	if (json_is_array(in))
		json_array_foreach ((json_t *)in, i, member)
			if ((found = find_anchor(w, member, name, depth + 1)))
				return found;
	anchor = json_string_value(json_object_get(in, "$anchor"));
	if (anchor && !strcmp(anchor, name))
		return in;
	json_object_foreach ((json_t *)in, key, member)
		if (strcmp(key, "enum") && strcmp(key, "const") &&
		    (found = find_anchor(w, member, name, depth + 1)))
			return found;
	return NULL;
}

const json_t *schema_resolve(struct schema_walk *w, const char *ref)
{
	const json_t *found;
	char *text;

	if (*ref != '#')
		return NULL;
	if (!ref[1])
		return w->root;
	text = xstrdup(ref + 1);
	percent_decode(text);
	found = *text == '/' ? follow_pointer(w->root, text + 1) : find_anchor(w, w->root, text, 0);
	free(text);
	return found;
}
