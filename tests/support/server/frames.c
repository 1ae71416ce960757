/* SPDX-License-Identifier: MIT
 * Makes the bytes of a reply: what the protocols share, and chunks of Chat Completions
 * (https://platform.openai.com/docs/api-reference/chat-streaming): role, reasoning, text, calls,
 * finish, usage, [DONE], with the faults the map asks for. Made once, when the script is read, so
 * that answering costs nothing.
 */
#include "tests/support/server/frames.h"
#include "tests/support/server/request_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "base/text/utf8.h"

#define DELTA_TEXT "word "
/* The text's index among blocks and items: behind the reasoning, if there is any. */
#define FLOOD_INDEX(m) (json_object_get((m)->map, "reasoning") != NULL ? 1u : 0u)
#define MAX_FILE ((size_t)64 << 20)

bool stopped(const struct making *m)
{
	return m->stop_after >= 0 && m->deltas >= m->stop_after;
}

void add_frame(struct take *t, struct buf *bytes, int delay_ms)
{
	size_t len = bytes->len;

	array_reserve(&t->frames, &t->cap, t->count + 1, sizeof *t->frames);
	t->frames[t->count++] = (struct frame){buf_take(bytes), len, delay_ms, false};
}

static void add_text_frame(struct take *t, const char *bytes, size_t len)
{
	struct buf b = BUF_INIT;

	buf_add(&b, bytes, len);
	add_frame(t, &b, 0);
}

/* Adds a named event; the sequence numbers that a provider's events have are left out. */
static void add_named(struct making *m, const char *type, json_t *value, int delay_ms)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "event: %s\ndata: ", type);
	json_write(&b, value);
	buf_adds(&b, "\n\n");
	add_frame(m->take, &b, delay_ms);
	json_decref(value);
}

static void count_delta(struct making *m)
{
	m->take->frames[m->take->count - 1].is_delta = true;
	m->deltas++;
}

void add_event(struct making *m, const char *type, json_t *value)
{
	if (stopped(m))
		json_decref(value);
	else
		add_named(m, type, value, 0);
}

void add_delta_event(struct making *m, const char *type, json_t *value)
{
	if (stopped(m)) {
		json_decref(value);
		return;
	}
	add_named(m, type, value, m->deltas == 0 ? m->first_ms : m->between_ms);
	count_delta(m);
}

char *signature_of(const char *text)
{
	return xasprintf(
	    "sig-%016llx", (unsigned long long)hash_bytes(HASH_START, text != NULL ? text : "",
			       text != NULL ? strlen(text) : 0));
}

static void add_chunk(struct making *m, const char *delta, const char *finish, int delay_ms)
{
	struct buf b = BUF_INIT;

	buf_adds(&b, "data: {\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\","
		     "\"created\":1700000000,\"model\":");
	json_write_string(&b, m->model, strlen(m->model));
	buf_adds(&b, ",\"choices\":[{\"index\":0,\"delta\":");
	buf_adds(&b, delta);
	buf_adds(&b, ",\"finish_reason\":");
	if (finish != NULL)
		json_write_string(&b, finish, strlen(finish));
	else
		buf_adds(&b, "null");
	buf_adds(&b, "}]}\n\n");
	add_frame(m->take, &b, delay_ms);
}

static void add_delta(struct making *m, const char *delta)
{
	if (stopped(m))
		return;
	add_chunk(m, delta, NULL, m->deltas == 0 ? m->first_ms : m->between_ms);
	count_delta(m);
}

static void add_text_delta(struct making *m, const char *key, const char *text, size_t len)
{
	struct buf b = BUF_INIT;

	buf_addf(&b, "{\"%s\":", key);
	json_write_string(&b, text, len);
	buf_addc(&b, '}');
	add_delta(m, buf_str(&b));
	buf_free(&b);
}

static void chat_delta(
    struct making *m, const char *kind, size_t index, const char *text, size_t len)
{
	add_text_delta(
	    m, strcmp(kind, "reasoning") == 0 ? "reasoning_content" : "content", text, len);
}

void add_pieces(struct making *m, const char *kind, size_t index, const json_t *value)
{
	size_t i, chars = (size_t)json_int(m->map, "delta_chars", DELTA_CHARS);
	json_t *piece;

	json_array_foreach ((json_t *)value, i, piece)
		m->delta(m, kind, index, json_string_value(piece), json_string_length(piece));
	if (!json_is_string(value))
		return;
	const char *text = json_string_value(value);
	for (size_t left = json_string_length(value), n; left > 0; text += n, left -= n) {
		n = utf8_offset(text, left, chars > 0 ? chars : DELTA_CHARS);
		m->delta(m, kind, index, text, n);
	}
}

