/*
 * The door for the text inside an event's data: what is stored, replayed and shown is the same safe
 * text. Nearly always nothing is to be done, so the common case only looks at the bytes.
 */
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/secret.h"
#include "base/text/text.h"
#include "session/event/event.h"

static bool plain_ascii(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		const unsigned char c = (unsigned char)s[i];
		if ((c < 0x20 && c != '\n' && c != '\t') || c >= 0x7f)
			return false;
	}
	return true;
}

static bool text_is_clean(const char *s, size_t len)
{
	struct buf out = BUF_INIT;
	bool changed;

	if (plain_ascii(s, len))
		return true;
	out.max = len * 4 + 16;
	changed = text_sanitise(&out, s, len);
	buf_free(&out);
	return !changed;
}

static bool is_clean(const json_t *value)
{
	const char *key;
	size_t i;
	json_t *child;

	if (json_is_string(value))
		return text_is_clean(json_string_value(value), json_string_length(value));
	json_array_foreach (value, i, child) {
		if (!is_clean(child))
			return false;
	}
	json_object_foreach ((json_t *)value, key, child) {
		if (!text_is_clean(key, strlen(key)) || !is_clean(child))
			return false;
	}
	return true;
}

static json_t *clean_value(const json_t *value)
{
	const char *key;
	size_t i;
	json_t *child, *copy;

	switch (json_typeof(value)) {
	case JSON_STRING:
		return json_text(json_string_value(value), json_string_length(value));
	case JSON_ARRAY:
		copy = json_array();
		json_array_foreach (value, i, child)
			json_array_append_new(copy, clean_value(child));
		return copy;
	case JSON_OBJECT:
		copy = json_object();
		json_object_foreach ((json_t *)value, key, child) {
			char *name = text_clean(key, strlen(key));
			json_object_set_new(copy, name, clean_value(child));
			free(name);
		}
		return copy;
	case JSON_INTEGER:
	case JSON_REAL:
	case JSON_TRUE:
	case JSON_FALSE:
	case JSON_NULL:
		break;
	}
	return json_deep_copy(value);
}

json_t *event_clean(json_t *data)
{
	json_t *copy;

	if (is_clean(data))
		return data;
	copy = clean_value(data);
	json_decref(data);
	return copy;
}

void event_redact(struct event *ev)
{
	struct buf summary = BUF_INIT;

	if (!secret_any())
		return;
	ev->data = secret_redact_json(ev->data);
	if (!ev->summary)
		return;
	buf_adds(&summary, ev->summary);
	secret_redact(&summary);
	free(ev->summary);
	ev->summary = buf_take(&summary);
}
