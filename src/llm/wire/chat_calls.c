/* SPDX-License-Identifier: MIT
 * Which call a fragment belongs to. Servers send id, index and name always, once or never, use ""
 * for absent, send an id with every fragment, one index for two calls or one id for two. In this
 * order: a known id; an unknown id opens a call, unless the fragment has no name and its index is
 * known; then the index; then the latest call.
 */
#include "base/base.h"
#include "llm/wire/chat_completions.h"

/* Returns the call with this id, and with this index if both have one. */
static struct reply_call *by_id(struct reply *r, const char *id, int64_t index)
{
	for (size_t i = r->call_count; i-- > 0;) {
		struct reply_call *c = &r->calls[i];

		if (c->id && strcmp(c->id, id) == 0 &&
		    (index < 0 || c->index < 0 || c->index == index))
			return c;
	}
	return NULL;
}

/* A call that is whole, met by a named fragment that begins an object, is not continued by it. */
static bool begins_anew(const struct reply_call *c, const char *name, const char *arguments)
{
	if (!c->name || !*name || !arguments || *arguments != '{')
		return false;
	json_t *value = json_parse_foreign(buf_str(&c->arguments), c->arguments.len, NULL);
	json_decref(value);
	return value != NULL;
}

/* A name with an id that another index has is a call of its own: some servers give every call the same
 * id. */
static struct reply_call *find_by_id(
    struct reply *r, const char *id, int64_t index, const char *name)
{
	struct reply_call *c = by_id(r, id, index);

	return c || *name ? c : by_id(r, id, -1);
}

static struct reply_call *call_find(
    struct reply *r, const char *id, int64_t index, const char *name, const char *arguments)
{
	struct reply_call *c = *id ? find_by_id(r, id, index, name) : NULL;

	if (c)
		return begins_anew(c, name, arguments) ? NULL : c;
	c = index >= 0 ? reply_call_at(r, index) : NULL;
	if (*id)
		return c && (!c->id || !*name) ? c : NULL;
	if (!c && index < 0 && r->call_count)
		c = &r->calls[r->call_count - 1];
	return c && !begins_anew(c, name, arguments) ? c : NULL;
}

bool openai_take_call(struct reply *r, const json_t *entry, bool whole, struct error *e)
{
	const json_t *function = json_map(entry, "function");
	const json_t *arguments = json_object_get(function, "arguments");
	json_t *extra = json_map(entry, "extra_content");
	const char *id = json_str(entry, "id", ""), *name = json_str(function, "name", "");
	int64_t index = json_int(entry, "index", -1);
	struct reply_call *c = NULL;

	if (!json_is_object(entry))
		return true;
	if (!whole)
		c = call_find(r, id, index, name, json_string_value(arguments));
	if (!c)
		c = reply_call_new(r, index, e);
	if (!c)
		return false;
	reply_call_name(c, id, name);
	if (extra) {
		json_decref(c->extra);
		c->extra = json_incref(extra);
	}
	return reply_call_add_value(c, arguments, e);
}

bool openai_finish(struct reply *r, struct error *e)
{
	if (!reply_end(r, e))
		return false;
	for (size_t i = 0; i < r->call_count; i++) {
		if (!r->calls[i].extra)
			continue;
		if (!r->extras)
			r->extras = json_object();
		json_object_set(
		    json_map_made(r->extras, "calls"), r->calls[i].id, r->calls[i].extra);
	}
	if (!r->call_count ||
	    r->thinking.len) /* it is of use to calls that came without a thought */
		json_object_del(r->extras, "empty");
	if (r->extras && !json_object_size(r->extras)) {
		json_decref(r->extras);
		r->extras = NULL;
	}
	return true;
}
