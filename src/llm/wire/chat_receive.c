/* SPDX-License-Identifier: MIT
 * Reads chunks of Chat Completions into a reply. Every part of a chunk is looked at, whatever else
 * it holds: servers put usage, finish reason and calls into one chunk or into three, leave keys
 * out, send null or "". Unknown keys mean nothing. All thinking (the text under any of its names,
 * the entries of reasoning_details, signatures) is kept to go back as it came.
 */
#include "base/base.h"
#include "llm/http/server_error.h"
#include "llm/wire/chat_completions.h"

/* ---- Calls ---------------------------------------------------------------------------------- */

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

/* Whether a fragment of c's id or index begins another call: it has a name and begins an object, and c is whole. */
static bool begins_anew(const struct reply_call *c, const char *name, const char *arguments)
{
	if (!c->name || !*name || !arguments || *arguments != '{')
		return false;
	json_auto_t *value = json_parse_foreign(buf_str(&c->arguments), c->arguments.len, NULL);
	return value != NULL;
}

/* Returns the call that a fragment belongs to; NULL: it opens one. Servers send id, index and name
 * always, once or never, use "" for absent, send an id with every fragment, one index for two calls
 * or one id for two. In this order: a known id; an unknown id opens a call, unless the fragment has
 * no name and its index is known; then the index; then the latest call. */
static struct reply_call *call_find(
    struct reply *r, const char *id, int64_t index, const char *name, const char *arguments)
{
	struct reply_call *c = *id ? by_id(r, id, index) : NULL;

	/* A name with an id that another index has is a call of its own: some servers give every call the same id. */
	if (!c && *id && !*name)
		c = by_id(r, id, -1);
	if (c)
		return begins_anew(c, name, arguments) ? NULL : c;
	c = index >= 0 ? reply_call_at(r, index) : NULL;
	if (*id)
		return c && (!c->id || !*name) ? c : NULL;
	if (!c && index < 0 && r->call_count)
		c = &r->calls[r->call_count - 1];
	return c && !begins_anew(c, name, arguments) ? c : NULL;
}

/* Takes one entry of tool_calls. whole: entries are calls, not fragments. False: e says which ceiling was passed. */
static bool chat_take_call(struct reply *r, const json_t *entry, bool whole, struct error *e)
{
	const json_t *function = json_map(entry, "function");
	const json_t *arguments = json_object_get(function, "arguments");
	json_t *extra = json_map(entry, "extra_content");
	const char *id = json_str(entry, "id", ""), *name = json_str(function, "name", "");
	int64_t index = json_int(entry, "index", -1);
	struct reply_call *c =
	    whole ? NULL : call_find(r, id, index, name, json_string_value(arguments));

	if (!json_is_object(entry))
		return true;
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

static json_t *extras_of(struct reply *r)
{
	return r->extras ? r->extras : (r->extras = json_object());
}

bool chat_finish(struct reply *r, struct error *e)
{
	if (!reply_end(r, e))
		return false;
	for (size_t i = 0; i < r->call_count; i++) {
		json_t *extra = r->calls[i].extra;

		if (extra)
			json_object_set(
			    json_map_made(extras_of(r), "calls"), r->calls[i].id, extra);
	}
	if (!r->call_count || r->thinking.len) /* only calls that came without thinking need it */
		json_object_del(r->extras, "empty");
	if (r->extras && !json_object_size(r->extras)) {
		json_decref(r->extras);
		r->extras = NULL;
	}
	return true;
}

/* ---- Words and thinking ---------------------------------------------------------------------- */

#define DETAILS 1000 /* entries of one reply */

static void take_thinking(struct reply *r, const json_t *delta)
{
	static const char *const fields[] = {"reasoning_content", "reasoning", "reasoning_text"};

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		if (reply_add_thought(r, NULL, json_object_get(delta, fields[i]))) {
			r->thinking_field = fields[i];
			return;
		}
		/* Servers that want their thinking back want a field back that is there and empty, too. */
		if (json_is_string(json_object_get(delta, fields[i])) &&
		    !json_object_get(r->extras, "empty"))
			json_put_str(extras_of(r), "empty", fields[i]);
	}
}

/* Adds a piece to an entry of reasoning_details: texts are appended, other members replaced. */
static void detail_grow(json_t *entry, const json_t *more)
{
	json_members (key, value, more) {
		const char *before = json_str(entry, key, NULL);
		const bool grows =
		    text_is(key, "text") || text_is(key, "summary") || text_is(key, "data");

		if (grows && before && json_is_string(value))
			json_object_set_new(
			    entry, key, json_sprintf("%s%s", before, json_string_value(value)));
		else if (!json_is_null(value))
			json_object_set(entry, key, value);
	}
}

/* Collects reasoning_details, which OpenRouter and others want back as they came; a stream sends each in pieces. */
static void take_details(struct reply *r, const json_t *delta)
{
	json_t *more = json_list(delta, "reasoning_details"), *list;

	if (json_array_size(more) == 0)
		return;
	list = json_list_made(extras_of(r), "reasoning_details");
	json_each (entry, more) {
		const int64_t index = json_int(entry, "index", -1);
		json_t *known = NULL;

		json_each (one, index < 0 ? NULL : list)
			if (!known && json_int(one, "index", -1) == index)
				known = one;
		if (known)
			detail_grow(known, entry);
		else if (json_is_object(entry) && json_array_size(list) < DETAILS)
			json_array_append_new(list, json_copy(entry));
	}
}

