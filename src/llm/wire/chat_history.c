/* SPDX-License-Identifier: MIT
 * Settled turns as messages of Chat Completions that every chat template accepts: one system message,
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

static void write_file(struct history *h, const struct history_file *f)
{
	if (media_is_image(f->media)) {
		buf_addf(&h->out,
		    "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:%s;base64,", f->media);
	} else {
		buf_adds(&h->out, "{\"type\":\"file\",\"file\":{\"filename\":");
		history_quote(&h->out, f->name, strlen(f->name));
		buf_addf(&h->out, ",\"file_data\":\"data:%s;base64,", f->media);
	}
	history_file(h, f, "\"}},");
}

static void user(struct history *h, const char *text, size_t len)
{
	if (!h->file_count) {
		history_begin(h, "{\"role\":\"user\",\"content\":\"");
		history_text(h, "", text, len, HISTORY_USER);
		return;
	}
	history_begin(h, "{\"role\":\"user\",\"content\":[");
	for (size_t i = 0; i < h->file_count; i++)
		write_file(h, &h->files[i]);
	history_text(h, "{\"type\":\"text\",\"text\":\"", text, len, HISTORY_USER_PARTS);
}

/* A signature that a model takes for a call that another one made. */
static void write_placeholder(struct history *h)
{
	const char *placeholder = json_str(h->model->quirks, "call_signature", NULL);

	if (!placeholder)
		return;
	buf_adds(&h->out, ",\"extra_content\":{\"google\":{\"thought_signature\":");
	history_quote(&h->out, placeholder, strlen(placeholder));
	buf_adds(&h->out, "}}");
}

static void write_call(struct history *h, const struct history_call *c, bool first)
{
	const json_t *extra = json_map(json_map(c->extras, "calls"), c->id);

	buf_adds(&h->out, "{\"id\":");
	history_id(h, c);
	buf_adds(&h->out, ",\"type\":\"function\",\"function\":{\"name\":");
	history_quote(&h->out, c->name.data, c->name.len);
	buf_adds(&h->out, ",\"arguments\":");
	history_quote(&h->out, c->arguments.data, c->arguments.len);
	buf_addc(&h->out, '}');
	if (extra)
		history_value(&h->out, "extra_content", extra);
	else if (first)
		write_placeholder(h);
	buf_addc(&h->out, '}');
}

/* Returns what the turn's messages have under this key beside their parts, or NULL. */
static const json_t *extra_at(const struct history *h, const char *key)
{
	const json_t *found = NULL;

	for (size_t i = 0; i < h->part_count; i++)
		if (h->parts[i].kind == HISTORY_EXTRAS && json_object_get(h->parts[i].data, key))
			found = json_object_get(h->parts[i].data, key);
	return found;
}

/* Returns the field for a thought: the one it came in, else the one the model wants. NULL: it is
 * not sent. What led to calls goes back to every server that has a field for it. */
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
	if (json_flag(h->model->quirks, "no_thinking_back", false)) {
		field = NULL;
	} else if (json_is_array(details)) {
		history_value(&h->out, "reasoning_details", details);
		field = NULL;
	}
	if (field)
		history_member(&h->out, field, buf_str(&thinking));
}

static void write_assistant(struct history *h)
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
}

static void turn(struct history *h)
{
	write_assistant(h);
	for (size_t i = 0; i < h->call_count; i++) {
		history_begin(h, "{\"role\":\"tool\",\"tool_call_id\":");
		history_id(h, &h->calls[i]);
		buf_adds(&h->out, ",\"content\":\"");
		history_result(h, &h->calls[i]);
		history_opened(h, HISTORY_RESULT);
	}
}

const struct history_writer openai_writer = {
    .wire = "openai_chat",
    .id_marks = "_-.:",
    .begin = begin,
    .closing = {"", "\"}", "\"}", "\"}]}"},
    .user = user,
    .turn = turn,
};

static void add_tail(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	auto_buf words = BUF_INIT, quoted = BUF_INIT;
	size_t at = shift + h->tail_at, rest = out->len - at;

	if (!h->tail_at) {
		buf_adds(out, h->out.len ? ",{\"role\":\"user\",\"content\":"
					 : "{\"role\":\"user\",\"content\":");
		history_quote(out, tail, strlen(tail));
		buf_addc(out, '}');
		return;
	}
	buf_addf(&words, "\n\n%s", tail);
	history_inside(&quoted, words.data, words.len);
	buf_add(out, buf_str(&quoted), quoted.len);
	memmove(out->data + at + quoted.len, out->data + at, rest);
	memcpy(out->data + at, quoted.data, quoted.len);
}

void openai_end(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	buf_adds(out, h->writer->closing[h->open]);
	if (tail && *tail)
		add_tail(out, h, shift, tail);
	buf_adds(out, "]}");
}
