/* SPDX-License-Identifier: MIT
 * An assistant's turn waits until its calls are answered or something else shows that they will not be; all the
 * rest is written at once.
 */
#include "llm/wire/turn_history.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "llm/http/wording.h"
#include "llm/model/media.h"
#include "llm/wire/reply.h"
#include "llm/wire/turn_form.h"
#include "llm/wire/turn_write.h"
#include "session/conversation.h"
#include "session/event/event_data.h"

#define NAME_MAX_BYTES 64

/* Who speaks in a user's message: the user, the program, or the program in a block of its own. */
enum speaker { SPEAKER_USER, SPEAKER_STEER, SPEAKER_NOTE, SPEAKER_BLOCK };

static enum speaker speaker_of(const json_t *item)
{
	static const char *const kinds[] = {
	    [SPEAKER_STEER] = "steer", [SPEAKER_NOTE] = "note", [SPEAKER_BLOCK] = "context"};
	const char *kind = json_str(item, "kind", "");

	for (int i = SPEAKER_STEER; i <= SPEAKER_BLOCK; i++)
		if (strcmp(kind, kinds[i]) == 0)
			return (enum speaker)i;
	return strcmp(kind, "stage") == 0 ? SPEAKER_NOTE : SPEAKER_USER;
}

/* The words as they are sent: marked as the program's, or as the user's where something else stands
 * before them in the same message. */
static void add_words_of(const struct history *h, enum speaker speaker, bool follows,
    const struct buf *text, struct buf *out)
{
	const struct wording *w = h->model->wording;
	bool results = h->call_count || h->open == HISTORY_RESULT || h->told;
	bool note = speaker == SPEAKER_NOTE;
	bool users = follows && (speaker == SPEAKER_STEER || (speaker == SPEAKER_USER && results));

	buf_adds(out, note ? w->note_before : users ? w->user_before : "");
	buf_add(out, text->data, text->len);
	buf_adds(out, note ? w->note_after : users ? w->user_after : "");
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* What a model takes is a list of its row; one without takes what its server takes. */
static bool is_taken(const struct history *h, const char *media)
{
	json_t *input = json_list(h->model->quirks, "input");
	const char *kind = media_is_image(media) ? "image" : "pdf";

	if (!h->contents || !media_is_known(media))
		return false;
	json_each (one, input)
		if (json_is_string(one) && strcmp(json_string_value(one), kind) == 0)
			return true;
	return input == NULL;
}

static bool content_take(struct history *h, const json_t *part, struct history_file *f)
{
	auto_buf bytes = BUF_LIMIT(BUF_UNBOUNDED);

	const struct event_file_part file = event_read_file_part(part);

	*f = (struct history_file){.name = file.name ? file.name : "file",
	    .media = file.media,
	    .base64 = BUF_LIMIT(BUF_UNBOUNDED)};
	bool ok = is_taken(h, f->media) && h->contents->read(h->contents->ctx, file.ref, &bytes) &&
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
		buf_addf(text, "%s%s%s%s", text->len ? "\n\n" : "",
		    w->file_before ? w->file_before : "", json_str(part, "name", "file"),
		    w->file_after ? w->file_after : "");
	}
}

