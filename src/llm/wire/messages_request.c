/* SPDX-License-Identifier: MIT
 * What a request of Messages holds beside them: settings, tools, the system prompt. Tools and system
 * prompt are the head, which the server keeps up to the mark behind it. Clients of the protocol append /v1/messages to a
 * base URL, those of Chat Completions name one that ends in /v1: both are taken.
 */
#include "base/base.h"
#include "llm/wire/messages.h"
#include "llm/wire/schema_subset.h"
#include "llm/wire/turn_write.h"
#include "session/event/event_data.h"

#define LEAST_BUDGET 1024 /* of thinking, as the provider documents it */

/* Whether the last reply with calls begins with its thinking, as it has to with a budget of
 * thinking. A reply of another model or server has none to begin with. */
static bool thought_is_there(const struct context *context, const struct model *model)
{
	size_t i = json_array_size(context->items);

	while (i-- > 0) {
		const json_t *item = json_array_get(context->items, i);
		if (!text_is(json_str(item, "role", ""), "assistant"))
			continue;
		const json_t *part = json_array_get(json_list(item, "parts"), 0);
		const struct event_thinking_part thinking = event_read_thinking_part(part);
		return text_is(thinking.wire, messages_writer.wire) &&
		       history_seal_holds(model, item) &&
		       json_object_get(thinking.data, "signature");
	}
	return true;
}

enum thinking { THINKING_NONE, THINKING_ADAPTIVE, THINKING_BUDGET };

static enum thinking thinking_of(const struct context *context, const struct model *model)
{
	if (text_is(model->effort, "minimal") || json_flag(model->quirks, "no_thinking", false))
		return THINKING_NONE;
	if (text_is(json_str(model->quirks, "thinking", NULL), "adaptive"))
		return THINKING_ADAPTIVE;
	if (json_int(model->quirks, "thinking_budget", 0) > 0 && thought_is_there(context, model))
		return THINKING_BUDGET;
	return THINKING_NONE;
}

static bool add_thinking(
    struct buf *out, const struct context *context, const struct model *model, int most)
{
	int64_t budget = json_int(model->quirks, "thinking_budget", 0);

	switch (thinking_of(context, model)) {
	case THINKING_NONE:
		return false;
	case THINKING_ADAPTIVE:
		buf_adds(out, ",\"thinking\":{\"type\":\"adaptive\",\"display\":\"summarized\"}");
		return true;
	case THINKING_BUDGET:
		if (budget >= most)
			budget = most / 2;
		if (budget < LEAST_BUDGET)
			return false;
		buf_addf(out, ",\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":%lld}",
		    (long long)budget);
		return true;
	}
	return false;
}

/* The answer held to what can be said of its schema; NULL: nothing can, or the server takes none. */
static json_t *answer_format(const struct answer_wanted *answer, const struct model *model)
{
	if (!answer || answer->form != ANSWER_SCHEMA ||
	    !text_is(json_str(model->quirks, "answers", NULL), "json_schema"))
		return NULL;
	json_t *schema = schema_subset(answer->schema);
	return schema ? json_pack("{s:s, s:o}", "type", "json_schema", "schema", schema) : NULL;
}

static void head(struct buf *out, const struct context *context, const struct model *model)
{
	const int64_t of_model = json_int(model->quirks, "output_tokens", 0);
	int most = model->max_tokens > 0 ? model->max_tokens : model->output_tokens;

	if (of_model > 0 && most > of_model)
		most = (int)of_model;
	request_begin(out, model);
	buf_addf(out, ",\"max_tokens\":%d", most);
	bool thinks = add_thinking(out, context, model, most);
	json_auto_t *config = json_object();

	if (model->effort && json_flag(model->quirks, "effort", false))
		json_put_str(
		    config, "effort", text_is(model->effort, "minimal") ? "low" : model->effort);
	json_put(config, "format", answer_format(context->answer, model));
	if (json_object_size(config))
		history_value(out, "output_config", config);
	request_choice(out, context, "{\"type\":\"none\"}");
	if (!thinks)
		request_temperature(out, model, 1);
}

static void write_tool(struct buf *out, const json_t *tool)
{
	const char *name = json_str(tool, "name", "");

	buf_adds(out, "{\"name\":");
	history_quote(out, name, strlen(name));
	history_member(out, "description", json_str(tool, "description", ""));
	history_value(out, "input_schema", json_object_get(tool, "parameters"));
	buf_addc(out, '}');
}

/* The mark stands in the last tool where no system prompt follows. */
static void before(struct buf *out, const struct context *context, const struct model *model)
{
	const bool system = context->system && *context->system;

	request_tools(out, context->tools, write_tool);
	if (!system && json_array_size(context->tools)) {
		buf_cut(out, out->len - 2);
		messages_mark(out, model);
		buf_adds(out, "}]");
	}
	if (system) {
		buf_adds(out, ",\"system\":[{\"type\":\"text\"");
		history_member(out, "text", context->system);
		messages_mark(out, model);
		buf_adds(out, "}]");
	}
	buf_adds(out, ",\"messages\":[");
}

static const struct request_form form = {
    .tools_uncalled = true, /* a conversation with calls in it needs them */
    .writer = &messages_writer,
    .head = head,
    .before = before,
    .end = messages_end,
};

/* The provider's own server takes its own header alone; others take either, and nobody knows
 * which. */
static void headers(const struct model *model, char *out[8])
{
	const char *header = json_str(model->quirks, "key_header", NULL);
	int n = 0;

	out[n++] = xstrdup("Accept: text/event-stream, application/json");
	out[n++] = xstrdup("anthropic-version: 2023-06-01");
	if (model->key && (!header || strcmp(header, "x-api-key") == 0))
		out[n++] = xasprintf("x-api-key: %s", model->key);
	if (model->key && (!header || strcmp(header, "authorization") == 0))
		out[n++] = xasprintf("Authorization: Bearer %s", model->key);
	out[n] = NULL;
}

/* https://platform.claude.com/docs/en/api/messages/count_tokens */
static const char *const counted[] = {
    "model", "messages", "system", "tools", "tool_choice", "thinking", "output_config", NULL};

const struct wire wire_messages = {
    .name = "messages",
    .protocol = "messages",
    .pasted = "/messages",
    .adds_version = true,
    .list_query = "limit=1000", /* a page has 20 */
    .schema_by_quirk = true,
    .count_path = "/count_tokens",
    .count_members = counted,
    .form = &form,
    .take_event = messages_take_event,
    .take_body = messages_take_body,
    .plain_key = "\"text\"",
    .is_plain = messages_is_plain,
    .finish = messages_finish,
    .headers = headers,
};
