/*
 * A history that every server's template accepts: one system message, first; neighbours of one role
 * merged; no empty assistant turn; each call answered right after its turn, no result without its
 * call; arguments always the string of a JSON object. An assistant's turn waits until its calls are
 * answered or something else shows that they will not be; all the rest is written at once, and what
 * is written never changes. So a longer conversation begins with the bytes of the shorter one.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/utf8.h"
#include "llm/openai.h"

#define ID_MAX 64
#define NAME_MAX_BYTES 64

static void add_quoted(struct buf *out, const char *s, size_t len)
{
	struct buf clean = BUF_INIT;

	if (utf8_valid(s, len)) {
		json_write_string(out, s, len);
		return;
	}
	text_sanitise(&clean, s, len);
	json_write_string(out, buf_str(&clean), clean.len);
	buf_free(&clean);
}

/* More of the string that ends at the end of out, without its closing quote. */
static void add_inside(struct buf *out, const char *s, size_t len)
{
	size_t at = out->len;

	add_quoted(out, s, len);
	if (out->len < at + 2)
		return;
	memmove(out->data + at, out->data + at + 1, out->len - at - 2);
	buf_cut(out, out->len - 2);
}

static void add_words(struct buf *out, const char *s)
{
	add_inside(out, s, strlen(s));
}

static void message_close(struct history *h)
{
	if (h->open != HISTORY_CLOSED)
		buf_adds(&h->out, "\"}");
	h->open = HISTORY_CLOSED;
}

static void message_begin(struct history *h, const char *head)
{
	message_close(h);
	if (h->out.len)
		buf_addc(&h->out, ',');
	buf_adds(&h->out, head);
}

static void content_end(struct history *h, enum history_open open)
{
	h->open = open;
	h->tail_at = h->out.len;
}

void history_system(struct history *h, const char *system)
{
	const char *role = json_str(h->model->quirks, "system_role", "system");

	if (!system || !*system)
		return;
	message_begin(h, "{\"role\":");
	add_quoted(&h->out, role, strlen(role));
	buf_adds(&h->out, ",\"content\":");
	add_quoted(&h->out, system, strlen(system));
	buf_addc(&h->out, '}');
}

/* Who says a user's message: the user, the program, or the program in a block of its own. */
enum speaker { SPEAKER_USER, SPEAKER_STEER, SPEAKER_NOTE, SPEAKER_BLOCK };

static enum speaker speaker_of(const json_t *item)
{
	static const char *const kinds[] = {
	    [SPEAKER_STEER] = "steer", [SPEAKER_NOTE] = "note", [SPEAKER_BLOCK] = "context"};
	const char *kind = json_str(item, "kind", "");

	for (int i = SPEAKER_STEER; i <= SPEAKER_BLOCK; i++)
		if (strcmp(kind, kinds[i]) == 0)
			return (enum speaker)i;
	return SPEAKER_USER;
}

static void user_begin(struct history *h, const char *text, size_t len)
{
	message_begin(h, "{\"role\":\"user\",\"content\":\"");
	add_inside(&h->out, text, len);
	content_end(h, HISTORY_USER);
}

/* The words as they are sent: marked as the program's, or as the user's where something else stands
 * before them in the same message. */
static void add_words_of(const struct history *h, enum speaker speaker, bool follows,
    const struct buf *text, struct buf *out)
{
	const struct wording *w = h->model->wording;
	bool results = h->call_count || h->open == HISTORY_TOOL;
	bool note = speaker == SPEAKER_NOTE;
	bool users = follows && (speaker == SPEAKER_STEER || (speaker == SPEAKER_USER && results));

	buf_adds(out, note ? w->note_before : users ? w->user_before : "");
	buf_add(out, text->data, text->len);
	buf_adds(out, note ? w->note_after : users ? w->user_after : "");
}

/* After a result a template may refuse a user's turn: the words go to the end of the result. */
static void user_take(struct history *h, enum speaker speaker, const struct buf *text)
{
	struct buf words = BUF_INIT;
	bool follows;

	if (!text->len)
		return;
	if (!h->call_count)
		history_settle(h);
	follows = h->call_count || h->open != HISTORY_CLOSED;
	if (follows)
		buf_adds(&words, "\n\n");
	add_words_of(h, speaker, follows, text, &words);
	if (h->call_count) {
		buf_add(&h->notes, words.data, words.len);
	} else if (!follows) {
		user_begin(h, words.data, words.len);
	} else {
		add_inside(&h->out, words.data, words.len);
		h->tail_at = h->out.len;
	}
	buf_free(&words);
}

static uint64_t hash_id(const char *id, int64_t ordinal)
{
	uint64_t hash = hash_bytes(HASH_START ^ (uint64_t)ordinal, id, strlen(id));

	return hash ^ hash >> 29;
}

