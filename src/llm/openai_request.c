/*
 * The body of a request: settings and tools first, then the messages, last the tail, so that all
 * bytes but the tail's are those of the request before. They are kept: of a conversation that has
 * grown only what is new is written, and every item it was made of is held, so that its address
 * proves it is the same.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/json.h"
#include "llm/openai.h"

struct request_cache {
	struct buf head;   /* the request up to the tools */
	char *system;	   /* (owned) */
	json_t *tools;	   /* (owned) */
	json_t *quirks;	   /* (owned) */
	struct buf before; /* the request up to the first message */
	struct history history;
	json_t **items; /* (owned) */
	size_t count, cap;
};

void request_cache_free(struct request_cache *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->count; i++)
		json_decref(c->items[i]);
	free(c->items);
	free(c->system);
	json_decref(c->tools);
	json_decref(c->quirks);
	buf_free(&c->head);
	buf_free(&c->before);
	history_drop(&c->history);
	free(c);
}

static void add_string(struct buf *out, const char *key, const char *value)
{
	json_t *text = json_text(value, strlen(value));

	buf_adds(out, key);
	json_write(out, text);
	json_decref(text);
}

static void add_head(struct buf *out, const struct model *model)
{
	add_string(out, "{\"model\":", model->id ? model->id : "");
	buf_adds(out, ",\"stream\":true");
	if (!json_flag(model->quirks, "no_stream_usage", false))
		buf_adds(out, ",\"stream_options\":{\"include_usage\":true}");
	if (!isnan(model->temperature) && !json_flag(model->quirks, "no_temperature", false)) {
		json_t *number = json_real(model->temperature);

		buf_adds(out, ",\"temperature\":");
		json_write(out, number);
		json_decref(number);
	}
	if (model->max_tokens > 0)
		buf_addf(out, ",\"%s\":%d",
		    json_str(model->quirks, "max_tokens_field", "max_tokens"), model->max_tokens);
}

/* A quirk may say that less is taken than is asked for. */
static void add_answer(
    struct buf *out, const struct answer_wanted *answer, const struct model *model)
{
	const char *most = json_str(model->quirks, "answers", "json_schema");
	json_t *format;

	if (!answer || answer->form == ANSWER_WORDS || strcmp(most, "words") == 0)
		return;
	if (answer->form == ANSWER_OBJECT || strcmp(most, "json_object") == 0)
		format = json_pack("{s:s}", "type", "json_object");
	else
		format = json_pack("{s:s, s:{s:s, s:O}}", "type", "json_schema", "json_schema",
		    "name", answer->name, "schema", answer->schema);
	buf_adds(out, ",\"response_format\":");
	json_write(out, format);
	json_decref(format);
}

static void add_tools(struct buf *out, const json_t *tools)
{
	const json_t *tool;
	size_t i;

	if (json_array_size(tools) == 0)
		return;
	json_array_foreach (tools, i, tool) {
		buf_adds(out, i ? "," : ",\"tools\":[");
		buf_adds(out, "{\"type\":\"function\",\"function\":");
		json_write(out, tool);
		buf_addc(out, '}');
	}
	buf_addc(out, ']');
}

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool cache_fits(const struct request_cache *c, const struct buf *head,
    const struct context *context, const struct model *model)
{
	if (!c || c->head.len != head->len || memcmp(c->head.data, head->data, head->len) != 0)
		return false;
	if (c->tools != context->tools || c->quirks != model->quirks ||
	    !same(c->system, context->system) || c->count > json_array_size(context->items))
		return false;
	for (size_t i = 0; i < c->count; i++)
		if (c->items[i] != json_array_get(context->items, i))
			return false;
	return true;
}

static struct request_cache *cache_new(
    struct buf *head, const struct context *context, const struct model *model)
{
	struct request_cache *c = xcalloc(1, sizeof *c);

	buf_add(&c->before, head->data, head->len);
	add_tools(&c->before, context->tools);
	buf_adds(&c->before, ",\"messages\":[");
	buf_add(&c->head, head->data, head->len);
	c->system = xstrdup(context->system);
	c->tools = json_incref((json_t *)context->tools);
	c->quirks = json_incref((json_t *)model->quirks);
	c->history.model = model;
	history_system(&c->history, context->system);
	return c;
}

static void cache_take(struct request_cache *c, const json_t *items)
{
	size_t total = json_array_size(items);

	array_reserve(&c->items, &c->cap, total, sizeof *c->items);
	while (c->count < total) {
		json_t *item = json_incref(json_array_get(items, c->count));

		c->items[c->count++] = item;
		history_take(&c->history, item);
	}
}

void openai_request(struct buf *out, const struct context *context, const struct model *model,
    struct request_cache **cache)
{
	struct request_cache *c = cache ? *cache : NULL;
	struct buf head = BUF_INIT;
	bool whole;
	size_t shift;

	add_head(&head, model);
	add_answer(&head, context->answer, model);
	if (!cache_fits(c, &head, context, model)) {
		request_cache_free(c);
		c = cache_new(&head, context, model);
	}
	buf_free(&head);
	c->history.model = model;
	c->history.names = context->names;
	cache_take(c, context->items);
	whole = history_settled(&c->history);
	history_settle(&c->history);
	shift = out->len + c->before.len;
	buf_add(out, c->before.data, c->before.len);
	buf_add(out, buf_str(&c->history.out), c->history.out.len);
	if (c->history.open != HISTORY_CLOSED)
		buf_adds(out, "\"}");
	if (context->tail && *context->tail)
		history_tail(out, &c->history, shift, context->tail);
	buf_adds(out, "]}");
	c->history.model = NULL;
	c->history.names = NULL;
	if (!cache || !whole) {
		request_cache_free(c);
		c = NULL;
	}
	if (cache)
		*cache = c;
}
