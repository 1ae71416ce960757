/*
 * See result_reference.h.
 */
#include "agent/result_reference.h"

#include <string.h>

#include "agent/agent_state.h"
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"

static const char mark[] = "{{result:";

struct chain {
	struct agent *agent;
	struct buf *why;
	size_t room; /* bytes that may still come in */
};

bool chain_named(const json_t *args)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_string(args))
		return strstr(json_string_value(args), mark) != NULL;
	json_array_foreach (args, i, value)
		if (chain_named(value))
			return true;
	json_object_foreach ((json_t *)args, key, value)
		if (chain_named(value))
			return true;
	return false;
}

static const json_t *result_of(const struct agent *a, const char *id, size_t len)
{
	const json_t *items = a->conversation.items;
	bool last = len == 4 && strncmp(id, "last", 4) == 0;

	for (size_t i = json_array_size(items); i > 0; i--) {
		const json_t *item = json_array_get(items, i - 1);
		const char *call = json_str(item, "call", "");

		if (strcmp(json_str(item, "type", ""), "tool_result") == 0 &&
		    (last || (strlen(call) == len && strncmp(call, id, len) == 0)))
			return item;
	}
	return NULL;
}

/* Its text as the tool made it: whole, and with the tags a file really has. */
static void add_result(struct chain *c, const json_t *item, struct buf *out)
{
	const char *ref = json_str(json_map(item, "truncated"), "ref", NULL);
	struct buf text = BUF_INIT;

	if (ref && session_blob_get(c->agent->session, ref, &text, NULL)) {
		text_sanitise(out, buf_str(&text), text.len);
	} else {
		buf_adds(&text, json_str(item, "text", ""));
		tags_restore(&text);
		buf_add(out, buf_str(&text), text.len);
	}
	buf_free(&text);
}

static json_t *resolve_text(struct chain *c, const char *s)
{
	struct buf out = BUF_INIT;
	const char *open, *close;
	json_t *value = NULL;

	while ((open = strstr(s, mark)) && (close = strstr(open, "}}"))) {
		const char *id = open + sizeof mark - 1;
		const json_t *item = result_of(c->agent, id, (size_t)(close - id));

		if (!item) {
			buf_addf(c->why,
			    "there is no result of a call '%.*s'; use the id of an earlier call, "
			    "or last",
			    close - id < 100 ? (int)(close - id) : 100, id);
			goto out;
		}
		buf_add(&out, s, (size_t)(open - s));
		add_result(c, item, &out);
		s = close + 2;
	}
	buf_adds(&out, s);
	if (out.len > c->room)
		buf_addf(c->why, "the results named are larger than %zu bytes", c->room);
	else
		value = json_text(buf_str(&out), out.len);
out:
	c->room -= out.len < c->room ? out.len : c->room;
	buf_free(&out);
	return value;
}

static json_t *resolve(struct chain *c, const json_t *value)
{
	json_t *out = NULL, *member, *made;
	const char *key;
	size_t i;

	if (json_is_string(value))
		return resolve_text(c, json_string_value(value));
	if (json_is_object(value)) {
		out = json_object();
		json_object_foreach ((json_t *)value, key, member)
			if ((made = c->why->len ? NULL : resolve(c, member)))
				json_object_set_new(out, key, made);
		return out;
	}
	if (!json_is_array(value))
		return json_incref((json_t *)value);
	out = json_array();
	json_array_foreach (value, i, member)
		if ((made = c->why->len ? NULL : resolve(c, member)))
			json_array_append_new(out, made);
	return out;
}

json_t *chain_resolve(struct agent *a, const json_t *args, struct buf *why)
{
	struct chain c = {a, why, (size_t)setting_int(a->settings, "tools.read_bytes")};
	json_t *out;

	session_settle(a->session, session_cancel(a->session)); /* the results are there */
	out = resolve(&c, args);
	if (why->len) {
		json_decref(out);
		out = NULL;
	}
	return out;
}
