/* SPDX-License-Identifier: MIT
 * Gives the items of a conversation to a writer as turns. An assistant's turn waits until its calls are answered or
 * it is clear that they will not be; all the rest is written at once. It is written as it was; with one call a
 * message and its result behind it (quirk one_call); or with calls and results in words, for chat templates that know
 * no tools (quirk turns_in_words). For the last two a writer is given a part of the turn at a time: its lists are
 * narrowed for the call and set back after it, so no writer has to know these forms.
 */
#include "llm/wire/turn_history.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "llm/http/endpoint.h"
#include "llm/http/wording.h"
#include "llm/model/media.h"
#include "llm/wire/reply.h"
#include "llm/wire/turn_write.h"
#include "session/conversation.h"
#include "session/event/event_data.h"

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

/* Writes the calls as the assistant's words, their results as the user's. */
static void write_in_words(struct history *h)
{
	const struct wording *w = h->model->wording;
	struct buf said = BUF_LIMIT(BUF_UNBOUNDED), text = h->text;
	struct history_part whole, *parts = h->parts;
	size_t part_count = h->part_count, call_count = h->call_count;

	buf_add(&said, h->text.data, h->text.len);
	for (size_t i = 0; i < call_count; i++)
		buf_addf(&said, "%s%s%s%s%s%s", said.len ? "\n\n" : "", w->call_before,
		    buf_str(&h->calls[i].name), w->call_between, buf_str(&h->calls[i].arguments),
		    w->call_after);
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

#define NAME_MAX_BYTES 64

/* Who speaks in a user's message: the user, the program, or the program in a block of its own. */
enum speaker { SPEAKER_USER, SPEAKER_STEER, SPEAKER_NOTE, SPEAKER_BLOCK };

static enum speaker speaker_of(const json_t *item)
{
	const char *kind = json_str(item, "kind", "");

	return text_is(kind, "steer")				 ? SPEAKER_STEER
	       : text_is(kind, "note") || text_is(kind, "stage") ? SPEAKER_NOTE
	       : text_is(kind, "context")			 ? SPEAKER_BLOCK
								 : SPEAKER_USER;
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool content_take(struct history *h, const json_t *part, struct history_file *f)
{
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);
	const struct event_file_part file = event_read_file_part(part);
	/* The row of a model lists what it takes; without a list it takes what its server takes. */
	const json_t *input = json_list(h->model->quirks, "input");
	const bool taken =
	    h->contents && media_is_known(file.media) &&
	    (!input || json_holds_str(input, media_is_image(file.media) ? "image" : "pdf"));

	*f = (struct history_file){.name = file.name ? file.name : "file",
	    .media = file.media,
	    .base64 = BUF_LIMIT(BUF_UNBOUNDED)};
	bool ok = taken && h->contents->read(h->contents->ctx, file.ref, &bytes) &&
		  base64_encode(&f->base64, buf_str(&bytes), bytes.len);
	if (!ok)
		buf_free(&f->base64);
	return ok;
}

/* Takes the files of an item. A file that is not sent is named in the words instead. */
static void files_take(struct history *h, const json_t *item, struct buf *text)
{
	const struct wording *w = h->model->wording;
	size_t cap = 0;

	json_each (part, json_list(item, "parts")) {
		if (part_type(part) != PART_FILE)
			continue;
		array_reserve(&h->files, &cap, h->file_count + 1, sizeof *h->files);
		if (!h->call_count && content_take(h, part, &h->files[h->file_count])) {
			h->file_count++;
			continue;
		}
		const char *name = event_read_file_part(part).name;
		buf_addf(text, "%s%s%s%s", text->len ? "\n\n" : "",
		    w->file_before ? w->file_before : "", name ? name : "file",
		    w->file_after ? w->file_after : "");
	}
}

static struct history_part *part_new(struct history *h, enum history_kind kind)
{
	array_push(h->parts, h->part_count, h->part_cap, (struct history_part){.kind = kind});
	return &h->parts[h->part_count - 1];
}

static void text_take(struct buf *to, const char *between, const char *text)
{
	if (!text || !*text)
		return;
	if (to->len)
		buf_adds(to, between);
	buf_adds(to, text);
}

/* Takes words. A blank text says nothing, and some servers refuse it. */
static void words_take(struct history *h, const char *between, const char *text)
{
	struct history_part *last = h->part_count ? &h->parts[h->part_count - 1] : NULL;
	size_t from = h->text.len;

	if (text_is_blank(text))
		return;
	text_take(&h->text, between, text);
	if (h->text.len == from)
		return;
	if (!last || last->kind != HISTORY_TEXT) {
		last = part_new(h, HISTORY_TEXT);
		last->from = from;
	}
	last->len = h->text.len - last->from;
}

/* Takes a user's message. What is said between a call and its results waits for them. */
static void user_take(struct history *h, enum speaker speaker, const struct buf *text)
{
	const struct wording *w = h->model->wording;
	const bool note = speaker == SPEAKER_NOTE;
	auto_buf words = BUF_INIT;

	if (text_is_blank(buf_str(text)))
		return;
	if (!h->call_count)
		history_settle(h);
	/* A turn that ended with results is closed by a text of the assistant: a prompt or picture
	 * that comes next is then a message of its own, not part of the result of a call that was
	 * given up; and no user follows a result, which some templates refuse. */
	if ((speaker == SPEAKER_USER || h->file_count) && !h->call_count &&
	    h->open == HISTORY_RESULT) {
		words_take(h, "", speaker == SPEAKER_USER ? w->stopped : w->pictures);
		history_settle(h);
	}
	bool follows = h->call_count || (h->open != HISTORY_CLOSED && !h->file_count);
	/* The words are marked as the program's, or as the user's where something else stands before them in the same
	 * message. */
	bool results = h->call_count || h->open == HISTORY_RESULT || h->told;
	bool users = follows && (speaker == SPEAKER_STEER || (speaker == SPEAKER_USER && results));
	buf_adds(&words, follows ? "\n\n" : "");
	buf_adds(&words, note ? w->note_before : users ? w->user_before : "");
	buf_add(&words, text->data, text->len);
	buf_adds(&words, note ? w->note_after : users ? w->user_after : "");
	if (h->call_count) {
		buf_add(&h->notes, words.data, words.len);
	} else if (!follows) {
		h->told = false;
		h->writer->user(h, words.data, words.len);
	} else {
		history_more(h, words.data, words.len);
	}
}

/* Writes the text of a JSON object: as received when it is one, mended when that can be, else {}.
 */
static void arguments_fit_object(struct buf *out, const char *text)
{
	auto_error e = ERROR_INIT;
	json_auto_t *value = json_parse(text, strlen(text), &e);
	auto_free char *mended = NULL;

	if (!value) {
		value = json_parse_foreign(text, strlen(text), &e);
		if (json_is_object(value))
			mended = json_line(value);
	}
	buf_adds(out, !json_is_object(value) ? "{}" : mended ? mended : text);
}

static void turn_forget(struct history *h)
{
	for (size_t i = 0; i < h->call_count; i++) {
		buf_free(&h->calls[i].name);
		buf_free(&h->calls[i].arguments);
	}
	buf_clear(&h->text);
	buf_clear(&h->notes);
	h->part_count = h->call_count = h->answered = 0;
}

void history_settle(struct history *h)
{
	const char *opening = h->model->wording->opening;
	const json_t *quirks = h->model->quirks;

	if (h->call_count || h->text.len) {
		if (!h->tail_at) /* nothing by the user is there */
			h->writer->user(h, opening, strlen(opening));
		h->told = false;
		if (h->call_count && (json_flag(quirks, "turns_in_words", false) ||
					 json_flag(quirks, "no_tools", false)))
			write_in_words(h);
		else if (h->call_count > 1 && json_flag(quirks, "one_call", false))
			write_call_by_call(h);
		else
			h->writer->turn(h);
	}
	if (h->notes.len)
		history_more(h, h->notes.data, h->notes.len);
	turn_forget(h);
}

static void call_take(struct history *h, const json_t *part, const json_t *extras)
{
	const struct event_call_part said = event_read_call_part(part);
	struct history_call c = {
	    .id = said.call,
	    .name = BUF_INIT,
	    .arguments = BUF_LIMIT(BUF_UNBOUNDED),
	    .extras = extras,
	    .ordinal = ++h->ordinal,
	};
	auto_buf name = BUF_INIT, arguments = BUF_LIMIT(BUF_UNBOUNDED);

	if (!h->ids)
		h->ids = json_object();
	c.twin = json_object_get(h->ids, c.id) != NULL;
	json_put(h->ids, c.id, json_true());
	if (h->names)
		h->names->render(h->names->ctx, said.tool, said.arguments, &name, &arguments);
	/* Servers take names of letters, digits, "_" and "-", at most 64; a model may have made up any. */
	const char *called = h->names ? buf_str(&name) : said.tool;
	if (!*called)
		called = "unknown";
	for (size_t i = 0; called[i] && i < NAME_MAX_BYTES; i++)
		buf_addc(&c.name,
		    isalnum((unsigned char)called[i]) || strchr("_-", called[i]) ? called[i] : '_');
	arguments_fit_object(&c.arguments, h->names ? buf_str(&arguments) : said.arguments);
	part_new(h, HISTORY_CALL)->call = h->call_count;
	array_push(h->calls, h->call_count, h->call_cap, c);
}

bool history_seal_holds(const struct model *model, const json_t *item)
{
	const char *by = json_str(item, "by", NULL);

	return (!by || !model->id || strcmp(by, model->id) == 0) &&
	       !json_flag(item, "prefix_cut", false);
}

static void assistant_take(struct history *h, const json_t *item)
{
	const char *wire = h->writer->wire, *from = json_str(item, "from", NULL);
	auto_free char *origin = endpoint_host(h->model->base_url);
	const json_t *extras = NULL;
	/* What a server thought and signed goes back to that server and to no other. */
	const bool holds = history_seal_holds(h->model, item),
		   own = !from || strcmp(from, origin) == 0;
	bool first = true;

	if (h->call_count)
		history_settle(h);
	if (own && holds)
		extras = json_map(json_map(item, "extras"), wire);
	if (extras)
		part_new(h, HISTORY_EXTRAS)->data = extras;
	json_each (part, json_list(item, "parts")) {
		const enum part_type type = part_type(part);
		const struct event_thinking_part thinking = event_read_thinking_part(part);

		if (type == PART_TEXT) {
			words_take(
			    h, first && !h->paused ? "\n\n" : "", event_read_text_part(part).text);
			first = false;
		} else if (type == PART_CALL) {
			call_take(h, part, extras);
		} else if (own && type == PART_THINKING && strcmp(thinking.wire, wire) == 0 &&
			   thinking.data && (holds || !thinking_is_sealed(thinking.data))) {
			part_new(h, HISTORY_OPAQUE)->data = thinking.data;
		}
	}
	h->paused = json_flag(item, "paused", false);
}

void history_take(struct history *h, const json_t *item)
{
	auto_buf text = BUF_INIT;

	const char *type = json_str(item, "type", ""), *id = json_str(item, "call", "");

	if (strcmp(type, "tool_result") == 0) {
		for (size_t i = 0; i < h->call_count; i++)
			if (!h->calls[i].result && strcmp(h->calls[i].id, id) == 0) {
				h->calls[i].result = item;
				h->answered++;
				break;
			}
		if (h->call_count && h->answered == h->call_count)
			history_settle(h);
		return;
	}
	if (strcmp(type, "message") != 0)
		return;
	if (strcmp(json_str(item, "role", ""), "assistant") == 0) {
		assistant_take(h, item);
		return;
	}
	json_each (part, json_list(item, "parts"))
		if (part_type(part) == PART_TEXT)
			text_take(&text, "\n", event_read_text_part(part).text);
	files_take(h, item, &text);
	user_take(h, speaker_of(item), &text);
	while (h->file_count)
		buf_free(&h->files[--h->file_count].base64);
	free(h->files);
	h->files = NULL;
}

void history_drop(struct history *h)
{
	turn_forget(h);
	buf_free(&h->out);
	buf_free(&h->text);
	buf_free(&h->notes);
	free_all(h->parts, h->calls);
	json_decref(h->ids);
	*h = (struct history){0};
}