static bool take_delta(struct reply *r, const json_t *delta, bool whole, struct error *e)
{
	const json_t *content = json_object_get(delta, "content"),
		     *legacy = json_map(delta, "function_call");
	json_t *signature = json_map(delta, "extra_content");
	json_auto_t *call = legacy ? json_pack("{s:i, s:O}", "index", 0, "function", legacy) : NULL;

	take_thinking(r, delta);
	take_details(r, delta);
	if (signature) /* Gemini signs the words of a reply as it signs calls. */
		json_put(extras_of(r), "extra_content", json_incref(signature));
	/* A string, or an array of parts: {type: text, text}, {type: thinking, thinking: ...}. */
	reply_add_value(r, content);
	json_each (part, content) {
		reply_add_value(r, part);
		reply_add_value(r, json_object_get(part, "text"));
		reply_add_thought(r, NULL, json_object_get(part, "thinking"));
		json_each (thought, json_object_get(part, "thinking"))
			reply_add_thought(r, NULL, json_object_get(thought, "text"));
	}
	reply_add_value(r, json_object_get(delta, "refusal"));
	if (!reply_fits(r, e))
		return false;
	json_each (entry, json_list(delta, "tool_calls"))
		if (!chat_take_call(r, entry, whole, e))
			return false;
	return chat_take_call(r, call, false, e);
}

/* Reads usage. xAI and Gemini count reasoning beside the output, and it is billed too; Gemini shows
 * it in total_tokens only. */
static void take_usage(struct reply *r, const json_t *usage)
{
	struct usage *u = &r->usage;

	if (!reply_usage(r, usage, "prompt_tokens", "completion_tokens"))
		return;
	int64_t beside = usage_tokens(usage, "total_tokens", 0) - u->input - u->output;
	if (beside <= 0 && u->reasoning > u->output)
		beside = u->reasoning;
	if (beside <= 0)
		return;
	u->output += beside;
	if (u->reasoning < beside)
		u->reasoning = beside;
}

static bool take_choice(struct reply *r, const json_t *choice, bool whole, struct error *e)
{
	const json_t *delta = json_map(choice, "delta"), *message = json_map(choice, "message");
	bool empty = !r->text.len && !r->call_count;

	if (json_int(choice, "index", 0) != 0)
		return true;
	take_usage(r, json_map(choice, "usage"));
	if (delta && !whole && !take_delta(r, delta, false, e))
		return false;
	if (message && (whole || (empty && !json_object_size(delta))) &&
	    !take_delta(r, message, true, e))
		return false;
	reply_finish(r, json_str(choice, "finish_reason", NULL));
	return true;
}

static bool take_chunk(struct reply *r, const json_t *chunk, bool whole, struct error *e)
{
	const json_t *error = server_error_in(chunk);

	take_usage(r, json_map(chunk, "usage"));
	take_usage(r, json_map(json_map(chunk, "x_groq"), "usage"));
	reply_tier(&r->usage, json_str(chunk, "service_tier", NULL));
	reply_model(r, json_str(chunk, "model", ""));
	json_each (choice, json_list(chunk, "choices"))
		if (!take_choice(r, choice, whole, e))
			return false;
	return error ? reply_refuse(r, error, e) : true;
}

static bool nothing(const json_t *value)
{
	return !value || json_is_null(value);
}

/* What such a chunk holds beside the text may be taken twice: it changes nothing. */
bool chat_is_plain(const struct reply *r, const char *event, const json_t *chunk)
{
	const json_t *choices = json_list(chunk, "choices"), *choice = json_array_get(choices, 0);
	const json_t *reason = json_object_get(choice, "finish_reason");

	if (json_array_size(choices) != 1 ||
	    !json_is_string(json_object_get(json_map(choice, "delta"), "content")))
		return false;
	if (json_int(choice, "index", 0) != 0 || json_object_get(choice, "message") ||
	    !nothing(json_object_get(choice, "usage")) ||
	    !nothing(json_object_get(choice, "error")))
		return false;
	if (!nothing(reason) && (!json_is_string(reason) || json_string_length(reason)))
		return false;
	json_members (key, member, json_map(choice, "delta"))
		if (strcmp(key, "content") && strcmp(key, "role") && !nothing(member))
			return false;
	return nothing(json_object_get(chunk, "usage")) &&
	       nothing(json_object_get(chunk, "x_groq")) && !server_error_in(chunk);
}

bool chat_take_event(struct reply *r, const char *event, const json_t *chunk, struct error *e)
{
	return strcmp(event, "error") == 0 ? reply_refuse(r, chunk, e)
					   : take_chunk(r, chunk, false, e);
}

bool chat_take_body(struct reply *r, const json_t *body, struct error *e)
{
	return json_array_size(json_list(body, "choices")) ? take_chunk(r, body, true, e)
							   : wire_no_reply(r, body, e);
}
