/* SPDX-License-Identifier: MIT
 * Builds a reply while it comes, and the messages made of it. Nothing here knows a protocol.
 */
#include "llm/wire/reply.h"

#include <strings.h>
#include "base/base.h"
#include "base/secret.h"
#include "config/prompt.h"
#include "llm/model/price.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

void reply_init(struct reply *r)
{
	*r = (struct reply){0};
}

static struct think_into into(struct reply *r)
{
	return (struct think_into){
	    &r->text, &r->thinking, &r->text_door, &r->thinking_door, &r->restarted};
}

void reply_add_text(struct reply *r, const char *bytes, size_t len)
{
	struct think_into to = into(r);

	think_feed(&r->split, &to, bytes, len);
}

void reply_add_value(struct reply *r, const json_t *text)
{
	if (json_is_string(text))
		reply_add_text(r, json_string_value(text), json_string_length(text));
}

bool reply_fits(const struct reply *r, struct error *e)
{
	return (!r->text.truncated && !r->thinking.truncated) ||
	       error_set(e, ERR_LIMIT, "the reply is longer than can be kept");
}

void reply_end_text(struct reply *r)
{
	struct think_into to = into(r);

	think_end(&r->split, &to);
}

void reply_free(struct reply *r)
{
	for (size_t i = 0; i < r->call_count; i++) {
		free_all(r->calls[i].id, r->calls[i].name);
		buf_free(&r->calls[i].arguments);
		json_decref(r->calls[i].extra);
	}
	free(r->calls);
	for (size_t i = 0; i < r->part_count; i++) {
		free(r->parts[i].id);
		buf_free(&r->parts[i].text);
		buf_free(&r->parts[i].sealed);
		json_decref(r->parts[i].data);
	}
	free(r->parts);
	buf_free(&r->text);
	buf_free(&r->thinking);
	buf_free(&r->last);
	free_all(r->finish_text, r->model);
	json_decref(r->extras);
	reply_init(r);
}

void reply_add_thinking(struct reply *r, const char *bytes, size_t len)
{
	text_door_feed(&r->thinking_door, &r->thinking, bytes, len);
}

bool reply_add_thought(struct reply *r, struct reply_part *p, const json_t *text)
{
	const size_t len = json_string_length(text);

	reply_add_thinking(r, json_string_value(text), len);
	if (p)
		buf_add(&p->text, json_string_value(text), len);
	return len > 0;
}

struct reply_part *reply_part_new(struct reply *r, enum reply_part_kind kind, int64_t index)
{
	array_reserve(&r->parts, &r->part_cap, r->part_count + 1, sizeof *r->parts);
	r->parts[r->part_count] =
	    (struct reply_part){.kind = kind, .index = index, .from = r->text.len};
	return &r->parts[r->part_count++];
}

static json_t *text_part(const char *text, size_t len)
{
	auto_free char *safe = text_clean(text, len);
	return event_build_text_part(&(struct event_text_part){"text", safe});
}

static json_t *call_part(const struct reply_call *call)
{
	json_auto_t *whole = json_stringn(buf_str(&call->arguments), call->arguments.len);

	return event_build_call_part(&(struct event_call_part){.type = "call",
	    .call = call->id ? call->id : "",
	    .tool = call->name ? call->name : "",
	    .arguments = whole ? json_string_value(whole) : "{}",
	    .quoted = call->quoted});
}

bool reply_calls_natively(const struct reply *r)
{
	for (size_t i = 0; i < r->call_count; i++)
		if (!r->calls[i].written)
			return true;
	return false;
}

static json_t *opaque_part(const struct reply_part *p, const char *wire, bool interrupted)
{
	json_auto_t *data = json_object();

	json_object_update(data, p->data);
	if (p->text.len)
		json_put(data, "text", json_stringn(p->text.data, p->text.len));
	/* An event's data is made safe and its secrets are replaced: what that changes is no longer
	 * what was signed, so only the text is kept. */
	json_auto_t *clean = event_clean(json_incref(data));
	auto_free char *line = secret_any() ? json_line(data) : NULL;
	if (interrupted || !p->data || clean != data ||
	    (line && secret_found(line, strlen(line)))) {
		json_object_clear(data);
		if (p->text.len)
			json_put(data, "text", json_text(p->text.data, p->text.len));
	}
	return json_object_size(data) ? event_build_thinking_part(&(struct event_thinking_part){
					    "thinking", wire, json_incref(data)})
				      : NULL;
}

struct reply_call *reply_call_at(const struct reply *r, int64_t index)
{
	for (size_t i = r->call_count; i-- > 0;)
		if (r->calls[i].index == index)
			return &r->calls[i];
	return NULL;
}

/* Returns where the text of a part ends: where that of the next text part begins. */
static size_t text_end(const struct reply *r, size_t part)
{
	for (size_t i = part + 1; i < r->part_count; i++)
		if (r->parts[i].kind == REPLY_TEXT)
			return r->parts[i].from < r->text.len ? r->parts[i].from : r->text.len;
	return r->text.len;
}

