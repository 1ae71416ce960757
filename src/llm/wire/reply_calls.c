/* SPDX-License-Identifier: MIT
 * The end of a reply, whatever protocol it came by: its calls, and why it ended.
 */
#include <strings.h>
#include "base/base.h"
#include "config/prompt.h"
#include "llm/model/price.h"
#include "llm/wire/reply.h"

#define SHOWN 160	  /* code points of a server's words in a message */
#define TICKS_OF_USD 1e10 /* xAI's unit */

struct reply_call *reply_call_new(struct reply *r, int64_t index, struct error *e)
{
	if (r->max_calls && r->call_count >= r->max_calls) {
		error_set(e, ERR_LIMIT, "the reply makes more than %zu call%s", r->max_calls,
		    text_plural((int64_t)r->max_calls, "", "s"));
		return NULL;
	}
	array_reserve(&r->calls, &r->call_cap, r->call_count + 1, sizeof *r->calls);
	r->calls[r->call_count] = (struct reply_call){
	    .index = index,
	    .arguments = BUF_LIMIT(r->max_arguments),
	};
	return &r->calls[r->call_count++];
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

static void drop_nameless(struct reply *r)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->call_count; i++) {
		struct reply_call *c = &r->calls[i];

		if (c->name) {
			r->calls[kept++] = *c;
			continue;
		}
		free(c->id);
		buf_free(&c->arguments);
		json_decref(c->extra);
	}
	r->call_count = kept;
}

/* Each call has an id of its own, whatever the server gave. */
static void fill_ids(struct reply *r)
{
	for (size_t i = 0; i < r->call_count; i++) {
		char ulid[27], *id = r->calls[i].id;
		size_t k = 0;

		while (id && k < i && strcmp(r->calls[k].id, id) != 0)
			k++;
		if (id && k == i)
			continue;
		ulid_new(ulid);
		r->calls[i].id = xasprintf("call_%s", ulid);
		free(id);
	}
}

void reply_settle_calls(struct reply *r)
{
	drop_nameless(r);
	fill_ids(r);
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

void usage_hold(struct usage *u)
{
	if (u->cached > u->input)
		u->cached = u->input;
	if (u->written > u->input - u->cached)
		u->written = u->input - u->cached;
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
