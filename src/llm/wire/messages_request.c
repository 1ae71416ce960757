/* SPDX-License-Identifier: MIT
 * A request of Messages. Tools and system prompt are the head, which the server keeps up to the mark behind it. Of
 * settled turns a user's message holds all results of the turn before it, in the order of
 * the calls and before anything else; thinking stands where it stood, word for word.
 *
 * The mark up to which the server keeps a request is the last member of the last block. It is no part
 * of what is kept here: the next request goes on inside that block, and has its mark at its own end.
 *
 * Clients of the protocol append /v1/messages to a base URL, those of Chat Completions name one that ends in /v1: both
 * are taken.
 */
#include "base/base.h"
#include "llm/model/media.h"
#include "llm/wire/messages.h"
#include "llm/wire/schema_subset.h"
#include "llm/wire/turn_write.h"
#include "session/event/event_data.h"

static void user(struct history *h, const char *text, size_t len)
{
	history_begin(h, "{\"role\":\"user\",\"content\":[");
	for (size_t i = 0; i < h->file_count; i++) {
		const char *media = h->files[i].media;

		buf_addf(&h->out,
		    "{\"type\":\"%s\",\"source\":{\"type\":\"base64\",\"media_type\":\"%s\","
		    "\"data\":\"",
		    media_is_image(media) ? "image" : "document", media);
		history_file(h, &h->files[i], "\"}},");
	}
	history_text(h, "{\"type\":\"text\",\"text\":\"", text, len, HISTORY_USER);
}

static void write_thinking(struct history *h, const json_t *data)
{
	const char *redacted = json_str(data, "redacted", NULL);

	if (redacted) {
		buf_adds(&h->out, "{\"type\":\"redacted_thinking\"");
		history_member(&h->out, "data", redacted);
	} else {
		buf_adds(&h->out, "{\"type\":\"thinking\"");
		history_member(&h->out, "thinking", json_str(data, "text", ""));
		history_member(&h->out, "signature", json_str(data, "signature", ""));
	}
	buf_addc(&h->out, '}');
}

static void write_part(struct history *h, const struct history_part *p)
{
	const struct history_call *c = p->kind == HISTORY_CALL ? &h->calls[p->call] : NULL;

	switch (p->kind) {
	case HISTORY_TEXT:
		buf_adds(&h->out, "{\"type\":\"text\",\"text\":");
		history_quote(&h->out, h->text.data + p->from, p->len);
		buf_addc(&h->out, '}');
		break;
	case HISTORY_CALL:
		buf_adds(&h->out, "{\"type\":\"tool_use\",\"id\":");
		history_id(h, c);
		history_member(&h->out, "name", buf_str(&c->name));
		buf_addf(&h->out, ",\"input\":%s}", buf_str(&c->arguments));
		break;
	case HISTORY_OPAQUE:
		write_thinking(h, p->data);
		break;
	case HISTORY_EXTRAS:
		break;
	}
}

static void turn(struct history *h)
{
	bool first = true;

	history_begin(h, "{\"role\":\"assistant\",\"content\":[");
	for (size_t i = 0; i < h->part_count; i++) {
		const struct history_part *p = &h->parts[i];
		/* Thinking without its server's signature was changed on its way: it is not sent. */
		const bool sealed =
		    json_str(p->data, "signature", NULL) || json_str(p->data, "redacted", NULL);

		if (p->kind == HISTORY_EXTRAS ||
		    (p->kind == HISTORY_OPAQUE &&
			(!sealed || json_flag(h->model->quirks, "no_thinking", false))))
			continue;
		buf_adds(&h->out, first ? "" : ",");
		write_part(h, p);
		first = false;
	}
	buf_adds(&h->out, "]}");
	for (size_t i = 0; i < h->call_count; i++) {
		buf_adds(&h->out, i ? "\"},{\"type\":\"tool_result\",\"tool_use_id\":"
				    : ",{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\","
				      "\"tool_use_id\":");
		history_id(h, &h->calls[i]);
		if (h->calls[i].result && !json_flag(h->calls[i].result, "ok", true))
			buf_adds(&h->out, ",\"is_error\":true");
		buf_adds(&h->out, ",\"content\":\"");
		history_result(h, &h->calls[i]);
	}
	if (h->call_count)
		history_opened(h, HISTORY_RESULT);
}

