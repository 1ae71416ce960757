/*
 * What a request of Responses holds beside its items: settings, tools, the system prompt.
 */
#include <math.h>
#include <string.h>
#include "base/json/json.h"
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

static void add_answer(
    struct buf *out, const struct answer_wanted *answer, const struct model *model)
{
	const enum answer_form form = request_answer_form(answer, model);
	json_t *format;

	if (form == ANSWER_WORDS)
		return;
	if (form == ANSWER_OBJECT)
		format = json_pack("{s:s}", "type", "json_object");
	else
		format = json_pack("{s:s, s:s, s:O, s:b}", "type", "json_schema", "name",
		    answer->name, "schema", answer->schema, "strict", 0);
	buf_adds(out, ",\"text\":{\"format\":");
	json_write(out, format);
	buf_addc(out, '}');
	json_decref(format);
}

static void head(struct buf *out, const struct context *context, const struct model *model)
{
	request_begin(out, model);
	if (!has(model, "no_store"))
		buf_adds(out, ",\"store\":false");
	add_reasoning(out, model);
	request_temperature(out, model, INFINITY);
	if (model->max_tokens > 0)
		buf_addf(out, ",\"max_output_tokens\":%d", model->max_tokens);
	if (context->session && *context->session && !has(model, "no_cache_key"))
		history_member(out, "prompt_cache_key", context->session);
	add_answer(out, context->answer, model);
	if (context->no_calls && json_array_size(context->tools))
		buf_adds(out, ",\"tool_choice\":\"none\"");
}

/* A tool's schema is not made for the strict form, in which every field is required. */
static void before(struct buf *out, const struct context *context, const struct model *model)
{
	const json_t *tool;
	size_t i;

	json_array_foreach (context->tools, i, tool) {
		buf_adds(out, i ? "," : ",\"tools\":[");
		buf_adds(out, "{\"type\":\"function\"");
		history_member(out, "name", json_str(tool, "name", ""));
		history_member(out, "description", json_str(tool, "description", ""));
		buf_adds(out, ",\"parameters\":");
		json_write(out, json_object_get(tool, "parameters"));
		buf_adds(out, ",\"strict\":false}");
	}
	buf_adds(out, json_array_size(context->tools) ? "]" : "");
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
