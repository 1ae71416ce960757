/* SPDX-License-Identifier: MIT
 * A request of Chat Completions. Settled turns become messages that every chat template accepts: one system message,
 * first; what is said after a result goes to the end of it, for a template may refuse a user's turn
 * there.
 */
#include "base/base.h"
#include "llm/model/media.h"
#include "llm/wire/chat_completions.h"
#include "llm/wire/turn_write.h"

static void begin(struct history *h, const char *system)
{
	const char *role = json_str(h->model->quirks, "system_role", "system");

	if (!system || !*system)
		return;
	history_begin(h, "{\"role\":");
	history_quote(&h->out, role, strlen(role));
	history_member(&h->out, "content", system);
	buf_addc(&h->out, '}');
}

static void user(struct history *h, const char *text, size_t len)
{
	if (!h->file_count) {
		history_begin(h, "{\"role\":\"user\",\"content\":\"");
		history_text(h, "", text, len, HISTORY_USER);
		return;
	}
	history_begin(h, "{\"role\":\"user\",\"content\":[");
	for (size_t i = 0; i < h->file_count; i++) {
		const struct history_file *f = &h->files[i];

		if (media_is_image(f->media)) {
			buf_addf(&h->out,
			    "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:%s;base64,",
			    f->media);
		} else {
			buf_adds(&h->out, "{\"type\":\"file\",\"file\":{\"filename\":");
			history_quote(&h->out, f->name, strlen(f->name));
			buf_addf(&h->out, ",\"file_data\":\"data:%s;base64,", f->media);
		}
		history_file(h, f, "\"}},");
	}
	history_text(h, "{\"type\":\"text\",\"text\":\"", text, len, HISTORY_USER_PARTS);
}

static void write_call(struct history *h, const struct history_call *c, bool first)
{
	const json_t *extra = json_map(json_map(c->extras, "calls"), c->id);
	/* A signature that the model accepts for calls that another model made. */
	const char *placeholder = json_str(h->model->quirks, "call_signature", NULL);

	buf_adds(&h->out, "{\"id\":");
	history_id(h, c);
	buf_adds(&h->out, ",\"type\":\"function\",\"function\":{\"name\":");
	history_quote(&h->out, c->name.data, c->name.len);
	history_member(&h->out, "arguments", buf_str(&c->arguments));
	buf_addc(&h->out, '}');
	if (extra) {
		history_value(&h->out, "extra_content", extra);
	} else if (first && placeholder) {
		buf_adds(&h->out, ",\"extra_content\":{\"google\":{\"thought_signature\":");
		history_quote(&h->out, placeholder, strlen(placeholder));
		buf_adds(&h->out, "}}");
	}
	buf_addc(&h->out, '}');
}

/* Returns what the turn's extras have under this key, borrowed, or NULL. */
static const json_t *extra_at(const struct history *h, const char *key)
{
	const json_t *found = NULL;

	for (size_t i = 0; i < h->part_count; i++)
		if (h->parts[i].kind == HISTORY_EXTRAS && json_object_get(h->parts[i].data, key))
			found = json_object_get(h->parts[i].data, key);
	return found;
}

/* Returns the field for the turn's thinking, which is appended to thinking: the one it came in, else the one the
 * model wants. NULL: it is not sent. What led to calls goes back to every server that has a field for it. */
static const char *thinking_field(const struct history *h, struct buf *thinking)
{
	const char *wanted = json_str(h->model->quirks, "thinking_field", NULL), *came = NULL;
	const json_t *empty = extra_at(h, "empty");

	for (size_t i = 0; i < h->part_count; i++)
		if (h->parts[i].kind == HISTORY_OPAQUE) {
			buf_adds(thinking, json_str(h->parts[i].data, "text", ""));
			came = json_str(h->parts[i].data, "field", came);
		}
	if (thinking->len)
		return wanted || h->call_count ? (came ? came : wanted) : NULL;
	if (!h->call_count)
		return NULL;
	if (json_is_string(empty))
		return json_string_value(empty);
	if (json_flag(h->model->quirks, "thinking_always", false))
		return wanted ? wanted : "reasoning_content";
	return NULL;
}

