/* SPDX-License-Identifier: MIT
 * What a server of the Model Context Protocol sends: lines of JSON-RPC in any chunking, the events of a stream, and what is
 * made of a message: results in words, headers that a schema asks for, forms.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/json/json_rpc.h"
#include "llm/http/sse.h"
#include "mcp/mcp.h"
#include "mcp/mcp_form.h"
#include "mcp/mcp_header.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void take(const char *bytes, size_t len)
{
	json_auto_t *message = json_parse_foreign(bytes, len, NULL);
	const json_t *result = json_object_get(message, "result");
	auto_buf text = BUF_LIMIT(1 << 20);
	struct mcp_form form;

	rpc_kind_of(message);
	mcp_result_text(result, json_object_get(result, "schema"), &text);
	buf_clear(&text);
	mcp_headers_check(result, &text);
	json_decref(mcp_headers_of(result, json_object_get(message, "params")));
	json_decref(mcp_form_unattended(json_object_get(message, "params"), "defaults"));
	mcp_form_begin(&form, "fuzz", json_object_get(message, "params"));
	json_decref(mcp_form_question(&form, "1"));
	json_decref(mcp_form_answer(&form));
	mcp_form_free(&form);
}

static bool on_event(void *ctx, const struct sse_event *ev)
{
	take(ev->data, ev->len);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const size_t chunk = size ? (size_t)data[0] % 50 + 1 : 1;
	struct rpc_lines lines = {.bytes = BUF_LIMIT(1 << 16)};
	struct sse sse;
	const char *line;
	size_t len;

	sse_init(&sse, 1 << 16, 1 << 16);
	for (size_t at = 1; at < size; at += chunk) {
		const size_t n = size - at < chunk ? size - at : chunk;

		if (!rpc_lines_add(&lines, (const char *)data + at, n) ||
		    !sse_feed(&sse, (const char *)data + at, n, on_event, NULL))
			break;
		while (rpc_lines_next(&lines, &line, &len))
			take(line, len);
	}
	if (sse.retry_ms < 0 || sse.retry_ms > 999999)
		abort();
	sse_free(&sse);
	rpc_lines_free(&lines);
	return 0;
}
