/*
 * Messages are written whole and at once: nothing else of this process writes to stdout.
 */
#include "cli/acp/rpc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"

#define MESSAGE_CHARS 300

static void send(json_t *message)
{
	json_auto_t *whole = json_pack("{s:s}", "jsonrpc", "2.0");

	json_object_update(whole, message);
	auto_free char *line = json_line(whole);
	puts(line);
	fflush(stdout);
	json_decref(message);
}

void rpc_result(const json_t *id, json_t *result)
{
	if (id)
		send(json_pack("{s:O, s:o}", "id", id, "result", result));
	else
		json_decref(result);
}

void rpc_error(const json_t *id, enum rpc_code code, const char *fmt, ...)
{
	va_list args;

	if (!id)
		return;
	va_start(args, fmt);
	auto_free char *text = xvasprintf(fmt, args);
	va_end(args);
	auto_free char *line = text_line(text, MESSAGE_CHARS);
	send(json_pack("{s:O, s:{s:i, s:s}}", "id", id, "error", "code", code, "message", line));
}

void rpc_notify(const char *method, json_t *params)
{
	send(json_pack("{s:s, s:o}", "method", method, "params", params));
}

int64_t rpc_request(const char *method, json_t *params)
{
	static int64_t last;

	send(json_pack(
	    "{s:I, s:s, s:o}", "id", (json_int_t)++last, "method", method, "params", params));
	return last;
}
