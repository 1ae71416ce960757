/* SPDX-License-Identifier: MIT
 * What the next request of a conversation of 200,000 tokens costs to make, over each protocol: a
 * reply with a call and its result have been added since the one before. Prints the median in
 * milliseconds of the slowest protocol and of each, and the bytes of the last request.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/json/json.h"
#include "llm/http/wording.h"
#include "llm/wire/request.h"
#include "llm/wire/wire.h"

#define BYTES 800000 /* of the conversation, four to a token */
#define RESULT_BYTES 2000
#define ROUNDS 101

static const struct wording wording = {.user_before = "",
    .user_after = "",
    .note_before = "",
    .note_after = "",
    .missing = "none",
    .opening = "on",
    .stopped = "off"};

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void say(json_t *items, const char *role, json_t *part)
{
	json_array_append_new(
	    items, json_pack("{s:s, s:s, s:[o]}", "type", "message", "role", role, "parts", part));
}

static void add_round(json_t *items, int n)
{
	char text[RESULT_BYTES + 1], id[32];

	for (size_t i = 0; i < RESULT_BYTES; i++)
		text[i] = i % 40 == 39 ? '\n' : (char)('a' + (i + (size_t)n) % 26);
	text[RESULT_BYTES] = '\0';
	snprintf(id, sizeof id, "call%d", n);
	say(items, "assistant",
	    json_pack("{s:s, s:s, s:s, s:s}", "type", "call", "call", id, "tool", "read_file",
		"arguments", "{\"path\":\"src/main.c\"}"));
	json_array_append_new(
	    items, json_pack("{s:s, s:s, s:s}", "type", "tool_result", "call", id, "text", text));
}

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The median over the rounds; bytes: of the last request. */
static double measure(const struct wire *wire, size_t *bytes)
{
	json_t *items = json_array();
	struct context context = {
	    .system = "You are an agent.", .items = items, .tail = "the plan"};
	struct model model = {.id = "m",
	    .base_url = "http://127.0.0.1/v1",
	    .temperature = NAN,
	    .output_tokens = 4096,
	    .wording = &wording};
	struct request_cache *cache = NULL;
	double took[ROUNDS];
	int n = 0;

	say(items, "user", json_pack("{s:s, s:s}", "type", "text", "text", "begin"));
	while (n * RESULT_BYTES < BYTES)
		add_round(items, n++);
	for (int i = -1; i < ROUNDS; i++) {
		struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
		double start;

		add_round(items, n++);
		start = now_ms();
		request_write(wire, &out, &context, &model, &cache);
		if (i >= 0)
			took[i] = now_ms() - start;
		*bytes = out.len;
		buf_free(&out);
	}
	request_cache_free(cache);
	json_decref(items);
	qsort(took, ROUNDS, sizeof *took, by_value);
	return took[ROUNDS / 2];
}

int main(void)
{
	double each[8] = {0}, slowest = 0;
	size_t bytes = 0, n = 0;

	for (; wires[n]; n++) {
		each[n] = measure(wires[n], &bytes);
		slowest = each[n] > slowest ? each[n] : slowest;
	}
	printf("request_ms %.3f", slowest);
	for (size_t i = 0; i < n; i++)
		printf("\t%s_ms %.3f", wires[i]->protocol, each[i]);
	printf("\tbytes %zu\n", bytes);
	return 0;
}
