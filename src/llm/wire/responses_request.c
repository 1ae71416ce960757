/* SPDX-License-Identifier: MIT
 * What a request of Responses holds beside its items: settings, tools, the system prompt.
 */
#include "base/base.h"
#include "llm/wire/responses.h"
#include "llm/wire/turn_write.h"

static bool has(const struct model *model, const char *quirk)
{
	return json_flag(model->quirks, quirk, false);
}

/* Reasoning is asked for as it can be given back: encrypted, since the server keeps nothing. */
static void add_reasoning(struct buf *out, const struct model *model)
{
	const char *effort = has(model, "no_effort") ? NULL : model->effort;
	bool summary = !has(model, "no_summary");

	if (has(model, "no_reasoning"))
		return;
	buf_adds(out, ",\"include\":[\"reasoning.encrypted_content\"]");
	if (!summary && !effort)
		return;
	buf_adds(out, ",\"reasoning\":{");
	if (effort)
		buf_addf(out, "\"effort\":\"%s\"%s", effort, summary ? "," : "");
	buf_adds(out, summary ? "\"summary\":\"auto\"}" : "}");
}

static void head(struct buf *out, const struct context *context, const struct model *model)
{
	json_auto_t *format = request_answer(context->answer, model, NULL);

	request_begin(out, model);
	if (!has(model, "no_store"))
		buf_adds(out, ",\"store\":false");
	add_reasoning(out, model);
	request_temperature(out, model, INFINITY);
	if (model->max_tokens > 0)
		buf_addf(out, ",\"max_output_tokens\":%d", model->max_tokens);
	if (context->session && *context->session && !has(model, "no_cache_key"))
		history_member(out, "prompt_cache_key", context->session);
	if (format) {
		if (json_object_get(format, "schema"))
			json_put(format, "strict", json_false());
		buf_adds(out, ",\"text\":{\"format\":");
		json_write(out, format);
		buf_addc(out, '}');
	}
	request_choice(out, context, "\"none\"");
}

/* A tool's schema is not made for the strict form, in which every field is required. */
static void write_tool(struct buf *out, const json_t *tool)
{
	buf_adds(out, "{\"type\":\"function\"");
	history_member(out, "name", json_str(tool, "name", ""));
	history_member(out, "description", json_str(tool, "description", ""));
	history_value(out, "parameters", json_object_get(tool, "parameters"));
	buf_adds(out, ",\"strict\":false}");
}

static void before(struct buf *out, const struct context *context, const struct model *model)
{
	request_tools(out, context->tools, write_tool);
	if (context->system && *context->system)
		history_member(out, "instructions", context->system);
	buf_adds(out, ",\"input\":[");
}

static const struct request_form form = {
    .writer = &responses_writer,
    .head = head,
    .before = before,
    .end = responses_end,
};

/* https://developers.openai.com/api/reference/resources/responses/subresources/input_tokens */
static const char *const counted[] = {
    "model", "input", "instructions", "tools", "tool_choice", "reasoning", "text", NULL};

const struct wire wire_responses = {
    .name = "responses",
    .protocol = "responses",
    .pasted = "/responses",
    .count_path = "/input_tokens",
    .count_members = counted,
    .form = &form,
    .take_event = responses_take_event,
    .take_body = responses_take_body,
    .plain_key = "\"delta\"",
    .is_plain = responses_is_plain,
    .finish = reply_end,
    .headers = wire_bearer,
};