char *arguments_of(const json_t *call)
{
	const json_t *value = json_object_get(call, "arguments");

	if (value == NULL)
		return xstrdup("{}");
	return json_is_string(value) ? xstrdup(json_string_value(value)) : json_line(value);
}

char *id_of(const json_t *call, size_t index)
{
	const char *id = json_str(call, "id", NULL);

	return id != NULL ? xstrdup(id) : xasprintf("call_%zu", index + 1);
}

static void add_call(struct making *m, const json_t *call, size_t index)
{
	char *arguments = arguments_of(call), *id = id_of(call, index), *line;
	size_t left = strlen(arguments),
	       chars = (size_t)json_int(m->map, "delta_chars", DELTA_CHARS);
	json_t *delta = json_pack("{s[{sI ss ss s{ss ss}}]}", "tool_calls", "index",
	    (json_int_t)index, "id", id, "type", "function", "function", "name",
	    json_str(call, "name", ""), "arguments", "");

	line = json_line(delta);
	add_delta(m, line);
	free(line);
	for (const char *at = arguments; left > 0;) {
		size_t n = utf8_offset(at, left, chars > 0 ? chars : DELTA_CHARS);
		struct buf b = BUF_INIT;
		buf_addf(&b, "{\"tool_calls\":[{\"index\":%zu,\"function\":{\"arguments\":", index);
		json_write_string(&b, at, n);
		buf_adds(&b, "}}]}");
		add_delta(m, buf_str(&b));
		buf_free(&b);
		at += n;
		left -= n;
	}
	json_decref(delta);
	free(arguments);
	free(id);
}

static const char *finish_of(const json_t *map)
{
	bool calls = json_array_size(json_list(map, "calls")) > 0;

	return json_str(map, "finish", calls ? "tool_calls" : "stop");
}

static json_t *error_object(const json_t *value)
{
	if (json_is_object(value))
		return json_pack("{sO}", "error", value);
	return json_pack("{s{si ss ss}}", "error", "code", 500, "message",
	    json_is_string(value) ? json_string_value(value) : "scripted failure", "type",
	    "server_error");
}

static void add_json_event(struct making *m, json_t *value)
{
	struct buf b = BUF_INIT;

	buf_adds(&b, "data: ");
	json_write(&b, value);
	buf_adds(&b, "\n\n");
	add_frame(m->take, &b, 0);
	json_decref(value);
}

static void add_ending(struct making *m)
{
	const json_t *usage = json_map(m->map, "usage"),
		     *error = json_object_get(m->map, "error_in_stream");

	if (stopped(m))
		return;
	if (error != NULL) {
		add_json_event(m, error_object(error));
		return;
	}
	if (json_object_get(m->map, "garbage") != NULL)
		add_text_frame(m->take, "data: {malformed json: <<<chaos>>>\n\n", 36);
	if (!json_flag(m->map, "no_finish", false))
		add_chunk(m, "{}", finish_of(m->map), 0);
	if (usage != NULL)
		add_json_event(
		    m, json_pack("{ss ss ss s[] sO sO*}", "id", "chatcmpl-1", "object",
			   "chat.completion.chunk", "model", m->model, "choices", "usage", usage,
			   "service_tier", json_object_get(usage, "service_tier")));
	if (!json_flag(m->map, "no_done", false))
		add_text_frame(m->take, "data: [DONE]\n\n", 14);
}

void add_flood(struct making *m)
{
	const char *text = json_str(m->map, "text_per_delta", DELTA_TEXT);
	int64_t huge = json_int(m->map, "huge_line", 0);

	for (int64_t i = json_int(m->map, "deltas", 0); i > 0; i--)
		m->delta(m, "text", FLOOD_INDEX(m), text, strlen(text));
	if (huge > 0) {
		char *line = xmalloc((size_t)huge);
		memset(line, 'x', (size_t)huge);
		m->delta(m, "text", FLOOD_INDEX(m), line, (size_t)huge);
		free(line);
	}
}

static void make_stream(struct making *m)
{
	json_t *calls = json_list(m->map, "calls"), *call;
	size_t i;

	m->delta = chat_delta;
	add_chunk(m, "{\"role\":\"assistant\",\"content\":\"\"}", NULL, 0);
	add_pieces(m, "reasoning", 0, json_object_get(m->map, "reasoning"));
	add_pieces(m, "text", 0, json_object_get(m->map, "text"));
	add_flood(m);
	json_array_foreach (calls, i, call)
		add_call(m, call, i);
	add_ending(m);
}

