/* SPDX-License-Identifier: MIT
 * A request of Responses. Settled turns become items: messages, calls, the results of calls, and reasoning as it came.
 */
#include "base/base.h"
#include "llm/model/media.h"
#include "llm/wire/responses.h"
#include "llm/wire/turn_write.h"

static void user(struct history *h, const char *text, size_t len)
{
	history_begin(h, "{\"type\":\"message\",\"role\":\"user\",\"content\":[");
	for (size_t i = 0; i < h->file_count; i++) {
		const struct history_file *f = &h->files[i];

		if (media_is_image(f->media)) {
			buf_addf(&h->out,
			    "{\"type\":\"input_image\",\"image_url\":\"data:%s;base64,", f->media);
		} else {
			buf_adds(&h->out, "{\"type\":\"input_file\"");
			history_member(&h->out, "filename", f->name);
			buf_addf(&h->out, ",\"file_data\":\"data:%s;base64,", f->media);
		}
		history_file(h, f, "\"},");
	}
	history_text(h, "{\"type\":\"input_text\",\"text\":\"", text, len, HISTORY_USER);
}

/* phase: what kind of text the server called it; NULL: none. */
static void write_text(struct history *h, const char *text, size_t len, const char *phase)
{
	history_begin(h, "{\"type\":\"message\",\"role\":\"assistant\"");
	if (phase)
		history_member(&h->out, "phase", phase);
	buf_adds(&h->out, ",\"content\":[{\"type\":\"output_text\",\"text\":");
	history_quote(&h->out, text, len);
	buf_adds(&h->out, "}]}");
}

/* Whether a part of reasoning is sent: it must hold its content, since the server keeps nothing,
 * and what it led to must follow. Some models take none. */
static bool is_sent(const struct history *h, size_t part)
{
	const json_t *item = json_map(h->parts[part].data, "item");

	if (json_flag(h->model->quirks, "no_reasoning", false))
		return false;
	if (!*json_str(item, "encrypted_content", "") &&
	    !json_array_size(json_list(item, "content")))
		return false;
	for (size_t i = part + 1; i < h->part_count; i++)
		if (h->parts[i].kind == HISTORY_TEXT || h->parts[i].kind == HISTORY_CALL)
			return true;
	return false;
}

static void turn(struct history *h)
{
	const struct history_call *c;
	const char *phase = NULL, *id;

	for (size_t i = 0; i < h->part_count; i++) {
		const struct history_part *p = &h->parts[i];

		switch (p->kind) {
		case HISTORY_TEXT:
			write_text(h, h->text.data + p->from, p->len, phase);
			phase = NULL;
			break;
		case HISTORY_CALL:
			c = &h->calls[p->call];
			history_begin(h, "{\"type\":\"function_call\",\"call_id\":");
			history_id(h, c);
			history_member(&h->out, "name", buf_str(&c->name));
			history_member(&h->out, "arguments", buf_str(&c->arguments));
			buf_addc(&h->out, '}');
			break;
		case HISTORY_OPAQUE:
			phase = json_str(p->data, "phase", phase);
			id = json_str(json_map(p->data, "item"), "id", NULL);
			if (!is_sent(h, i) || (id && json_object_get(h->ids, id)))
				break; /* an item that is there twice is refused */
			if (!h->ids)
				h->ids = json_object();
			if (id)
				json_put(h->ids, id, json_true());
			history_begin(h, "");
			json_write(&h->out, json_map(p->data, "item"));
			break;
		case HISTORY_EXTRAS:
			break;
		}
	}
	history_results(h, "{\"type\":\"function_call_output\",\"call_id\":", ",\"output\":\"");
}

static const struct history_writer writer = {
    .wire = "responses",
    .id_marks = "_-",
    .closing = {"", "\"}]}", "\"}"},
    .user = user,
    .turn = turn,
};

static void responses_end(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	bool any = tail && *tail;

	if (any && h->open != HISTORY_CLOSED) {
		history_inside(out, "\n\n", 2);
		history_inside(out, tail, strlen(tail));
	}
	buf_adds(out, h->writer->closing[h->open]);
	if (any && h->open == HISTORY_CLOSED) {
		buf_adds(out, h->out.len ? "," : "");
		buf_adds(out, "{\"type\":\"message\",\"role\":\"user\",\"content\":[{\"type\":"
			      "\"input_text\",\"text\":");
		history_quote(out, tail, strlen(tail));
		buf_adds(out, "}]}");
	}
	buf_adds(out, "]}");
}

static bool has(const struct model *model, const char *quirk)
{
	return json_flag(model->quirks, quirk, false);
}

/* Asks for reasoning in the form in which it can be sent back: encrypted, since the server keeps nothing. */
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
    .writer = &writer,
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
