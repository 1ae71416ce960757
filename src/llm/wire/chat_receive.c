/*
 * Chunks become a reply. Every part of a chunk is looked at, whatever else it holds: servers put
 * usage, finish reason and calls into one chunk or into three, leave keys out, send null or "".
 * Unknown keys mean nothing.
 */
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/http/server_error.h"
#include "llm/wire/chat_completions.h"

static void add_text(struct reply *r, const json_t *text)
{
	if (json_is_string(text))
		reply_add_text(r, json_string_value(text), json_string_length(text));
}

static void add_thinking_parts(struct reply *r, const json_t *thinking)
{
	const json_t *part;
	size_t i;

	if (openai_add_thinking(r, thinking))
		return;
	json_array_foreach (thinking, i, part)
		openai_add_thinking(r, json_object_get(part, "text"));
}

/* Takes content that is a string, or an array of parts: {type: text, text}, {type: thinking,
 * thinking: ...}. */
static void take_content(struct reply *r, const json_t *content)
{
	const json_t *part;
	size_t i;

	add_text(r, content);
	json_array_foreach (content, i, part) {
		add_text(r, part);
		add_text(r, json_object_get(part, "text"));
		add_thinking_parts(r, json_object_get(part, "thinking"));
	}
}

static bool take_calls(struct reply *r, const json_t *delta, bool whole, struct error *e)
{
	const json_t *legacy = json_map(delta, "function_call"), *entry;
	size_t i;
	bool ok = true;

	json_array_foreach (json_list(delta, "tool_calls"), i, entry)
		if (!openai_take_call(r, entry, whole, e))
			return false;
	if (legacy) {
		json_t *call = json_pack("{s:i, s:O}", "index", 0, "function", legacy);

		ok = openai_take_call(r, call, false, e);
		json_decref(call);
	}
	return ok;
}

static bool take_delta(struct reply *r, const json_t *delta, bool whole, struct error *e)
{
	openai_take_thinking(r, delta);
	openai_take_details(r, delta);
	openai_take_signature(r, delta);
	take_content(r, json_object_get(delta, "content"));
	add_text(r, json_object_get(delta, "refusal"));
	if (r->text.truncated || r->thinking.truncated)
		return error_set(e, ERR_LIMIT, "the reply is longer than can be kept");
	return take_calls(r, delta, whole, e);
}

static int64_t tokens(const json_t *obj, const char *key)
{
	int64_t n = json_int(obj, key, 0);

	return n > 0 ? n : 0;
}

/* Reads how much was cached: from the details (OpenAI and most), beside the sum (Moonshot), or by a
 * name of its own (DeepSeek). */
static int64_t cached_tokens(const json_t *usage)
{
	const json_t *prompt = json_map(usage, "prompt_tokens_details");

	return json_object_get(prompt, "cached_tokens")	 ? tokens(prompt, "cached_tokens")
	       : json_object_get(usage, "cached_tokens") ? tokens(usage, "cached_tokens")
							 : tokens(usage, "prompt_cache_hit_tokens");
}

static int64_t written_tokens(const json_t *usage)
{
	const json_t *prompt = json_map(usage, "prompt_tokens_details");

	return json_object_get(prompt, "cache_write_tokens")
		   ? tokens(prompt, "cache_write_tokens")
		   : tokens(usage, "cache_creation_input_tokens");
}

/* Some count their thoughts beside what they said and are paid for both: xAI, and Gemini, which tells them in the sum of all
 * alone. */
static void count_thoughts(struct usage *u, const json_t *usage)
{
	int64_t beside = tokens(usage, "total_tokens") - u->input - u->output;

	if (beside <= 0 && u->reasoning > u->output)
		beside = u->reasoning;
	if (beside <= 0)
		return;
	u->output += beside;
	if (u->reasoning < beside)
		u->reasoning = beside;
}