static bool plain_id(const char *id, size_t least, size_t most, const char *also)
{
	size_t len = strlen(id);

	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)id[i]) && !strchr(also, id[i]))
			return false;
	return len >= least && len <= most;
}

/* The id as received where the server takes it; else one made of it, the same every time. */
static void write_id(struct history *h, const struct history_call *c)
{
	static const char digits[] =
	    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	bool nine = strcmp(json_str(h->model->quirks, "tool_ids", ""), "nine") == 0;
	bool as_is =
	    !c->twin && (nine ? plain_id(c->id, 9, 9, "") : plain_id(c->id, 1, ID_MAX, "_-.:"));
	uint64_t hash = hash_id(c->id, c->twin || !*c->id ? c->ordinal : 0);

	if (as_is) {
		buf_addf(&h->out, "\"%s\"", c->id);
		return;
	}
	buf_adds(&h->out, nine ? "\"" : "\"call_");
	for (int i = 0; i < 9; i++, hash /= 62)
		buf_addc(&h->out, digits[hash % 62]);
	buf_addc(&h->out, '"');
}

/* Servers take names of letters, digits, _ and - only; a model may have made up any. */
static void write_name(struct buf *out, const char *name)
{
	buf_addc(out, '"');
	if (!*name)
		buf_adds(out, "unknown");
	for (size_t i = 0; name[i] && i < NAME_MAX_BYTES; i++)
		buf_addc(
		    out, isalnum((unsigned char)name[i]) || strchr("_-.", name[i]) ? name[i] : '_');
	buf_addc(out, '"');
}

/* The string of a JSON object: as received when it is one, mended when that can be, else {}. */
static void write_arguments(struct buf *out, const char *text)
{
	struct error e = ERROR_INIT;
	json_t *value = json_parse(text, strlen(text), &e);
	char *mended = NULL;

	if (!value) {
		value = json_parse_foreign(text, strlen(text), &e);
		if (json_is_object(value))
			mended = json_line(value);
	}
	if (!json_is_object(value))
		text = "{}";
	else if (mended)
		text = mended;
	add_quoted(out, text, strlen(text));
	json_decref(value);
	error_free(&e);
	free(mended);
}

static void write_function(struct history *h, const struct history_call *c)
{
	struct buf name = BUF_INIT, arguments = BUF_LIMIT(BUF_UNBOUNDED);

	if (h->names)
		h->names->render(h->names->ctx, c->name, c->arguments, &name, &arguments);
	buf_adds(&h->out, "{\"name\":");
	write_name(&h->out, h->names ? buf_str(&name) : c->name);
	buf_adds(&h->out, ",\"arguments\":");
	write_arguments(&h->out, h->names ? buf_str(&arguments) : c->arguments);
	buf_addc(&h->out, '}');
	buf_free(&arguments);
	buf_free(&name);
}

static void write_call(struct history *h, const struct history_call *c)
{
	buf_adds(&h->out, "{\"id\":");
	write_id(h, c);
	buf_adds(&h->out, ",\"type\":\"function\",\"function\":");
	write_function(h, c);
	if (c->extra) {
		buf_adds(&h->out, ",\"extra_content\":");
		json_write(&h->out, c->extra);
	}
	buf_addc(&h->out, '}');
}

static void write_thinking(struct history *h)
{
	const char *field = json_str(h->model->quirks, "thinking_field", NULL);

	if (field && h->details) {
		buf_adds(&h->out, ",\"reasoning_details\":");
		json_write(&h->out, h->details);
		return;
	}
	if (!field || !h->thinking.len)
		return;
	if (h->thinking_field)
		field = h->thinking_field;
	buf_addc(&h->out, ',');
	add_quoted(&h->out, field, strlen(field));
	buf_addc(&h->out, ':');
	add_quoted(&h->out, h->thinking.data, h->thinking.len);
}

/* One assistant's turn with calls from..to; the words go with the first. */
static void write_turn(struct history *h, size_t from, size_t to)
{
	const char *opening = h->model->wording->opening;

	if (!h->tail_at)
		user_begin(h, opening, strlen(opening));
	message_begin(h, "{\"role\":\"assistant\",\"content\":");
	if (h->text.len && from == 0)
		add_quoted(&h->out, h->text.data, h->text.len);
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
	write_id(h, c);
	buf_adds(&h->out, ",\"content\":\"");
	if (c->result) {
		const json_t *text = json_object_get(c->result, "text");

		add_inside(&h->out, json_is_string(text) ? json_string_value(text) : "",
		    json_string_length(text));
	} else {
		add_words(&h->out, h->model->wording->missing);
	}
	content_end(h, HISTORY_TOOL);
}

bool history_settled(const struct history *h)
{
	return !h->text.len && !h->thinking.len && !h->call_count;
}

