/* SPDX-License-Identifier: MIT
 * A writer is given a part of the turn at a time: its lists are narrowed for the call and set back after it, so no
 * writer has to know these forms.
 */
#include "base/base.h"
#include "llm/wire/turn_form.h"
#include "llm/wire/turn_write.h"

#include "llm/http/wording.h"

/* Writes each call with what leads to it, then its result; the text goes with the first. */
static void write_call_by_call(struct history *h)
{
	struct history_part *parts = h->parts;
	struct history_call *calls = h->calls;
	size_t part_count = h->part_count, call_count = h->call_count, text = h->text.len, from = 0;

	for (size_t i = 0; i < call_count; i++) {
		size_t to = from;

		while (to < part_count && parts[to].kind != HISTORY_CALL)
			to++;
		to += to < part_count; /* behind the call that the parts lead to */
		parts[to - 1].call = 0;
		h->parts = parts + from;
		h->part_count = (i + 1 < call_count ? to : part_count) - from;
		h->calls = calls + i;
		h->call_count = 1;
		h->writer->turn(h);
		parts[to - 1].call = i;
		h->parts = parts;
		h->part_count = part_count;
		h->text.len = 0;
		from = to;
	}
	h->calls = calls;
	h->call_count = call_count;
	h->text.len = text;
}

/* Writes the text of the turn and its calls, as the assistant would say them. */
static void calls_in_words(const struct history *h, struct buf *said)
{
	const struct wording *w = h->model->wording;

	buf_add(said, h->text.data, h->text.len);
	for (size_t i = 0; i < h->call_count; i++)
		buf_addf(said, "%s%s%s%s%s%s", said->len ? "\n\n" : "", w->call_before,
		    buf_str(&h->calls[i].name), w->call_between, buf_str(&h->calls[i].arguments),
		    w->call_after);
}

/* Writes the calls as the assistant's words, their results as the user's. */
static void write_in_words(struct history *h)
{
	const struct wording *w = h->model->wording;
	struct buf said = BUF_LIMIT(BUF_UNBOUNDED), text = h->text;
	struct history_part whole, *parts = h->parts;
	size_t part_count = h->part_count, call_count = h->call_count;

	calls_in_words(h, &said);
	whole = (struct history_part){.kind = HISTORY_TEXT, .len = said.len};
	h->text = said;
	h->parts = &whole;
	h->part_count = 1;
	h->call_count = 0;
	h->writer->turn(h);
	h->text = text;
	h->parts = parts;
	h->part_count = part_count;
	h->call_count = call_count;
	buf_free(&said);
	h->writer->user(h, "", 0);
	for (size_t i = 0; i < call_count; i++) {
		if (i)
			history_inside(&h->out, "\n\n", 2);
		history_inside(&h->out, w->result_before, strlen(w->result_before));
		history_result(h, &h->calls[i]);
		history_inside(&h->out, w->result_after, strlen(w->result_after));
	}
	h->told = true;
	history_opened(h, h->open);
}

void turn_form_write(struct history *h)
{
	const json_t *quirks = h->model->quirks;

	h->told = false;
	if (h->call_count &&
	    (json_flag(quirks, "turns_in_words", false) || json_flag(quirks, "no_tools", false)))
		write_in_words(h);
	else if (h->call_count > 1 && json_flag(h->model->quirks, "one_call", false))
		write_call_by_call(h);
	else
		h->writer->turn(h);
}
