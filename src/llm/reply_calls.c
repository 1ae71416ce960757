/*
 * The end of a reply, whatever protocol it came by: its calls, and why it ended.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/text.h"
#include "llm/context.h"

#define SHOWN 160 /* code points of a server's words in a message */

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
	}
	r->call_count = kept;
}

static bool id_is_taken(const struct reply *r, size_t before, const char *id)
{
	for (size_t i = 0; i < before; i++)
		if (strcmp(r->calls[i].id, id) == 0)
			return true;
	return false;
}

/* Each call has an id of its own, whatever the server gave. */
static void fill_ids(struct reply *r)
{
	for (size_t i = 0; i < r->call_count; i++) {
		char ulid[27], *id = r->calls[i].id;

		if (id && !id_is_taken(r, i, id))
			continue;
		ulid_new(ulid);
		r->calls[i].id = xasprintf("call_%s", ulid);
		free(id);
	}
}

static void settle_calls(struct reply *r)
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
	settle_calls(r);
	return true;
}

static enum finish finish_find(const char *word)
{
	static const struct {
		const char *word;
		enum finish finish;
	} words[] = {
	    {"stop", FINISH_STOP},
	    {"end", FINISH_STOP},
	    {"eos", FINISH_STOP},
	    {"eos_token", FINISH_STOP},
	    {"end_turn", FINISH_STOP},
	    {"stop_sequence", FINISH_STOP},
	    {"length", FINISH_LENGTH},
	    {"max_tokens", FINISH_LENGTH},
	    {"max_output_tokens", FINISH_LENGTH},
	    {"model_length", FINISH_LENGTH},
	    {"model_context_window_exceeded", FINISH_LENGTH},
	    {"tool_calls", FINISH_CALLS},
	    {"tool_use", FINISH_CALLS},
	    {"function_call", FINISH_CALLS},
	    {"pause_turn", FINISH_PAUSED},
	    {"content_filter", FINISH_FILTER},
	    {"refusal", FINISH_FILTER},
	    {"safety", FINISH_FILTER},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasecmp(words[i].word, word) == 0)
			return words[i].finish;
	return FINISH_OTHER;
}

void reply_finish(struct reply *r, const char *word)
{
	if (!word || !*word)
		return;
	r->finished = true;
	r->finish = finish_find(word);
	free(r->finish_text);
	r->finish_text = r->finish == FINISH_OTHER ? text_line(word, SHOWN) : NULL;
}

void reply_model(struct reply *r, const char *name)
{
	if (!r->model && *name)
		r->model = text_line(name, SHOWN);
}