void history_settle(struct history *h)
{
	size_t step = json_flag(h->model->quirks, "one_call", false) ? 1 : h->call_count;

	if (!h->call_count && h->text.len)
		write_turn(h, 0, 0);
	for (size_t i = 0; i < h->call_count; i += step) {
		write_turn(h, i, i + step);
		for (size_t j = i; j < i + step; j++)
			write_result(h, &h->calls[j]);
	}
	if (h->notes.len) {
		add_inside(&h->out, h->notes.data, h->notes.len);
		h->tail_at = h->out.len;
	}
	buf_clear(&h->text);
	buf_clear(&h->thinking);
	buf_clear(&h->notes);
	h->thinking_field = NULL;
	h->details = NULL;
	h->call_count = h->answered = 0;
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
	struct history_call c = {
	    .id = json_str(part, "call", ""),
	    .name = json_str(part, "tool", ""),
	    .arguments = json_str(part, "arguments", ""),
	    .ordinal = ++h->ordinal,
	};

	for (size_t i = 0; i < h->call_count; i++)
		c.twin = c.twin || strcmp(h->calls[i].id, c.id) == 0;
	c.extra = json_map(json_map(extras, "calls"), c.id);
	array_reserve(&h->calls, &h->call_cap, h->call_count + 1, sizeof *h->calls);
	h->calls[h->call_count++] = c;
}

static void text_take(struct buf *to, const char *between, const char *text)
{
	if (!text || !*text)
		return;
	if (to->len)
		buf_adds(to, between);
	buf_adds(to, text);
}

static bool part_is(const json_t *part, const char *type)
{
	return strcmp(json_str(part, "type", ""), type) == 0;
}

/* What a server thought, and what it signed, goes back to that server and to no other. */
static bool is_its_own(const struct history *h, const json_t *item)
{
	const char *from = json_str(item, "from", NULL);
	char *origin = reply_origin(h->model->base_url);
	bool own = !from || strcmp(from, origin) == 0;

	free(origin);
	return own;
}

static void thinking_take(struct history *h, const json_t *part)
{
	const json_t *data = json_map(part, "data");

	if (strcmp(json_str(part, "wire", ""), wire_openai_chat.name) != 0)
		return;
	text_take(&h->thinking, "", json_str(data, "text", NULL));
	h->thinking_field = json_str(data, "field", h->thinking_field);
}

static void assistant_take(struct history *h, const json_t *item)
{
	const json_t *extras = json_map(json_map(item, "extras"), wire_openai_chat.name), *part;
	bool first = true, own = is_its_own(h, item);
	size_t i;

	if (h->call_count)
		history_settle(h);
	if (!own)
		extras = NULL;
	if (json_list(extras, "reasoning_details"))
		h->details = json_list(extras, "reasoning_details");
	json_array_foreach (json_list(item, "parts"), i, part) {
		if (part_is(part, "text")) {
			text_take(&h->text, first ? "\n\n" : "", json_str(part, "text", NULL));
			first = false;
		} else if (part_is(part, "call")) {
			call_take(h, part, extras);
		} else if (own && part_is(part, "thinking")) {
			thinking_take(h, part);
		}
	}
}

void history_take(struct history *h, const json_t *item)
{
	struct buf text = BUF_INIT;
	const json_t *part;
	size_t i;

	if (part_is(item, "tool_result")) {
		result_take(h, item);
		return;
	}
	if (!part_is(item, "message"))
		return;
	if (strcmp(json_str(item, "role", ""), "assistant") == 0) {
		assistant_take(h, item);
		return;
	}
	json_array_foreach (json_list(item, "parts"), i, part)
		if (part_is(part, "text"))
			text_take(&text, "\n", json_str(part, "text", NULL));
	user_take(h, speaker_of(item), &text);
	buf_free(&text);
}

void history_tail(struct buf *out, const struct history *h, size_t shift, const char *tail)
{
	struct buf words = BUF_INIT, quoted = BUF_INIT;
	size_t at = shift + h->tail_at, rest = out->len - at;

	if (!h->tail_at) {
		buf_adds(out, h->out.len ? ",{\"role\":\"user\",\"content\":"
					 : "{\"role\":\"user\",\"content\":");
		add_quoted(out, tail, strlen(tail));
		buf_addc(out, '}');
		return;
	}
	buf_addf(&words, "\n\n%s", tail);
	add_inside(&quoted, words.data, words.len);
	buf_add(out, buf_str(&quoted), quoted.len);
	memmove(out->data + at + quoted.len, out->data + at, rest);
	memcpy(out->data + at, quoted.data, quoted.len);
	buf_free(&words);
	buf_free(&quoted);
}

void history_drop(struct history *h)
{
	buf_free(&h->out);
	buf_free(&h->text);
	buf_free(&h->thinking);
	buf_free(&h->notes);
	free(h->calls);
	*h = (struct history){0};
}
