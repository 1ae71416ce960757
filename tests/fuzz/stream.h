/* SPDX-License-Identifier: MIT
 * A server's stream as it comes: pieces of two sizes, events, chunks, the reply, and what of it
 * would be sent back. The same bytes as a whole body and as an error. For the target of each wire.
 */
#ifndef TESTS_FUZZ_STREAM_H
#define TESTS_FUZZ_STREAM_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/http/server_error.h"
#include "llm/http/sse.h"
#include "llm/http/wording.h"
#include "llm/wire/request.h"

/* The target, which each file that includes this defines. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct wire *stream_wire;

static bool take(void *ctx, const struct sse_event *ev)
{
	return wire_receive(stream_wire, ctx, ev, NULL);
}

static void reply_read(struct reply *r, const char *bytes, size_t size, size_t piece)
{
	struct sse s;
	bool ok = true;

	reply_init(r);
	r->max_calls = 32;
	r->max_arguments = 1000;
	sse_init(&s, 4096, 8192);
	for (size_t at = 0; at < size && ok; at += piece)
		ok = sse_feed(&s, bytes + at, size - at < piece ? size - at : piece, take, r);
	if (ok)
		sse_end(&s, take, r);
	stream_wire->finish(r, NULL);
	sse_free(&s);
}

static void send_back(const struct reply *r)
{
	static const struct wording wording = {.user_before = "<",
	    .user_after = ">",
	    .note_before = "<",
	    .note_after = ">",
	    .missing = "missing",
	    .opening = "opening",
	    .stopped = "stopped"};
	json_t *message = reply_message(r, stream_wire->name, false), *sent;
	struct context context = {.system = "s", .tail = "t"};
	struct model model = {
	    .id = "m", .temperature = NAN, .wording = &wording, .output_tokens = 1000};
	struct buf body = BUF_INIT;

	json_put_str(message, "type", "message");
	context.items = json_pack("[o]", message);
	request_write(stream_wire, &body, &context, &model, NULL);
	sent = json_parse(body.data, body.len, NULL);
	if (!sent)
		die("a request that is no JSON");
	json_decref(sent);
	json_decref((json_t *)context.items);
	buf_free(&body);
}

static int fuzz_stream(const struct wire *wire, const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data;
	struct reply a, b;
	struct error e = ERROR_INIT;

	stream_wire = wire;
	reply_read(&a, bytes, size, 7);
	reply_read(&b, bytes, size, size + 1);
	if (strcmp(buf_str(&a.text), buf_str(&b.text)) || a.call_count != b.call_count)
		die("the size of the pieces changed the reply");
	send_back(&a);
	reply_free(&a);
	reply_free(&b);
	reply_init(&a);
	wire_receive_whole(stream_wire, &a, bytes, size, NULL);
	reply_free(&a);
	server_failure(400, bytes, size, &e);
	error_free(&e);
	return 0;
}

#endif