static json_t *part_of(const struct reply *r, size_t i, const char *wire, bool interrupted)
{
	const struct reply_part *p = &r->parts[i];
	const struct reply_call *call;
	size_t end;

	switch (p->kind) {
	case REPLY_TEXT:
		end = text_end(r, i);
		return p->from < end ? text_part(r->text.data + p->from, end - p->from) : NULL;
	case REPLY_CALL:
		call = interrupted ? NULL : reply_call_at(r, p->index);
		return call ? call_part(call) : NULL;
	case REPLY_OPAQUE:
		return opaque_part(p, wire, interrupted);
	}
	return NULL;
}

size_t reply_bytes(const struct reply *r)
{
	size_t bytes = r->text.len + r->thinking.len;

	for (size_t i = 0; i < r->call_count; i++)
		bytes += r->calls[i].arguments.len;
	return bytes;
}

json_t *reply_message(const struct reply *r, const char *wire, bool interrupted)
{
	const bool ordered = r->part_count > 0;
	bool shown = false; /* thinking that came inside of the text stands in no part of its own */
	json_t *parts = json_array();

	for (size_t i = 0; i < r->part_count; i++)
		shown |= r->parts[i].text.len > 0;
	if (r->thinking.len && !shown) {
		json_t *data = json_object();

		json_put(data, "text", json_text(buf_str(&r->thinking), r->thinking.len));
		json_put_str(data, "field", r->thinking_field);
		json_array_append_new(
		    parts, event_build_thinking_part(
			       &(struct event_thinking_part){"thinking", wire, data}));
	}
	for (size_t i = 0; i < r->part_count; i++) {
		json_t *part = part_of(r, i, wire, interrupted);

		if (part)
			json_array_append_new(parts, part);
	}
	if (!ordered && r->text.len)
		json_array_append_new(parts, text_part(r->text.data, r->text.len));
	for (size_t i = 0; !ordered && i < r->call_count && !interrupted; i++)
		json_array_append_new(parts, call_part(&r->calls[i]));
	return event_build_message(&(struct event_message){
	    .role = "assistant",
	    .parts = parts,
	    .extras = r->extras && !interrupted ? json_pack("{s:O}", wire, r->extras) : NULL,
	    .started_at = r->started_ms,
	    .ended_at = r->ended_ms,
	    .interrupted = interrupted,
	});
}

json_t *user_message(const char *text, const char *kind)
{
	auto_free char *safe = text_clean(text, strlen(text));
	return message_of_text("user", kind, safe);
}

void usage_add_request(struct usage *sum, const struct usage *u)
{
	sum->known = true;
	sum->input += u->input;
	sum->output += u->output;
	sum->cached += u->cached;
	sum->reasoning += u->reasoning;
	sum->written += u->written;
	sum->written_long += u->written_long;
	sum->estimated |= u->estimated;
	sum->other_tier |= u->other_tier;
}

#define SHOWN 160	  /* code points of a server's words in a message */
#define TICKS_OF_USD 1e10 /* xAI's unit */

struct reply_call *reply_call_new(struct reply *r, int64_t index, struct error *e)
{
	if (r->max_calls && r->call_count >= r->max_calls) {
		error_set(e, ERR_LIMIT, "the reply makes more than %zu call%s", r->max_calls,
		    text_plural((int64_t)r->max_calls, "", "s"));
		return NULL;
	}
	array_push(r->calls, r->call_count, r->call_cap,
	    (struct reply_call){.index = index, .arguments = BUF_LIMIT(r->max_arguments)});
	return &r->calls[r->call_count - 1];
}

bool reply_call_add(struct reply_call *c, const char *bytes, size_t len, struct error *e)
{
	buf_add(&c->arguments, bytes, len);
	return !c->arguments.truncated ||
	       error_set(e, ERR_LIMIT, "the arguments of a call are larger than %zu bytes",
		   c->arguments.max);
}

bool reply_call_add_value(struct reply_call *c, const json_t *arguments, struct error *e)
{
	auto_free char *line = json_is_object(arguments) ? json_line(arguments) : NULL;
	const char *text = line			       ? line
			   : json_is_string(arguments) ? json_string_value(arguments)
						       : "";
	return reply_call_add(c, text, strlen(text), e);
}

void reply_call_name(struct reply_call *c, const char *id, const char *name)
{
	if (!c->id && *id)
		c->id = xstrdup(id);
	if (!c->name && *name)
		c->name = xstrdup(name);
}

void reply_settle_calls(struct reply *r)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->call_count; i++) {
		struct reply_call c = r->calls[i];
		char ulid[27];
		size_t k = 0;

		if (!c.name) {
			free(c.id);
			buf_free(&c.arguments);
			json_decref(c.extra);
			continue;
		}
		while (c.id && k < kept && strcmp(r->calls[k].id, c.id) != 0)
			k++;
		if (!c.id || k < kept) { /* each has an id of its own, whatever the server gave */
			ulid_new(ulid);
			free(c.id);
			c.id = xasprintf("call_%s", ulid);
		}
		r->calls[kept++] = c;
	}
	r->call_count = kept;
	if (r->call_count && r->finish != FINISH_LENGTH && r->finish != FINISH_FILTER)
		r->finish = FINISH_CALLS;
	else if (!r->call_count && r->finish == FINISH_CALLS)
		r->finish = FINISH_STOP;
}

