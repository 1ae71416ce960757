/* SPDX-License-Identifier: MIT
 * Feeds streams to a wire under test in pieces of any size, and reads recorded ones (wire_streams.h).
 */
#include "tests/support/wire_streams.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "llm/wire/request.h"

const struct wording wire_wording = {
    .user_before = "<said>",
    .user_after = "</said>",
    .note_before = "<note>",
    .note_after = "</note>",
    .call_before = "<call>",
    .call_between = " ",
    .call_after = "</call>",
    .result_before = "<result>",
    .result_after = "</result>",
    .missing = "(missing)",
    .opening = "(opening)",
    .stopped = "(stopped)",
    .pictures = "(pictures)",
};

struct feed {
	const struct wire *wire;
	struct heard *heard;
};

static bool take(void *ctx, const struct sse_event *ev)
{
	struct feed *f = ctx;

	return wire_receive(f->wire, &f->heard->reply, ev, &f->heard->error);
}

/* Returns the bytes of the next piece, at `at`. cut: where the first piece ends, for CUT. */
static size_t piece(enum chunking chunking, size_t cut, size_t at, size_t left)
{
	size_t n = left;

	if (chunking == BYTES)
		n = 1;
	else if (chunking == RANDOM)
		n = 1 + (size_t)rand() % 97;
	else if (chunking == CUT && at < cut)
		n = cut - at;
	return n < left ? n : left;
}

void hear(struct heard *h, const char *stream, size_t len, enum chunking chunking)
{
	hear_by(&wire_openai_chat, h, stream, len, chunking);
}

static void hear_pieces(const struct wire *wire, struct heard *h, const char *stream, size_t len,
    enum chunking chunking, size_t cut)
{
	struct feed f = {wire, h};
	struct sse sse;
	bool ok = true;

	*h = (struct heard){0};
	reply_init(&h->reply);
	sse_init(&sse, 1 << 20, 1 << 20);
	for (size_t at = 0, n; at < len && ok; at += n) {
		/* A copy of its own, so that reading past a piece is seen. */
		char *bytes;

		n = piece(chunking, cut, at, len - at);
		bytes = xmalloc(n);
		memcpy(bytes, stream + at, n);
		ok = sse_feed(&sse, bytes, n, take, &f);
		free(bytes);
	}
	ok = ok && sse_end(&sse, take, &f);
	h->ok = ok && wire->finish(&h->reply, &h->error);
	h->comments = sse.comments;
	sse_free(&sse);
}

void hear_by(const struct wire *wire, struct heard *h, const char *stream, size_t len,
    enum chunking chunking)
{
	hear_pieces(wire, h, stream, len, chunking, 0);
}

void hear_cut_at(
    const struct wire *wire, struct heard *h, const char *stream, size_t len, size_t at)
{
	hear_pieces(wire, h, stream, len, CUT, at);
}

/* Fails the test unless two replies, of one stream in different pieces, are the same. */
static void expect_same(const struct reply *a, const struct reply *b)
{
	assert_string_equal(buf_str(&a->text), buf_str(&b->text));
	assert_string_equal(buf_str(&a->thinking), buf_str(&b->thinking));
	assert_int_equal(a->finish, b->finish);
	assert_int_equal(a->call_count, b->call_count);
	for (size_t i = 0; i < a->call_count; i++) {
		assert_string_equal(a->calls[i].name, b->calls[i].name);
		assert_string_equal(
		    buf_str(&a->calls[i].arguments), buf_str(&b->calls[i].arguments));
	}
}

void hear_chunks(struct heard *h, const char *const *chunks, bool done)
{
	struct buf stream = BUF_INIT;
	struct heard by_bytes;

	for (; *chunks; chunks++)
		buf_addf(&stream, "data: %s\n\n", *chunks);
	if (done)
		buf_adds(&stream, "data: [DONE]\n\n");
	hear(&by_bytes, buf_str(&stream), stream.len, BYTES);
	hear(h, buf_str(&stream), stream.len, WHOLE);
	assert_int_equal(by_bytes.ok, h->ok);
	if (h->ok)
		expect_same(&by_bytes.reply, &h->reply);
	heard_free(&by_bytes);
	buf_free(&stream);
}

void heard_free(struct heard *h)
{
	reply_free(&h->reply);
	error_free(&h->error);
}

void recording_read(struct recording *r, const char *name)
{
	char *path = xasprintf("tests/wire/data/%s", name);
	struct buf file = BUF_INIT;
	struct error e = ERROR_INIT;
	const char *head, *body;

	if (!file_read(path, 1 << 20, &file, &e))
		fail_msg("%s: %s", path, e.message);
	head = strstr(buf_str(&file), "HTTP/1.1 ");
	assert_non_null(head);
	body = strstr(head, "\r\n\r\n");
	if (body)
		body += 4;
	else
		body = strstr(head, "\n\n") + 2;
	*r = (struct recording){.status = strtol(head + 9, NULL, 10)};
	buf_add(&r->body, body, file.len - (size_t)(body - file.data));
	buf_free(&file);
	free(path);
}

void recording_free(struct recording *r)
{
	buf_free(&r->body);
}

json_t *request_of(const char *items, const char *tail, const char *quirks)
{
	return request_by(&wire_openai_chat, items, tail, quirks);
}

json_t *request_by(const struct wire *wire, const char *items, const char *tail, const char *quirks)
{
	json_t *list = json_parse(items, strlen(items), NULL), *value;
	json_t *rules = quirks ? json_parse(quirks, strlen(quirks), NULL) : NULL;
	struct context context = {.system = "be good", .items = list, .tail = tail};
	struct model model = {.id = "m",
	    .temperature = NAN,
	    .quirks = rules,
	    .wording = &wire_wording,
	    .base_url = "http://h/v1",
	    .output_tokens = 9000};
	struct buf body = BUF_INIT;

	assert_non_null(list);
	request_write(wire, &body, &context, &model, NULL);
	value = json_parse(buf_str(&body), body.len, NULL);
	assert_non_null(value);
	buf_free(&body);
	json_decref(list);
	json_decref(rules);
	return value;
}

char *messages_of(const char *items, const char *tail, const char *quirks)
{
	json_t *request = request_of(items, tail, quirks);
	char *line = json_line(json_list(request, "messages"));

	json_decref(request);
	return line;
}
