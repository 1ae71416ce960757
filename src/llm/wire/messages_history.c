/* SPDX-License-Identifier: MIT
 * Settled turns as Messages: a user's message holds all results of the turn before it, in the order of
 * the calls and before anything else; thinking stands where it stood, word for word.
 *
 * The mark up to which the server keeps a request is the last member of the last block. It is no part
 * of what is kept here: the next request goes on inside that block, and has its mark at its own end.
 */
#include "base/base.h"
#include "llm/model/media.h"
#include "llm/wire/messages.h"
#include "llm/wire/turn_write.h"

static void write_file(struct history *h, const struct history_file *f)
{
	buf_addf(&h->out,
	    "{\"type\":\"%s\",\"source\":{\"type\":\"base64\",\"media_type\":\"%s\",\"data\":\"",
	    media_is_image(f->media) ? "image" : "document", f->media);
	history_file(h, f, "\"}},");
}

static void user(struct history *h, const char *text, size_t len)
{
	history_begin(h, "{\"role\":\"user\",\"content\":[");
	for (size_t i = 0; i < h->file_count; i++)
		write_file(h, &h->files[i]);
	history_text(h, "{\"type\":\"text\",\"text\":\"", text, len, HISTORY_USER);
}

static void write_call(struct history *h, const struct history_call *c)
{
	buf_adds(&h->out, "{\"type\":\"tool_use\",\"id\":");
	history_id(h, c);
	buf_adds(&h->out, ",\"name\":");
	history_quote(&h->out, c->name.data, c->name.len);
	buf_addf(&h->out, ",\"input\":%s}", buf_str(&c->arguments));
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

/* Thinking without what its server signed it with was changed on its way: it is not sent. */
static bool is_written(const struct history *h, const struct history_part *p)
{
	return p->kind == HISTORY_TEXT || p->kind == HISTORY_CALL ||
	       (p->kind == HISTORY_OPAQUE && !json_flag(h->model->quirks, "no_thinking", false) &&
		   (json_str(p->data, "signature", NULL) || json_str(p->data, "redacted", NULL)));
}

static void write_part(struct history *h, const struct history_part *p)
{
	switch (p->kind) {
	case HISTORY_TEXT:
		buf_adds(&h->out, "{\"type\":\"text\",\"text\":");
		history_quote(&h->out, h->text.data + p->from, p->len);
		buf_addc(&h->out, '}');
		break;
	case HISTORY_CALL:
		write_call(h, &h->calls[p->call]);
		break;
	case HISTORY_OPAQUE:
		write_thinking(h, p->data);
		break;
	case HISTORY_EXTRAS:
		break;
	}
}

static void write_results(struct history *h)
{
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
	history_opened(h, HISTORY_RESULT);
}

static void turn(struct history *h)
{
	bool first = true;

	history_begin(h, "{\"role\":\"assistant\",\"content\":[");
	for (size_t i = 0; i < h->part_count; i++) {
		if (!is_written(h, &h->parts[i]))
			continue;
		buf_adds(&h->out, first ? "" : ",");
		write_part(h, &h->parts[i]);
		first = false;
	}
	buf_adds(&h->out, "]}");
	if (h->call_count)
		write_results(h);
}

const struct history_writer messages_writer = {
    .wire = "messages",
    .id_marks = "_-",
    .closing = {"", "\"}]}", "\"}]}"},
    .user = user,
    .turn = turn,
};

void messages_mark(struct buf *out, const struct model *model)
{
	const char *kept = model->prompt_cache;

	if (json_flag(model->quirks, "no_cache_marks", false) || (kept && strcmp(kept, "off") == 0))
		return;
	buf_adds(out, ",\"cache_control\":{\"type\":\"ephemeral\"");
	if (kept && strcmp(kept, "1h") == 0)
		buf_adds(out, ",\"ttl\":\"1h\"");
	buf_addc(out, '}');
}

/* Adds the tail as a block of its own behind the mark, since it changes with every request. */
static void add_tail(struct buf *out, const char *tail)
{
	buf_adds(out, "{\"type\":\"text\"");
	history_member(out, "text", tail);
	buf_addc(out, '}');
}

void messages_end(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	bool any = tail && *tail;

	if (h->open != HISTORY_CLOSED) {
		buf_addc(out, '"');
		messages_mark(out, h->model);
		buf_adds(out, any ? "}," : "}");
		if (any)
			add_tail(out, tail);
		buf_adds(out, "]}");
	} else if (any) {
		buf_adds(out, h->out.len ? ",{\"role\":\"user\",\"content\":["
					 : "{\"role\":\"user\",\"content\":[");
		add_tail(out, tail);
		buf_adds(out, "]}");
	}
	buf_adds(out, "]}");
}