static struct history_part *part_new(struct history *h, enum history_kind kind)
{
	array_reserve(&h->parts, &h->part_cap, h->part_count + 1, sizeof *h->parts);
	h->parts[h->part_count] = (struct history_part){.kind = kind};
	return &h->parts[h->part_count++];
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

/* Closes a turn that ended with results by words of its own. A prompt or a picture that comes next is a message of its own
 * then, not a part of the result of a call that was given up; and no user follows a result, which some templates
 * refuse. */
static void turn_close(struct history *h, enum speaker speaker)
{
	if ((speaker != SPEAKER_USER && !h->file_count) || h->call_count ||
	    h->open != HISTORY_RESULT)
		return;
	words_take(h, "",
	    speaker == SPEAKER_USER ? h->model->wording->stopped : h->model->wording->pictures);
	history_settle(h);
}

/* Takes a user's message. What is said between a call and its results waits for them. */
static void user_take(struct history *h, enum speaker speaker, const struct buf *text)
{
	auto_buf words = BUF_INIT;

	if (text_is_blank(buf_str(text)))
		return;
	if (!h->call_count)
		history_settle(h);
	turn_close(h, speaker);
	bool follows = h->call_count || (h->open != HISTORY_CLOSED && !h->file_count);
	if (follows)
		buf_adds(&words, "\n\n");
	add_words_of(h, speaker, follows, text, &words);
	if (h->call_count) {
		buf_add(&h->notes, words.data, words.len);
	} else if (!follows) {
		h->told = false;
		h->writer->user(h, words.data, words.len);
	} else {
		history_more(h, words.data, words.len);
	}
}

/* Servers take names of letters, digits, "_" and "-", at most 64; a model may have made up any. */
static void name_fit(struct buf *out, const char *name)
{
	if (!*name)
		buf_adds(out, "unknown");
	for (size_t i = 0; name[i] && i < NAME_MAX_BYTES; i++)
		buf_addc(
		    out, isalnum((unsigned char)name[i]) || strchr("_-", name[i]) ? name[i] : '_');
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

bool history_settled(const struct history *h)
{
	return !h->part_count;
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

	if (h->call_count || h->text.len) {
		if (!h->tail_at) /* nothing by the user is there */
			h->writer->user(h, opening, strlen(opening));
		turn_form_write(h);
	}
	if (h->notes.len)
		history_more(h, h->notes.data, h->notes.len);
	turn_forget(h);
}

static void result_take(struct history *h, const json_t *item)
{
	const char *id = json_str(item, "call", "");

	for (size_t i = 0; i < h->call_count; i++)
		if (!h->calls[i].result && strcmp(h->calls[i].id, id) == 0) {
			h->calls[i].result = item;
			h->answered++;
			break;
		}
	if (h->call_count && h->answered == h->call_count)
		history_settle(h);
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
	name_fit(&c.name, h->names ? buf_str(&name) : said.tool);
	arguments_fit_object(&c.arguments, h->names ? buf_str(&arguments) : said.arguments);
	array_reserve(&h->calls, &h->call_cap, h->call_count + 1, sizeof *h->calls);
	h->calls[h->call_count] = c;
	part_new(h, HISTORY_CALL)->call = h->call_count++;
}

static void opaque_take(struct history *h, enum history_kind kind, const json_t *data)
{
	if (data)
		part_new(h, kind)->data = data;
}

/* Whether the item came from the server that is asked now: what a server thought and signed goes
 * back to that server and to no other. */
static bool is_its_own(const struct history *h, const json_t *item)
{
	const char *from = json_str(item, "from", NULL);
	auto_free char *origin = reply_origin(h->model->base_url);
	return !from || strcmp(from, origin) == 0;
}

bool history_seal_holds(const struct model *model, const json_t *item)
{
	const char *by = json_str(item, "by", NULL);

	return (!by || !model->id || strcmp(by, model->id) == 0) &&
	       !json_flag(item, "prefix_cut", false);
}

static void assistant_take(struct history *h, const json_t *item)
{
	const char *wire = h->writer->wire;
	const json_t *extras = NULL;
	const bool holds = history_seal_holds(h->model, item);
	bool first = true, own = is_its_own(h, item);

	if (h->call_count)
		history_settle(h);
	if (own && holds)
		extras = json_map(json_map(item, "extras"), wire);
	opaque_take(h, HISTORY_EXTRAS, extras);
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
			   (holds || !thinking_is_sealed(thinking.data))) {
			opaque_take(h, HISTORY_OPAQUE, thinking.data);
		}
	}
	h->paused = json_flag(item, "paused", false);
}

void history_take(struct history *h, const json_t *item)
{
	auto_buf text = BUF_INIT;

	const char *type = json_str(item, "type", "");

	if (strcmp(type, "tool_result") == 0) {
		result_take(h, item);
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
