/* SPDX-License-Identifier: MIT
 * What a request of Chat Completions holds beside its messages: settings and tools.
 */
#include "base/base.h"
#include "llm/wire/chat_completions.h"
#include "llm/wire/turn_write.h"

/* Some models take tools with reasoning on another protocol alone. */
static void add_effort(struct buf *out, const struct context *context, const struct model *model)
{
	const bool none =
	    json_array_size(context->tools) && json_flag(model->quirks, "effort_none", false);
	const char *effort = none ? "none" : model->effort;

	if (!effort || json_flag(model->quirks, "no_effort", false))
		return;
	if (!none && model->effort_body) {
		request_merge(out, model->effort_body);
		return;
	}
	history_member(out, "reasoning_effort", effort);
}

static void write_tool(struct buf *out, const json_t *tool)
{
	buf_adds(out, "{\"type\":\"function\"");
	history_value(out, "function", tool);
	buf_addc(out, '}');
}

static void head(struct buf *out, const struct context *context, const struct model *model)
{
	json_auto_t *format = request_answer(context->answer, model, "json_schema");

	request_begin(out, model);
	if (!json_flag(model->quirks, "no_stream_usage", false) &&
	    !json_flag(model->quirks, "no_stream", false))
		buf_adds(out, ",\"stream_options\":{\"include_usage\":true}");
	request_temperature(out, model, INFINITY);
	if (model->max_tokens > 0)
		buf_addf(out, ",\"%s\":%d",
		    json_str(model->quirks, "max_tokens_field", "max_tokens"), model->max_tokens);
	add_effort(out, context, model);
	if (format)
		history_value(out, "response_format", format);
	request_choice(out, context, "\"none\"");
}

static void before(struct buf *out, const struct context *context, const struct model *model)
{
	request_tools(out, context->tools, write_tool);
	buf_adds(out, ",\"messages\":[");
}

static const struct request_form form = {
    .writer = &openai_writer,
    .head = head,
    .before = before,
    .end = openai_end,
};

const struct wire wire_openai_chat = {
    .name = "openai_chat",
    .protocol = "chat",
    .pasted = "/chat/completions",
    .form = &form,
    .take_event = openai_take_event,
    .take_body = openai_take_body,
    .plain_key = "\"content\"",
    .is_plain = openai_is_plain,
    .mark_ends = true,
    .finish = openai_finish,
    .headers = wire_bearer,
};
