/*
 * Settled turns as messages of Chat Completions that every chat template accepts: one system message,
 * first; what is said after a result goes to the end of it, for a template may refuse a user's turn
 * there.
 */
#include <string.h>
#include "base/json.h"
#include "llm/media.h"
#include "llm/openai.h"

/* What ends the message that is open. */
static const char *closing_of(const struct history *h)
{
	switch (h->open) {
	case HISTORY_CLOSED:
		break;
	case HISTORY_USER:
	case HISTORY_RESULT:
		return "\"}";
	case HISTORY_USER_PARTS:
		return "\"}]}";
	}
	return "";
}

static void message_begin(struct history *h, const char *head)
{
	buf_adds(&h->out, closing_of(h));
	h->open = HISTORY_CLOSED;
	history_next(h);
	buf_adds(&h->out, head);
}

static void begin(struct history *h, const char *system)
{
	const char *role = json_str(h->model->quirks, "system_role", "system");

	if (!system || !*system)
		return;
	message_begin(h, "{\"role\":");
	history_quote(&h->out, role, strlen(role));
	buf_adds(&h->out, ",\"content\":");
	history_quote(&h->out, system, strlen(system));
	buf_addc(&h->out, '}');
}

static void words(struct history *h, const char *text, size_t len)
{
	history_inside(&h->out, text, len);
	history_opened(h, h->open);
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
	buf_add(&h->out, f->base64.data, f->base64.len);
	buf_adds(&h->out, "\"}},");
}

static void user_with_files(struct history *h, const char *text, size_t len)
{
	message_begin(h, "{\"role\":\"user\",\"content\":[");
	for (size_t i = 0; i < h->file_count; i++)
		write_file(h, &h->files[i]);
	buf_adds(&h->out, "{\"type\":\"text\",\"text\":\"");
	history_inside(&h->out, text, len);
	history_opened(h, HISTORY_USER_PARTS);
}

static void user(struct history *h, const char *text, size_t len)
{
	if (h->file_count) {
		user_with_files(h, text, len);
		return;
	}
	message_begin(h, "{\"role\":\"user\",\"content\":\"");
	history_inside(&h->out, text, len);
	history_opened(h, HISTORY_USER);
}

static void write_call(struct history *h, const struct history_call *c)
{
	const json_t *extra = json_map(json_map(c->extras, "calls"), c->id);

	buf_adds(&h->out, "{\"id\":");
	history_id(h, c);
	buf_adds(&h->out, ",\"type\":\"function\",\"function\":{\"name\":");
	history_quote(&h->out, c->name.data, c->name.len);
	buf_adds(&h->out, ",\"arguments\":");
	history_quote(&h->out, c->arguments.data, c->arguments.len);
	buf_addc(&h->out, '}');
	if (extra) {
		buf_adds(&h->out, ",\"extra_content\":");
		json_write(&h->out, extra);
	}
	buf_addc(&h->out, '}');
}

/* reasoning_details of the turn; NULL: none. */
static const json_t *details_of(const struct history *h)
{
	const json_t *details = NULL;

	for (size_t i = 0; i < h->part_count; i++)
		if (h->parts[i].kind == HISTORY_EXTRAS &&
		    json_list(h->parts[i].data, "reasoning_details"))
			details = json_list(h->parts[i].data, "reasoning_details");
	return details;
}

/* In the field it came in, else in the one the model wants it in. */
static void write_thinking(struct history *h)
{
	const char *field = json_str(h->model->quirks, "thinking_field", NULL);
	const json_t *details = details_of(h);
	struct buf thinking = BUF_LIMIT(BUF_UNBOUNDED);

	if (field && details) {
		buf_adds(&h->out, ",\"reasoning_details\":");
		json_write(&h->out, details);
		return;
	}
	for (size_t i = 0; field && i < h->part_count; i++)
		if (h->parts[i].kind == HISTORY_OPAQUE) {
			buf_adds(&thinking, json_str(h->parts[i].data, "text", ""));
			field = json_str(h->parts[i].data, "field", field);
		}
	if (thinking.len) {
		buf_addc(&h->out, ',');
		history_quote(&h->out, field, strlen(field));
		buf_addc(&h->out, ':');
		history_quote(&h->out, thinking.data, thinking.len);
	}
	buf_free(&thinking);
}

/* A message with calls from..to; the words go with the first. */
static void write_assistant(struct history *h, size_t from, size_t to)
{
	message_begin(h, "{\"role\":\"assistant\",\"content\":");
	if (h->text.len && from == 0)
		history_quote(&h->out, h->text.data, h->text.len);
	else
		buf_adds(&h->out, "null");
	if (from == 0)
		write_thinking(h);
	for (size_t i = from; i < to; i++) {
		buf_adds(&h->out, i == from ? ",\"tool_calls\":[" : ",");
		write_call(h, &h->calls[i]);
	}
	buf_adds(&h->out, to > from ? "]}" : "}");
}

static void write_result(struct history *h, const struct history_call *c)
{
	message_begin(h, "{\"role\":\"tool\",\"tool_call_id\":");
	history_id(h, c);
	buf_adds(&h->out, ",\"content\":\"");
	history_result(h, c);
	history_opened(h, HISTORY_RESULT);
}

static void turn(struct history *h)
{
	size_t step = json_flag(h->model->quirks, "one_call", false) ? 1 : h->call_count;

	if (!h->call_count)
		write_assistant(h, 0, 0);
	for (size_t i = 0; i < h->call_count; i += step) {
		write_assistant(h, i, i + step);
		for (size_t j = i; j < i + step; j++)
			write_result(h, &h->calls[j]);
	}
}

const struct history_writer openai_writer = {
    .wire = "openai_chat",
    .id_marks = "_-.:",
    .name_marks = "_-.",
    .begin = begin,
    .user = user,
    .words = words,
    .turn = turn,
};

static void add_tail(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	struct buf words = BUF_INIT, quoted = BUF_INIT;
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
	buf_free(&words);
	buf_free(&quoted);
}

void openai_end(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	buf_adds(out, closing_of(h));
	if (tail && *tail)
		add_tail(out, h, shift, tail);
	buf_adds(out, "]}");
}
