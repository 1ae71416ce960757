/* SPDX-License-Identifier: MIT
 * Settled turns as items of Responses: messages, calls, the results of calls, and reasoning as it came.
 */
#include "base/base.h"
#include "llm/model/media.h"
#include "llm/wire/responses.h"
#include "llm/wire/turn_write.h"

static void write_file(struct history *h, const struct history_file *f)
{
	if (media_is_image(f->media)) {
		buf_addf(
		    &h->out, "{\"type\":\"input_image\",\"image_url\":\"data:%s;base64,", f->media);
	} else {
		buf_adds(&h->out, "{\"type\":\"input_file\"");
		history_member(&h->out, "filename", f->name);
		buf_addf(&h->out, ",\"file_data\":\"data:%s;base64,", f->media);
	}
	history_file(h, f, "\"},");
}

static void user(struct history *h, const char *text, size_t len)
{
	history_begin(h, "{\"type\":\"message\",\"role\":\"user\",\"content\":[");
	for (size_t i = 0; i < h->file_count; i++)
		write_file(h, &h->files[i]);
	history_text(h, "{\"type\":\"input_text\",\"text\":\"", text, len, HISTORY_USER);
}

/* phase: what the server called the text; NULL: nothing. */
static void write_text(struct history *h, const char *text, size_t len, const char *phase)
{
	history_begin(h, "{\"type\":\"message\",\"role\":\"assistant\"");
	if (phase)
		history_member(&h->out, "phase", phase);
	buf_adds(&h->out, ",\"content\":[{\"type\":\"output_text\",\"text\":");
	history_quote(&h->out, text, len);
	buf_adds(&h->out, "}]}");
}

static void write_call(struct history *h, const struct history_call *c)
{
	history_begin(h, "{\"type\":\"function_call\",\"call_id\":");
	history_id(h, c);
	buf_adds(&h->out, ",\"name\":");
	history_quote(&h->out, c->name.data, c->name.len);
	buf_adds(&h->out, ",\"arguments\":");
	history_quote(&h->out, c->arguments.data, c->arguments.len);
	buf_addc(&h->out, '}');
}

/* A server that keeps nothing can do with reasoning only what is in it, and wants what it led to
 * behind it; another model of it may take none. */
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

/* An item that is there twice is refused. */
static bool is_repeated(struct history *h, const char *id)
{
	const bool known = id && json_object_get(h->ids, id);

	if (!h->ids)
		h->ids = json_object();
	if (id)
		json_put(h->ids, id, json_true());
	return known;
}

static void write_parts(struct history *h)
{
	const char *phase = NULL;

	for (size_t i = 0; i < h->part_count; i++) {
		const struct history_part *p = &h->parts[i];

		switch (p->kind) {
		case HISTORY_TEXT:
			write_text(h, h->text.data + p->from, p->len, phase);
			phase = NULL;
			break;
		case HISTORY_CALL:
			write_call(h, &h->calls[p->call]);
			break;
		case HISTORY_OPAQUE:
			phase = json_str(p->data, "phase", phase);
			if (!is_sent(h, i) ||
			    is_repeated(h, json_str(json_map(p->data, "item"), "id", NULL)))
				break;
			history_begin(h, "");
			json_write(&h->out, json_map(p->data, "item"));
			break;
		case HISTORY_EXTRAS:
			break;
		}
	}
}

static void turn(struct history *h)
{
	write_parts(h);
	for (size_t i = 0; i < h->call_count; i++) {
		history_begin(h, "{\"type\":\"function_call_output\",\"call_id\":");
		history_id(h, &h->calls[i]);
		buf_adds(&h->out, ",\"output\":\"");
		history_result(h, &h->calls[i]);
		history_opened(h, HISTORY_RESULT);
	}
}

const struct history_writer responses_writer = {
    .wire = "responses",
    .id_marks = "_-",
    .closing = {"", "\"}]}", "\"}"},
    .user = user,
    .turn = turn,
};

void responses_end(struct buf *out, const struct history *h, size_t shift, const char *tail)
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
