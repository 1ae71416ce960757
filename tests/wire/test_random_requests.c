/* SPDX-License-Identifier: MIT
 * Requests of random conversations, with whatever models call and servers send: each keeps the published rules of
 * its protocol (tests/support/server/request_check.h): names, pairs of calls and results, ids, roles, thinking.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/wire/request.h"
#include "llm/wire/wire.h"
#include "tests/support/random_session.h"
#include "tests/support/server/request_check.h"
#include "tests/support/wire_streams.h"

#define REQUESTS 100000

static const char *const paths[] = {"/v1/chat/completions", "/v1/messages", "/v1/responses"};

/* Signs the thinking in the items as the model server does (request_check.h). */
static void sign_thinking(json_t *items)
{
	json_t *item, *part;
	size_t i, k;

	json_array_foreach (items, i, item)
		json_array_foreach (json_list(item, "parts"), k, part) {
			json_t *data = json_map(part, "data"), *sealed = json_map(data, "item");
			char *signature = signature_of(json_str(data, "text", ""));

			if (json_object_get(data, "signature"))
				json_put_str(data, "signature", signature);
			if (sealed)
				json_put_str(sealed, "encrypted_content", signature);
			free(signature);
		}
}

static void check_request(const struct wire *wire, const char *path, json_t *items,
    const json_t *tools, const char *tail, unsigned seed)
{
	const struct context context = {
	    .system = "be good", .items = items, .tools = tools, .tail = tail};
	const struct model model = {.id = "m",
	    .temperature = NAN,
	    .wording = &wire_wording,
	    .base_url = "http://h/v1",
	    .output_tokens = 9000};
	struct buf body = BUF_LIMIT(BUF_UNBOUNDED);
	const char *fault;
	json_t *value;

	request_write(wire, &body, &context, &model, NULL);
	value = json_parse(buf_str(&body), body.len, NULL);
	assert_non_null(value);
	fault = request_fault(path, value);
	if (fault)
		fail_msg("seed %u, %s: %s: %s", seed, path, fault, buf_str(&body));
	json_decref(value);
	buf_free(&body);
}

/* holds: every-request-holds */
static void every_request_holds_to_the_rules_of_its_protocol(void **state)
{
	json_t *tools = json_pack("[{s:s, s:s, s:{s:s, s:{}}}]", "name", "read_file", "description",
	    "reads", "parameters", "type", "object", "properties");

	for (unsigned seed = 1, made = 0; made < REQUESTS; seed++) {
		json_t *items = random_items(seed);

		sign_thinking(items);
		for (size_t i = 0; i < sizeof paths / sizeof *paths; i++, made++)
			check_request(
			    wires[i], paths[i], items, tools, seed % 3 ? NULL : "tail", seed);
		json_decref(items);
	}
	json_decref(tools);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_request_holds_to_the_rules_of_its_protocol),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