json_t *joined_text(const json_t *map, const char *key)
{
	const json_t *value = json_object_get(map, key);
	int64_t deltas = strcmp(key, "text") == 0 ? json_int(map, "deltas", 0) : 0;
	struct buf b = BUF_INIT;
	size_t i;
	json_t *piece;

	if (json_is_string(value))
		buf_adds(&b, json_string_value(value));
	json_array_foreach ((json_t *)value, i, piece)
		buf_adds(&b, json_string_value(piece));
	for (int64_t k = 0; k < deltas; k++)
		buf_adds(&b, json_str(map, "text_per_delta", DELTA_TEXT));
	json_t *text = value != NULL || deltas > 0 ? json_string(buf_str(&b)) : json_null();
	buf_free(&b);
	return text;
}

/* Returns the reply as one JSON text, for a request without stream. */
static char *make_whole(const struct making *m)
{
	json_t *calls = json_list(m->map, "calls"), *call, *made = json_array();
	json_t *message =
	    json_pack("{ss so}", "role", "assistant", "content", joined_text(m->map, "text"));
	size_t i;

	if (json_object_get(m->map, "reasoning") != NULL)
		json_object_set_new(message, "reasoning_content", joined_text(m->map, "reasoning"));
	json_array_foreach (calls, i, call) {
		char *arguments = arguments_of(call), *id = id_of(call, i);
		json_array_append_new(
		    made, json_pack("{ss ss s{ss ss}}", "id", id, "type", "function", "function",
			      "name", json_str(call, "name", ""), "arguments", arguments));
		free(arguments);
		free(id);
	}
	if (json_array_size(made) > 0)
		json_object_set(message, "tool_calls", made);
	json_decref(made);
	json_t *whole = json_pack("{ss ss si ss s[{si so ss}]}", "id", "chatcmpl-1", "object",
	    "chat.completion", "created", 1700000000, "model", m->model, "choices", "index", 0,
	    "message", message, "finish_reason", finish_of(m->map));
	if (json_map(m->map, "usage") != NULL)
		json_object_set(whole, "usage", json_map(m->map, "usage"));
	char *line = json_line(whole);
	json_decref(whole);
	return line;
}

static void set_type(struct reply *r, const char *type)
{
	free(r->content_type);
	r->content_type = xstrdup(type);
}

/* Takes a recording: what was asked, then "### response", a head and the body as they were received. */
static bool play_recording(struct reply *r, struct buf *file, struct error *e)
{
	const char *response = strstr(buf_str(file), "### response");
	const char *head = response != NULL ? strchr(response, '\n') : NULL;
	const char *body = head != NULL ? strstr(head, "\r\n\r\n") : NULL;
	size_t skip = 4;

	if (head != NULL && body == NULL) {
		body = strstr(head, "\n\n");
		skip = 2;
	}
	if (body == NULL || strncmp(head + 1, "HTTP/", 5) != 0)
		return error_set(e, ERR_PARSE, "the recording has no '### response' with a head");
	r->status = (unsigned)strtoul(head + 1 + strcspn(head + 1, " "), NULL, 10);
	const char *type = strcasestr(head, "\nContent-Type:");
	if (type != NULL && type < body) {
		type += 14 + strspn(type + 14, " ");
		free(r->content_type);
		r->content_type = xstrndup(type, strcspn(type, "\r\n"));
	}
	add_text_frame(&r->takes[0], body + skip, (size_t)(file->data + file->len - body) - skip);
	return true;
}

static bool play_file(
    struct reply *r, const char *folder, const char *name, bool recording, struct error *e)
{
	struct buf bytes = BUF_INIT;
	char *path = file_join(folder, name);
	bool good = file_read(path, MAX_FILE, &bytes, e);

	if (good && recording)
		good = play_recording(r, &bytes, e);
	else if (good)
		add_text_frame(&r->takes[0], buf_str(&bytes), bytes.len);
	buf_free(&bytes);
	free(path);
	return good;
}

static void fail_with(struct reply *r, const json_t *map)
{
	const json_t *body = json_object_get(map, "body");

	set_type(r, "application/json");
	if (body != NULL) {
		add_text_frame(&r->takes[0], json_string_value(body), json_string_length(body));
		return;
	}
	json_t *error = error_object(json_object_get(map, "error"));
	char *line = json_line(error);
	add_text_frame(&r->takes[0], line, strlen(line));
	free(line);
	json_decref(error);
}