static void write_thinking(struct history *h)
{
	const json_t *details = extra_at(h, "reasoning_details");
	auto_buf thinking = BUF_LIMIT(BUF_UNBOUNDED);
	const char *field = thinking_field(h, &thinking);

	if (extra_at(h, "extra_content"))
		history_value(&h->out, "extra_content", extra_at(h, "extra_content"));
	if (json_flag(h->model->quirks, "no_thinking_back", false))
		return;
	if (json_is_array(details))
		history_value(&h->out, "reasoning_details", details);
	else if (field)
		history_member(&h->out, field, buf_str(&thinking));
}

static void turn(struct history *h)
{
	history_begin(h, "{\"role\":\"assistant\",\"content\":");
	if (h->text.len)
		history_quote(&h->out, h->text.data, h->text.len);
	else
		buf_adds(&h->out, "null");
	write_thinking(h);
	for (size_t i = 0; i < h->call_count; i++) {
		buf_adds(&h->out, i ? "," : ",\"tool_calls\":[");
		write_call(h, &h->calls[i], i == 0);
	}
	buf_adds(&h->out, h->call_count ? "]}" : "}");
	history_results(h, "{\"role\":\"tool\",\"tool_call_id\":", ",\"content\":\"");
}

static const struct history_writer writer = {
    .wire = "openai_chat",
    .id_marks = "_-.:",
    .begin = begin,
    .closing = {"", "\"}", "\"}", "\"}]}"},
    .user = user,
    .turn = turn,
};

static void chat_end(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	const bool any = tail && *tail;
	const size_t at = shift + h->tail_at;
	auto_buf quoted = BUF_INIT;

	buf_adds(out, h->writer->closing[h->open]);
	if (any && h->tail_at) {
		const size_t rest = out->len - at;

		history_inside(&quoted, "\n\n", 2);
		history_inside(&quoted, tail, strlen(tail));
		buf_add(out, quoted.data, quoted.len);
		memmove(out->data + at + quoted.len, out->data + at, rest);
		memcpy(out->data + at, quoted.data, quoted.len);
	} else if (any) {
		buf_adds(out, h->out.len ? ",{\"role\":\"user\",\"content\":"
					 : "{\"role\":\"user\",\"content\":");
		history_quote(out, tail, strlen(tail));
		buf_addc(out, '}');
	}
	buf_adds(out, "]}");
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
	/* Some models take tools together with reasoning only over another protocol. */
	const bool none =
	    json_array_size(context->tools) && json_flag(model->quirks, "effort_none", false);
	const char *effort = json_flag(model->quirks, "no_effort", false) ? NULL
			     : none					  ? "none"
									  : model->effort;

	request_begin(out, model);
	if (!json_flag(model->quirks, "no_stream_usage", false) &&
	    !json_flag(model->quirks, "no_stream", false))
		buf_adds(out, ",\"stream_options\":{\"include_usage\":true}");
	request_temperature(out, model, INFINITY);
	if (model->max_tokens > 0)
		buf_addf(out, ",\"%s\":%d",
		    json_str(model->quirks, "max_tokens_field", "max_tokens"), model->max_tokens);
	if (effort && !none && model->effort_body)
		request_merge(out, model->effort_body);
	else if (effort)
		history_member(out, "reasoning_effort", effort);
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
    .writer = &writer,
    .head = head,
    .before = before,
    .end = chat_end,
};

const struct wire wire_openai_chat = {
    .name = "openai_chat",
    .protocol = "chat",
    .pasted = "/chat/completions",
    .form = &form,
    .take_event = chat_take_event,
    .take_body = chat_take_body,
    .plain_key = "\"content\"",
    .is_plain = chat_is_plain,
    .mark_ends = true,
    .finish = chat_finish,
    .headers = wire_bearer,
};