bool reply_end(struct reply *r, struct error *e)
{
	reply_end_text(r);
	if (!r->finished)
		return error_set(e, ERR_NETWORK, "the reply was cut: its end never came");
	if (r->finish == FINISH_FAILED) {
		r->refused =
		    strcasestr(r->finish_text, "malformed") ? FAILURE_MALFORMED : FAILURE_RETRY;
		return error_set(
		    e, ERR_SERVER, "the server ended the reply with '%s'", r->finish_text);
	}
	reply_settle_calls(r);
	if (r->finish != FINISH_FILTER || r->text.len || r->call_count)
		return true;
	r->refused = FAILURE_FILTER; /* not a word came: the same request would be refused again */
	return error_set(e, ERR_SERVER, "the server refused to answer: %s",
	    r->finish_text ? r->finish_text : "its content filter ended the reply");
}

static enum finish finish_find(const char *word)
{
	static const char *const kinds[] = {[FINISH_STOP] = "stop",
	    [FINISH_LENGTH] = "length",
	    [FINISH_CALLS] = "calls",
	    [FINISH_FILTER] = "filter",
	    [FINISH_PAUSED] = "paused",
	    [FINISH_FAILED] = "failed"};
	json_auto_t *table = config_table_usable("server_words.yaml");

	for (enum finish kind = FINISH_STOP; kind < FINISH_OTHER; kind++)
		json_each (one, json_list(json_map(table, "finish"), kinds[kind]))
			if (strcasecmp(json_string_value(one), word) == 0)
				return kind;
	return FINISH_OTHER;
}

void reply_finish(struct reply *r, const char *word)
{
	if (!word || !*word)
		return;
	r->finished = true;
	r->finish = finish_find(word);
	free(r->finish_text);
	r->finish_text =
	    r->finish == FINISH_OTHER || r->finish == FINISH_FAILED ? text_line(word, SHOWN) : NULL;
}

void reply_refusal(struct reply *r, const char *why)
{
	if (!why || r->finish != FINISH_FILTER)
		return;
	free(r->finish_text);
	r->finish_text = text_line(why, SHOWN);
}

int64_t usage_tokens(const json_t *usage, const char *key, int64_t before)
{
	const int64_t n = json_int(usage, key, before);

	return n > 0 ? n : 0;
}

/* How much was cached stands in the details (OpenAI and most), beside the sum (Moonshot), or has a name of its own
 * (DeepSeek). */
bool reply_usage(struct reply *r, const json_t *usage, const char *input, const char *output)
{
	if (!json_object_size(usage)) /* as with nearly every chunk of a stream */
		return false;
	auto_free char *of_input = xasprintf("%s_details", input),
		       *of_output = xasprintf("%s_details", output);
	const json_t *in = json_map(usage, of_input);
	struct usage *u = &r->usage;
	const int64_t hit = usage_tokens(usage, "prompt_cache_hit_tokens", 0),
		      beside = usage_tokens(usage, "cached_tokens", hit),
		      made = usage_tokens(usage, "cache_creation_input_tokens", 0);

	*u = (struct usage){
	    .input = usage_tokens(usage, input, 0),
	    .output = usage_tokens(usage, output, 0),
	    .cached = usage_tokens(in, "cached_tokens", beside),
	    .reasoning = usage_tokens(json_map(usage, of_output), "reasoning_tokens", 0),
	    .written = usage_tokens(in, "cache_write_tokens", made),
	    .known = true,
	    .other_tier = u->other_tier,
	};
	if (u->cached > u->input) /* both are part of the input */
		u->cached = u->input;
	if (u->written > u->input - u->cached)
		u->written = u->input - u->cached;
	reply_cost(u, usage);
	return true;
}

/* OpenRouter bills a key of the user's own at the provider's price, beside its own. */
void reply_cost(struct usage *u, const json_t *usage)
{
	const json_t *cost = json_object_get(usage, "cost"),
		     *ticks = json_object_get(usage, "cost_in_usd_ticks");
	double upstream =
	    json_flag(usage, "is_byok", false)
		? json_num(json_map(usage, "cost_details"), "upstream_inference_cost", 0)
		: 0;

	if (json_is_number(cost) && json_number_value(cost) >= 0 && upstream >= 0) {
		u->cost_usd = json_number_value(cost) + upstream;
		u->priced = true;
	} else if (json_is_number(ticks) && json_number_value(ticks) >= 0) {
		u->cost_usd = json_number_value(ticks) / TICKS_OF_USD;
		u->priced = true;
	}
}

void reply_tier(struct usage *u, const char *tier)
{
	u->other_tier |= !price_is_of_tier(tier);
}

void reply_model(struct reply *r, const char *name)
{
	if (!r->model && *name)
		r->model = text_line(name, SHOWN);
}
