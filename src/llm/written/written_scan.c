/*
 * See written_scan.h.
 */
#include "llm/written/written_scan.h"

#include <ctype.h>
#include <string.h>

#include "base/json/json.h"

void written_skip_blanks(struct written *w)
{
	while (w->at < w->end && strchr(" \t\r\n", *w->at))
		w->at++;
}

bool written_skip(struct written *w, const char *mark)
{
	size_t len = strlen(mark);

	if ((size_t)(w->end - w->at) < len || memcmp(w->at, mark, len) != 0)
		return false;
	w->at += len;
	return true;
}

bool written_at(const struct written *w, const char *first)
{
	return w->at < w->end && strchr(first, *w->at);
}

/* Behind the object or array that begins here; NULL: it does not end. */
static const char *value_end(const struct written *w)
{
	bool quoted = false;
	int depth = 0;

	for (const char *s = w->at; s < w->end; s++) {
		if (quoted) {
			if (*s == '\\')
				s++;
			else
				quoted = *s != '"';
		} else if (*s == '"') {
			quoted = true;
		} else if (*s == '{' || *s == '[') {
			depth++;
		} else if ((*s == '}' || *s == ']') && --depth == 0) {
			return s + 1;
		}
	}
	return NULL;
}

json_t *written_value(struct written *w)
{
	const char *end;
	json_t *value;

	if (!written_at(w, "{[") || !(end = value_end(w)))
		return NULL;
	value = json_parse_foreign(w->at, (size_t)(end - w->at), NULL);
	if (value)
		w->at = end;
	return value;
}

/* Borrowed; NULL: there is none of this name. */
static const json_t *tool_named(const json_t *tools, const char *name)
{
	const json_t *tool;
	size_t i;

	json_array_foreach (tools, i, tool)
		if (strcmp(json_str(tool, "name", ""), name) == 0)
			return tool;
	return NULL;
}

bool written_add(struct written *w, const char *name, json_t *arguments)
{
	bool ok = tool_named(w->tools, name) &&
		  (json_is_object(arguments) || json_is_string(arguments) || !arguments);

	if (ok)
		json_array_append_new(
		    w->calls, json_pack("{s:s, s:o, s:I}", "name", name, "arguments",
				  arguments ? arguments : json_object(), "left",
				  (json_int_t)(w->end - w->from)));
	else
		json_decref(arguments);
	return ok;
}

bool written_name(struct written *w, char name[WRITTEN_NAME_MOST + 1])
{
	size_t len = 0;

	while (w->at < w->end && len < WRITTEN_NAME_MOST &&
	       (isalnum((unsigned char)*w->at) || strchr("_-.", *w->at)))
		name[len++] = *w->at++;
	name[len] = '\0';
	return len > 0;
}

/* Whether one of the marks stands behind blanks, or nothing at all. */
static bool is_followed_by(const struct written *w, const char *at, const char *const marks[2])
{
	struct written behind = {.at = at, .end = w->end};

	written_skip_blanks(&behind);
	return behind.at == behind.end || written_skip(&behind, marks[0]) ||
	       written_skip(&behind, marks[1]);
}

bool written_text(
    struct written *w, const char *close, const char *const next[2], const char **text, size_t *len)
{
	const char *from = w->at, *at = from, *behind;

	while ((at = memmem(at, (size_t)(w->end - at), close, strlen(close)))) {
		behind = at + strlen(close);
		if (is_followed_by(w, behind, next))
			break;
		at = behind;
	}
	if (!at)
		return false;
	w->at = behind;
	*text = from;
	*len = (size_t)(at - from);
	return true;
}

void written_trim(const char **text, size_t *len)
{
	if (*len && **text == '\n') {
		++*text;
		--*len;
	}
	if (*len && (*text)[*len - 1] == '\n')
		--*len;
}

const char *written_type(const struct written *w, const char *tool, const char *key)
{
	const json_t *parameters = json_map(tool_named(w->tools, tool), "parameters");

	return json_str(json_map(json_map(parameters, "properties"), key), "type", "string");
}

void written_put(json_t *arguments, const char *key, const char *type, const char *text, size_t len)
{
	json_t *value = NULL;

	if (strcmp(type, "string") != 0)
		value = json_loadb(text, len, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
	json_put(arguments, key, value ? value : json_text(text, len));
}
