/* SPDX-License-Identifier: MIT
 * Writes JSON-RPC messages to stdout, each whole and at once: nothing else of this process writes there.
 */
#include "cli/acp/rpc.h"

#include "base/base.h"
#include "cli/program/line_peer.h"

void rpc_result(const json_t *id, json_t *result)
{
	if (id)
		print_json_line(rpc_reply(id, result));
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
	print_json_line(rpc_refuse(id, code, text));
}

void rpc_notify(const char *method, json_t *params)
{
	print_json_line(rpc_ask(NULL, method, params));
}

int64_t rpc_request(const char *method, json_t *params)
{
	static int64_t last;
	json_auto_t *id = json_integer(++last);

	print_json_line(rpc_ask(id, method, params));
	return last;
}
