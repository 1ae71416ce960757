/* SPDX-License-Identifier: MIT
 * Appends strings, ids and results to a request's JSON without building a value first.
 */
#include "llm/wire/turn_write.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "llm/http/wording.h"
#include "session/conversation.h"

#define ID_MAX 40 /* bytes, of Chat Completions; other protocols take more */

void history_quote(struct buf *out, const char *s, size_t len)
{
	auto_buf clean = BUF_INIT;

	if (utf8_valid(s, len)) {
		json_write_string(out, s, len);
		return;
	}
	text_sanitise(&clean, s, len);
	json_write_string(out, buf_str(&clean), clean.len);
}

void history_inside(struct buf *out, const char *s, size_t len)
{
	size_t at = out->len;

	history_quote(out, s, len);
	if (out->len < at + 2)
		return;
	memmove(out->data + at, out->data + at + 1, out->len - at - 2);
	buf_cut(out, out->len - 2);
}

void history_member(struct buf *out, const char *key, const char *value)
{
	buf_addf(out, ",\"%s\":", key);
	history_quote(out, value, strlen(value));
}

void history_value(struct buf *out, const char *key, const json_t *value)
{
	buf_addf(out, ",\"%s\":", key);
	json_write(out, value);
}

void history_begin(struct history *h, const char *head)
{
	buf_adds(&h->out, h->open == HISTORY_CLOSED ? "" : h->writer->closing[h->open]);
	h->open = HISTORY_CLOSED;
	buf_adds(&h->out, h->out.len ? "," : "");
	buf_adds(&h->out, head);
}

void history_file(struct history *h, const struct history_file *f, const char *end)
{
	buf_add(&h->out, f->base64.data, f->base64.len);
	buf_adds(&h->out, end);
}

void history_more(struct history *h, const char *text, size_t len)
{
	history_inside(&h->out, text, len);
	history_opened(h, h->open);
}

void history_text(
    struct history *h, const char *head, const char *text, size_t len, enum history_open open)
{
	buf_adds(&h->out, head);
	h->open = open;
	history_more(h, text, len);
}

void history_opened(struct history *h, enum history_open open)
{
	h->open = open;
	h->tail_at = h->out.len;
}

static bool plain_id(const char *id, size_t least, size_t most, const char *also)
{
	size_t len = strlen(id);

	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)id[i]) && !strchr(also, id[i]))
			return false;
	return len >= least && len <= most;
}

void history_id(struct history *h, const struct history_call *c)
{
	static const char digits[] =
	    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	bool nine = strcmp(json_str(h->model->quirks, "tool_ids", ""), "nine") == 0;
	bool as_is = !c->twin && (nine ? plain_id(c->id, 9, 9, "")
				       : plain_id(c->id, 1, ID_MAX, h->writer->id_marks));
	uint64_t seed = HASH_START ^ (uint64_t)(c->twin || !*c->id ? c->ordinal : 0),
		 hash = hash_bytes(seed, c->id, strlen(c->id));

	hash ^= hash >> 29;
	if (as_is) {
		buf_addf(&h->out, "\"%s\"", c->id);
		return;
	}
	buf_adds(&h->out, nine ? "\"" : "\"call_");
	for (int i = 0; i < 9; i++, hash /= 62)
		buf_addc(&h->out, digits[hash % 62]);
	buf_addc(&h->out, '"');
}

void history_result(struct history *h, const struct history_call *c)
{
	const struct wording *w = h->model->wording;
	const json_t *text = json_object_get(c->result, "text");

	if (!c->result) {
		history_inside(&h->out, w->missing, strlen(w->missing));
	} else if (json_is_string(text)) {
		if (w->number_before && item_is_numbered(c->result)) {
			/* The model may name the result by it, as evidence. */
			auto_free char *number = xasprintf("%s%lld%s ", w->number_before,
			    (long long)json_int(c->result, "seq", 0), w->number_after);

			history_inside(&h->out, number, strlen(number));
		}
		history_inside(&h->out, json_string_value(text), json_string_length(text));
	}
}

void history_results(struct history *h, const char *head, const char *before)
{
	for (size_t i = 0; i < h->call_count; i++) {
		history_begin(h, head);
		history_id(h, &h->calls[i]);
		buf_adds(&h->out, before);
		history_result(h, &h->calls[i]);
		history_opened(h, HISTORY_RESULT);
	}
}
