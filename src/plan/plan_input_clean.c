/*
 * What comes into the plan from outside, made safe before any rule looks at it. Nearly all of it is
 * clean already and is not copied.
 */
#include <string.h>

#include "base/json/json.h"
#include "base/secret.h"
#include "base/text/text.h"
#include "plan/plan_item_edit.h"
#include "tools/tool.h"

/* Printable ASCII with single blanks between words, and nothing that could begin a tag: nearly every
 * id and most texts, which need no copy. */
static bool is_clean(const char *s)
{
	char before = ' ';

	for (; *s; before = *s++)
		if (*s < ' ' || *s > '~' || *s == '<' || (*s == ' ' && before == ' '))
			return false;
	return before != ' ';
}

/* What a stranger wrote, as it may stand in the plan: one safe line without secrets and without
 * tags that could pass for the program's. */
static json_t *clean_string(const char *s)
{
	struct buf text = BUF_INIT;
	char *line;
	json_t *cleaned;

	text_sanitise(&text, s, strlen(s));
	if (secret_any())
		secret_redact(&text);
	tags_neutralise(&text);
	line = text_line(buf_str(&text), BUF_MAX_DEFAULT);
	cleaned = json_string(line);
	free(line);
	buf_free(&text);
	return cleaned;
}

static bool is_clean_value(const json_t *value)
{
	const char *key;
	size_t i;
	json_t *child;

	if (json_is_string(value))
		return is_clean(json_string_value(value));
	json_array_foreach (value, i, child)
		if (!is_clean_value(child))
			return false;
	json_object_foreach ((json_t *)value, key, child)
		if (!is_clean_value(child))
			return false;
	return true;
}

json_t *edit_clean(const json_t *value)
{
	const char *key;
	size_t i;
	json_t *child, *copy;

	if (!secret_any() && is_clean_value(value))
		return json_incref((json_t *)value);
	if (json_is_string(value))
		return clean_string(json_string_value(value));
	if (json_is_array(value)) {
		copy = json_array();
		json_array_foreach (value, i, child)
			json_array_append_new(copy, edit_clean(child));
		return copy;
	}
	if (!json_is_object(value))
		return json_incref((json_t *)value);
	copy = json_object();
	json_object_foreach ((json_t *)value, key, child) {
		json_object_set_new(copy, key, edit_clean(child));
		if (json_is_string(child) && !json_string_length(json_object_get(copy, key)))
			json_object_del(copy, key); /* said nothing */
	}
	return copy;
}