static void take_usage(struct reply *r, const json_t *usage)
{
	if (!json_object_size(usage))
		return;
	r->usage = (struct usage){
	    .input = tokens(usage, "prompt_tokens"),
	    .output = tokens(usage, "completion_tokens"),
	    .cached = cached_tokens(usage),
	    .reasoning = tokens(json_map(usage, "completion_tokens_details"), "reasoning_tokens"),
	    .written = written_tokens(usage),
	    .known = true,
	    .other_tier = r->usage.other_tier,
	};
	count_thoughts(&r->usage, usage);
	if (r->usage.cached > r->usage.input)
		r->usage.cached = r->usage.input;
	if (r->usage.written > r->usage.input - r->usage.cached)
		r->usage.written = r->usage.input - r->usage.cached;
	reply_cost(&r->usage, usage);
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
	const json_t *error = server_error_in(chunk), *choice;
	const char *model = json_str(chunk, "model", "");
	size_t i;

	take_usage(r, json_map(chunk, "usage"));
	take_usage(r, json_map(json_map(chunk, "x_groq"), "usage"));
	reply_tier(&r->usage, json_str(chunk, "service_tier", NULL));
	reply_model(r, model);
	json_array_foreach (json_list(chunk, "choices"), i, choice)
		if (!take_choice(r, choice, whole, e))
			return false;
	return error ? reply_refuse(r, error, e) : true;
}

static bool is_end_mark(const char *data, size_t len)
{
	while (len && strchr(" \t", data[len - 1]))
		len--;
	return len == 6 && memcmp(data, "[DONE]", 6) == 0;
}

static bool receive_error(struct reply *r, const struct sse_event *ev, struct error *e)
{
	json_t *chunk = json_parse_foreign(ev->data, ev->len, NULL);

	if (!chunk)
		chunk = json_text(ev->data, ev->len);
	reply_refuse(r, chunk, e);
	json_decref(chunk);
	return false;
}

static bool nothing(const json_t *value)
{
	return !value || json_is_null(value);
}

/* The chunk does nothing but add text; doing the rest of it again changes nothing. */
static bool is_plain(const json_t *chunk)
{
	const json_t *choices = json_list(chunk, "choices"), *choice = json_array_get(choices, 0);
	const json_t *reason = json_object_get(choice, "finish_reason"), *member;
	const char *key;

	if (json_array_size(choices) != 1 ||
	    !json_is_string(json_object_get(json_map(choice, "delta"), "content")))
		return false;
	if (json_int(choice, "index", 0) != 0 || json_object_get(choice, "message") ||
	    !nothing(json_object_get(choice, "usage")) ||
	    !nothing(json_object_get(choice, "error")))
		return false;
	if (!nothing(reason) && (!json_is_string(reason) || json_string_length(reason)))
		return false;
	json_object_foreach ((json_t *)json_map(choice, "delta"), key, member)
		if (strcmp(key, "content") && strcmp(key, "role") && !nothing(member))
			return false;
	return nothing(json_object_get(chunk, "usage")) &&
	       nothing(json_object_get(chunk, "x_groq")) && !server_error_in(chunk);
}

bool openai_receive(struct reply *r, const struct sse_event *ev, struct error *e)
{
	json_t *chunk;
	bool ok;

	if (r->ended || !ev->len)
		return true;
	if (strcmp(ev->event, "error") == 0)
		return receive_error(r, ev, e);
	if (reply_fast(r, ev->data, ev->len))
		return true;
	if (is_end_mark(ev->data, ev->len)) {
		r->ended = r->finished = true;
		return true;
	}
	chunk = json_parse_foreign(ev->data, ev->len, NULL);
	if (!json_is_object(chunk)) {
		json_decref(chunk);
		return reply_not_json(ev->data, ev->len, e);
	}
	ok = take_chunk(r, chunk, false, e);
	if (ok && is_plain(chunk))
		reply_fast_learn(r, ev->data, ev->len, "\"content\"");
	json_decref(chunk);
	return ok;
}

bool openai_receive_whole(struct reply *r, const char *body, size_t len, struct error *e)
{
	json_t *value = json_parse_foreign(body, len, NULL);
	bool ok;

	if (!json_is_object(value))
		ok = reply_not_json(body, len, e);
	else if (!json_array_size(json_list(value, "choices")) && !server_error_in(value))
		ok = error_set(e, ERR_PARSE, "the server's answer holds no reply");
	else
		ok = take_chunk(r, value, true, e);
	json_decref(value);
	if (ok)
		r->ended = r->finished = true;
	return ok;
}