/* Makes the reply in each protocol. */
static void make_takes(struct making *m)
{
	static const struct {
		void (*stream)(struct making *m);
		char *(*whole)(const struct making *m);
	} speech[PROTOCOLS] = {
	    [PROTOCOL_CHAT] = {make_stream, make_whole},
	    [PROTOCOL_MESSAGES] = {make_messages, whole_messages},
	    [PROTOCOL_RESPONSES] = {make_responses, whole_responses},
	};

	for (size_t i = 0; i < PROTOCOLS; i++) {
		struct take *t = m->take = &m->reply->takes[i];

		m->deltas = 0;
		t->streams = !json_flag(m->map, "whole_json", false);
		t->whole = speech[i].whole(m);
		t->whole_len = strlen(t->whole);
		if (t->streams)
			speech[i].stream(m);
	}
}

const struct take *reply_take(const struct reply *r, enum protocol protocol)
{
	return &r->takes[r->one_for_all ? PROTOCOL_CHAT : protocol];
}

/* Makes the reply of the first key that it has: recording, raw_file, raw, and so on, else text and calls. */
static bool make_frames(struct making *m, const char *folder, struct error *e)
{
	struct reply *r = m->reply;
	const json_t *map = m->map, *raw = json_object_get(map, "raw");

	r->one_for_all = json_str(map, "recording", NULL) || json_str(map, "raw_file", NULL);
	if (json_str(map, "recording", NULL) != NULL)
		return play_file(r, folder, json_str(map, "recording", NULL), true, e);
	if (json_str(map, "raw_file", NULL) != NULL)
		return play_file(r, folder, json_str(map, "raw_file", NULL), false, e);
	if (raw != NULL) {
		add_text_frame(&r->takes[0], json_string_value(raw), json_string_length(raw));
	} else if (json_flag(map, "comments_only", false)) {
		struct buf b = BUF_INIT;
		buf_adds(&b, ": keep-alive\n\n");
		add_frame(&r->takes[0], &b, m->between_ms > 0 ? m->between_ms : 20);
		r->end = END_AGAIN;
	} else if (json_object_get(map, "body") != NULL || r->status >= 400) {
		fail_with(r, map);
	} else {
		make_takes(m);
		return true;
	}
	r->one_for_all = true;
	return true;
}

static void set_faults(struct making *m)
{
	struct reply *r = m->reply;

	r->close_before_head = json_flag(m->map, "close_before_head", false);
	r->no_http = strcmp(json_str(m->map, "garbage", ""), "head") == 0;
	m->stop_after = -1;
	if (json_object_get(m->map, "cut_after") != NULL) {
		r->end = END_CUT;
		m->stop_after = json_int(m->map, "cut_after", 0);
	} else if (json_object_get(m->map, "stall_after") != NULL) {
		r->end = END_STALL;
		m->stop_after = json_int(m->map, "stall_after", 0);
	}
}

static void set_delays(struct making *m)
{
	const json_t *delay = json_object_get(m->map, "delay_ms");

	m->reply->head_delay_ms =
	    (int)(json_is_integer(delay) ? json_integer_value(delay) : json_int(delay, "head", 0));
	m->first_ms = (int)json_int(delay, "first", 0);
	m->between_ms = (int)json_int(delay, "between", 0);
}

/* Joins the frames if there are no delays between them, to be sent as fast as the client reads. */
static void join_frames(struct take *t, enum reply_end end)
{
	struct buf all = BUF_LIMIT(BUF_UNBOUNDED);

	for (size_t i = 0; i < t->count; i++)
		if (t->frames[i].delay_ms > 0)
			return;
	if (end != END_WHOLE || t->count == 0)
		return;
	for (size_t i = 0; i < t->count; i++)
		buf_add(&all, t->frames[i].bytes, t->frames[i].len);
	t->joined_len = all.len;
	t->joined = buf_take(&all);
}

bool reply_compile(struct reply *r, const json_t *map, const char *folder, struct error *e)
{
	struct making m = {.reply = r,
	    .take = &r->takes[0],
	    .map = map,
	    .model = json_str(map, "model", "scripted")};

	r->map = map;
	r->match = json_str(map, "match", NULL);
	r->repeat = json_flag(map, "repeat", false);
	r->status = (unsigned)json_int(map, "status", 200);
	r->headers = json_map(map, "headers");
	r->content_type = xstrdup("text/event-stream");
	set_faults(&m);
	set_delays(&m);
	if (!make_frames(&m, folder, e))
		return false;
	if (json_flag(map, "whole_json", false))
		set_type(r, "application/json");
	if (json_str(map, "content_type", NULL) != NULL)
		set_type(r, json_str(map, "content_type", NULL));
	for (size_t i = 0; i < PROTOCOLS; i++)
		join_frames(&r->takes[i], r->end);
	return true;
}
