/* SPDX-License-Identifier: MIT
 * The body of a request: settings and tools first, then the history, last the tail, so that all
 * bytes but the tail's are those of the request before. They are kept: of a conversation that has
 * grown only what is new is written, and every item it was made of is held, so that its address
 * proves it is the same.
 */
#include "llm/wire/request.h"

#include "base/base.h"
#include "llm/wire/turn_write.h"

struct request_cache {
	const struct request_form *form;
	struct buf head;   /* the request up to the tools */
	char *system;	   /* (owned) */
	json_t *tools;	   /* (owned) */
	json_t *quirks;	   /* (owned) */
	bool contents;	   /* files were sent */
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
	free_all(c->items, c->system);
	json_decref_all(c->tools, c->quirks);
	buf_free(&c->head);
	buf_free(&c->before);
	history_drop(&c->history);
	free(c);
}

static bool cache_fits(const struct request_cache *c, const struct request_form *form,
    const struct buf *head, const struct context *context, const struct model *model)
{
	if (!c || c->form != form || c->head.len != head->len ||
	    memcmp(c->head.data, head->data, head->len) != 0)
		return false;
	if (c->contents != (context->contents != NULL) || c->tools != context->tools ||
	    c->quirks != model->quirks || !string_same(c->system, context->system) ||
	    c->count > json_array_size(context->items))
		return false;
	for (size_t i = 0; i < c->count; i++)
		if (c->items[i] != json_array_get(context->items, i))
			return false;
	return true;
}

static struct request_cache *cache_new(const struct request_form *form, struct buf *head,
    const struct context *context, const struct model *model)
{
	struct request_cache *c = xcalloc(1, sizeof *c);
	struct context shown = *context;
	const bool first_words =
	    context->system && *context->system && json_flag(model->quirks, "no_system", false);

	if (first_words)
		shown.system = NULL;
	c->form = form;
	buf_add(&c->before, head->data, head->len);
	form->before(&c->before, &shown, model);
	buf_add(&c->head, head->data, head->len);
	c->system = xstrdup(context->system);
	c->tools = json_incref((json_t *)context->tools);
	c->quirks = json_incref((json_t *)model->quirks);
	c->contents = context->contents != NULL;
	c->history.model = model;
	c->history.writer = form->writer;
	if (form->writer->begin)
		form->writer->begin(&c->history, shown.system);
	if (first_words)
		form->writer->user(&c->history, context->system, strlen(context->system));
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

/* A head is an object that has no end yet. */
void request_merge(struct buf *head, const json_t *extra)
{
	if (!json_object_size(extra))
		return;
	buf_addc(head, '}');
	json_auto_t *all = json_parse(head->data, head->len, NULL);
	json_object_update_recursive(all, (json_t *)extra);
	buf_clear(head);
	json_write(head, all);
	buf_cut(head, head->len - 1);
}

void request_write(const struct wire *wire, struct buf *out, const struct context *asked,
    const struct model *model, struct request_cache **cache)
{
	const struct request_form *form = wire->form;
	struct request_cache *c = cache ? *cache : NULL;
	struct context own = *asked;
	const struct context *context = &own;
	auto_buf head = BUF_INIT;

	/* Together with a form of the answer few servers take tools that must not be called. */
	if (own.tools_taught || json_flag(model->quirks, "no_tools", false) ||
	    (own.no_calls && !form->tools_uncalled &&
		(own.answer || !json_flag(model->quirks, "tools_uncalled", false))))
		own.tools = NULL;
	form->head(&head, context, model);
	request_merge(&head, model->extra_body);
	if (!cache_fits(c, form, &head, context, model)) {
		request_cache_free(c);
		c = cache_new(form, &head, context, model);
	}
	c->history.model = model;
	c->history.names = context->names;
	c->history.contents = context->contents;
	cache_take(c, context->items);
	bool whole = !c->history.part_count; /* no turn waits for more */
	history_settle(&c->history);
	if (context->sent) {
		buf_clear(context->sent);
		buf_add(context->sent, c->before.data + c->head.len, c->before.len - c->head.len);
		buf_add(context->sent, buf_str(&c->history.out), c->history.out.len);
	}
	size_t shift = out->len + c->before.len;
	buf_add(out, c->before.data, c->before.len);
	buf_add(out, buf_str(&c->history.out), c->history.out.len);
	form->end(out, &c->history, shift, context->tail);
	c->history.model = NULL;
	c->history.names = NULL;
	c->history.contents = NULL;
	if (!cache || !whole) {
		request_cache_free(c);
		c = NULL;
	}
	if (cache)
		*cache = c;
}

void request_begin(struct buf *out, const struct model *model)
{
	const char *id = model->id ? model->id : "";

	buf_adds(out, "{\"model\":");
	history_quote(out, id, strlen(id));
	buf_addf(
	    out, ",\"stream\":%s", json_flag(model->quirks, "no_stream", false) ? "false" : "true");
}

void request_temperature(struct buf *out, const struct model *model, double most)
{
	if (isnan(model->temperature) || json_flag(model->quirks, "no_temperature", false))
		return;
	json_auto_t *number = json_real(fmin(model->temperature, most));
	history_value(out, "temperature", number);
}

enum answer_form request_answer_form(const struct answer_wanted *answer, const struct model *model)
{
	const char *most = json_str(model->quirks, "answers", "json_schema");

	if (!answer || answer->form == ANSWER_WORDS || strcmp(most, "words") == 0)
		return ANSWER_WORDS;
	return strcmp(most, "json_object") == 0 ? ANSWER_OBJECT : answer->form;
}

json_t *request_answer(
    const struct answer_wanted *answer, const struct model *model, const char *inside)
{
	const enum answer_form form = request_answer_form(answer, model);

	if (form != ANSWER_SCHEMA)
		return form == ANSWER_OBJECT ? json_pack("{s:s}", "type", "json_object") : NULL;
	json_t *format = json_pack("{s:s}", "type", "json_schema");
	json_t *schema = json_pack("{s:s, s:O}", "name", answer->name, "schema", answer->schema);
	if (inside)
		json_put(format, inside, schema);
	else
		json_object_update_new(format, schema);
	return format;
}

void request_tools(
    struct buf *out, const json_t *tools, void (*write)(struct buf *out, const json_t *tool))
{
	json_each_at (i, tool, tools) {
		buf_adds(out, i ? "," : ",\"tools\":[");
		write(out, tool);
	}
	buf_adds(out, json_array_size(tools) ? "]" : "");
}

void request_choice(struct buf *out, const struct context *context, const char *none)
{
	if (context->no_calls && json_array_size(context->tools))
		buf_addf(out, ",\"tool_choice\":%s", none);
}