static const struct history_writer writer = {
    .wire = "messages",
    .id_marks = "_-",
    .closing = {"", "\"}]}", "\"}]}"},
    .user = user,
    .turn = turn,
};

/* Appends the mark up to which the server is to keep the request for the next one: the member
 * cache_control with its comma, nothing where none is wanted. */
static void messages_mark(struct buf *out, const struct model *model)
{
	const char *kept = model->prompt_cache;

	if (json_flag(model->quirks, "no_cache_marks", false) || (kept && strcmp(kept, "off") == 0))
		return;
	buf_addf(out, ",\"cache_control\":{\"type\":\"ephemeral\"%s}",
	    text_is(kept, "1h") ? ",\"ttl\":\"1h\"" : "");
}

static void messages_end(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	const bool any = tail && *tail, open = h->open != HISTORY_CLOSED;

	if (open) {
		buf_addc(out, '"');
		messages_mark(out, h->model);
		buf_adds(out, any ? "}," : "}");
	} else if (any) {
		buf_adds(out, h->out.len ? ",{\"role\":\"user\",\"content\":["
					 : "{\"role\":\"user\",\"content\":[");
	}
	if (any) { /* a block of its own behind the mark, since it changes with every request */
		buf_adds(out, "{\"type\":\"text\"");
		history_member(out, "text", tail);
		buf_addc(out, '}');
	}
	buf_adds(out, open || any ? "]}]}" : "]}");
}

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
		return text_is(thinking.wire, writer.wire) && history_seal_holds(model, item) &&
		       json_object_get(thinking.data, "signature");
	}
	return true;
}

/* Appends the request for thinking, if the model may think; returns whether it did. */
static bool add_thinking(
    struct buf *out, const struct context *context, const struct model *model, int most)
{
	int64_t budget = json_int(model->quirks, "thinking_budget", 0);

	if (text_is(model->effort, "minimal") || json_flag(model->quirks, "no_thinking", false))
		return false;
	if (text_is(json_str(model->quirks, "thinking", NULL), "adaptive")) {
		buf_adds(out, ",\"thinking\":{\"type\":\"adaptive\",\"display\":\"summarized\"}");
		return true;
	}
	if (budget >= most)
		budget = most / 2;
	if (budget < LEAST_BUDGET || !thought_is_there(context, model))
		return false;
	buf_addf(
	    out, ",\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":%lld}", (long long)budget);
	return true;
}

static void head(struct buf *out, const struct context *context, const struct model *model)
{
	const int64_t of_model = json_int(model->quirks, "output_tokens", 0);
	const struct answer_wanted *answer = context->answer;
	json_t *schema = NULL;
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
	if (answer && answer->form == ANSWER_SCHEMA &&
	    text_is(json_str(model->quirks, "answers", NULL), "json_schema"))
		schema = schema_subset(answer->schema); /* NULL: it cannot be expressed */
	if (schema)
		json_put(config, "format",
		    json_pack("{s:s, s:o}", "type", "json_schema", "schema", schema));
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

/* The mark stands in the last tool if no system prompt follows. */
static void before(struct buf *out, const struct context *context, const struct model *model)
{
	const bool system = context->system && *context->system;

	request_tools(out, context->tools, write_tool);
	if (system) {
		buf_adds(out, ",\"system\":[{\"type\":\"text\"");
		history_member(out, "text", context->system);
	} else if (json_array_size(context->tools)) {
		buf_cut(out, out->len - 2);
	}
	if (system || json_array_size(context->tools)) {
		messages_mark(out, model);
		buf_adds(out, "}]");
	}
	buf_adds(out, ",\"messages\":[");
}

static const struct request_form form = {
    .tools_uncalled = true, /* a conversation with calls in it needs them */
    .writer = &writer,
    .head = head,
    .before = before,
    .end = messages_end,
};

/* The provider's own server takes only its own header; others take one of the two, so they get
 * both. */
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
