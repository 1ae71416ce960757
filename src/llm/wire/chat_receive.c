/* SPDX-License-Identifier: MIT
 * Chunks become a reply. Every part of a chunk is looked at, whatever else it holds: servers put
 * usage, finish reason and calls into one chunk or into three, leave keys out, send null or "".
 * Unknown keys mean nothing.
 */
#include "base/base.h"
#include "llm/http/server_error.h"
#include "llm/wire/chat_completions.h"

/* Takes content that is a string, or an array of parts: {type: text, text}, {type: thinking,
 * thinking: ...}. */
static void take_content(struct reply *r, const json_t *content)
{
	reply_add_value(r, content);
	json_each (part, content) {
		reply_add_value(r, part);
		reply_add_value(r, json_object_get(part, "text"));
		openai_add_thinking(r, json_object_get(part, "thinking"));
		json_each (thought, json_object_get(part, "thinking"))
			openai_add_thinking(r, json_object_get(thought, "text"));
	}
}

static bool take_calls(struct reply *r, const json_t *delta, bool whole, struct error *e)
{
	const json_t *legacy = json_map(delta, "function_call");
	bool ok = true;

	json_each (entry, json_list(delta, "tool_calls"))
		if (!openai_take_call(r, entry, whole, e))
			return false;
	if (legacy) {
		json_auto_t *call = json_pack("{s:i, s:O}", "index", 0, "function", legacy);

		ok = openai_take_call(r, call, false, e);
	}
	return ok;
}

static bool take_delta(struct reply *r, const json_t *delta, bool whole, struct error *e)
{
	openai_take_thinking(r, delta);
	openai_take_details(r, delta);
	openai_take_signature(r, delta);
	take_content(r, json_object_get(delta, "content"));
	reply_add_value(r, json_object_get(delta, "refusal"));
	return reply_fits(r, e) && take_calls(r, delta, whole, e);
}

/* Some count their thoughts beside what they said and are paid for both: xAI, and Gemini, which tells them in the sum of all
 * alone. */
static void count_thoughts(struct usage *u, const json_t *usage)
{
	int64_t beside = usage_tokens(usage, "total_tokens", 0) - u->input - u->output;

	if (beside <= 0 && u->reasoning > u->output)
		beside = u->reasoning;
	if (beside <= 0)
		return;
	u->output += beside;
	if (u->reasoning < beside)
		u->reasoning = beside;
}

/* How much was cached stands in the details (OpenAI and most), beside the sum (Moonshot), or has a name of its own
 * (DeepSeek). */
static void take_usage(struct reply *r, const json_t *usage)
{
	const json_t *prompt = json_map(usage, "prompt_tokens_details");

	if (!json_object_size(usage))
		return;
	const int64_t hit = usage_tokens(usage, "prompt_cache_hit_tokens", 0),
		      beside = usage_tokens(usage, "cached_tokens", hit),
		      made = usage_tokens(usage, "cache_creation_input_tokens", 0);
	r->usage = (struct usage){
	    .input = usage_tokens(usage, "prompt_tokens", 0),
	    .output = usage_tokens(usage, "completion_tokens", 0),
	    .cached = usage_tokens(prompt, "cached_tokens", beside),
	    .reasoning =
		usage_tokens(json_map(usage, "completion_tokens_details"), "reasoning_tokens", 0),
	    .written = usage_tokens(prompt, "cache_write_tokens", made),
	    .known = true,
	    .other_tier = r->usage.other_tier,
	};
	count_thoughts(&r->usage, usage);
	usage_hold(&r->usage);
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

/* Doing the rest of it again changes nothing. */
bool openai_is_plain(const struct reply *r, const char *event, const json_t *chunk)
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

bool openai_take_event(struct reply *r, const char *event, const json_t *chunk, struct error *e)
{
	return strcmp(event, "error") == 0 ? reply_refuse(r, chunk, e)
					   : take_chunk(r, chunk, false, e);
}

bool openai_take_body(struct reply *r, const json_t *body, struct error *e)
{
	return json_array_size(json_list(body, "choices")) ? take_chunk(r, body, true, e)
							   : wire_no_reply(r, body, e);
}
