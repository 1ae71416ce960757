/* SPDX-License-Identifier: MIT
 * A stored conversation of anybody's making: whatever its items are, the request is JSON, made the
 * same way with a cache and without, and holds what every server accepts. The first byte chooses
 * the quirks.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/http/wording.h"
#include "llm/wire/request.h"
#include "llm/wire/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const json_t *messages)
{
	const char *last = "system";
	const json_t *message;
	size_t i, open = 0;

	json_array_foreach (messages, i, message) {
		const char *role = json_str(message, "role", "");
		bool tool = strcmp(role, "tool") == 0;

		if ((i == 0) != (strcmp(role, "system") == 0))
			die("a system message elsewhere than first");
		if (tool ? open-- == 0 : open > 0)
			die("a result without its call, or the reverse");
		if (!tool && strcmp(role, last) == 0 && i)
			die("two neighbours of one role");
		if (strcmp(role, "user") == 0 && strcmp(last, "tool") == 0)
			die("a user right after a result");
		if (strcmp(role, "assistant") == 0) {
			open = json_array_size(json_list(message, "tool_calls"));
			if (!open && !json_str(message, "content", NULL))
				die("an empty assistant");
		}
		last = role;
	}
	if (open)
		die("a call without a result at the end");
}

static void request(const struct wire *wire, struct buf *body, const json_t *items,
    const json_t *quirks, struct request_cache **cache)
{
	static const struct wording wording = {.user_before = "<",
	    .user_after = ">",
	    .note_before = "<",
	    .note_after = ">",
	    .missing = "missing",
	    .opening = "opening",
	    .stopped = "stopped"};
	struct context context = {.system = "s", .items = items, .tail = "t"};
	struct model model = {.id = "m",
	    .temperature = NAN,
	    .quirks = quirks,
	    .wording = &wording,
	    .output_tokens = 1000};

	request_write(wire, body, &context, &model, cache);
}

/* Whole, and as it grew; new reference to what is sent. */
static json_t *sent_by(const struct wire *wire, const json_t *items, const json_t *quirks)
{
	json_t *growing = json_array(), *item, *sent;
	struct request_cache *cache = NULL;
	struct buf whole = BUF_INIT, grown = BUF_INIT;
	size_t i;

	request(wire, &whole, items, quirks, NULL);
	json_array_foreach (items, i, item) {
		json_array_append(growing, item);
		buf_clear(&grown);
		request(wire, &grown, growing, quirks, &cache);
	}
	if (json_array_size(items) &&
	    (grown.len != whole.len || memcmp(grown.data, whole.data, grown.len)))
		die("a cache changed the request");
	sent = json_parse(whole.data, whole.len, NULL);
	if (!sent)
		die("a request that is no JSON");
	request_cache_free(cache);
	json_decref(growing);
	buf_free(&whole);
	buf_free(&grown);
	return sent;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *items = size ? json_parse_foreign((const char *)data + 1, size - 1, NULL) : NULL;
	json_t *quirks = size ? json_pack("{s:b, s:s, s:s}", "one_call", data[0] & 1, "tool_ids",
				    data[0] & 2 ? "nine" : "", "thinking_field",
				    data[0] & 4 ? "reasoning" : "thought")
			      : NULL;

	for (size_t i = 0; wires[i] && json_is_array(items) && json_array_size(items) < 200; i++) {
		json_t *sent = sent_by(wires[i], items, quirks);

		if (wires[i] == &wire_openai_chat)
			check(json_list(sent, "messages"));
		json_decref(sent);
	}
	json_decref(items);
	json_decref(quirks);
	return 0;
}
