/* SPDX-License-Identifier: MIT
 * JSON-RPC messages, and the splitting of a stream into lines. Lines are returned in place; the consumed
 * part of the buffer is dropped when more bytes are added.
 */
#include "base/json/json_rpc.h"

#include "base/base.h"

#define MESSAGE_CHARS 300

enum rpc_kind rpc_kind_of(const json_t *message)
{
	const json_t *id = json_object_get(message, "id");

	if (json_str(message, "method", NULL))
		return id ? RPC_REQUEST : RPC_NOTICE;
	if (json_object_get(message, "error"))
		return RPC_ERROR;
	return id && json_object_get(message, "result") ? RPC_RESULT : RPC_NOTHING;
}

json_t *rpc_ask(const json_t *id, const char *method, json_t *params)
{
	return json_pack("{s:s, s:O*, s:s, s:o*}", "jsonrpc", "2.0", "id", id, "method", method,
	    "params", params);
}

json_t *rpc_reply(const json_t *id, json_t *result)
{
	return json_pack("{s:s, s:O*, s:o*}", "jsonrpc", "2.0", "id", id, "result", result);
}

json_t *rpc_refuse(const json_t *id, enum rpc_code code, const char *text)
{
	auto_free char *line = text_line(text, MESSAGE_CHARS);

	return json_pack("{s:s, s:O*, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id, "error", "code",
	    code, "message", line);
}

bool rpc_lines_add(struct rpc_lines *l, const char *bytes, size_t len)
{
	buf_drop(&l->bytes, l->taken);
	l->taken = 0;
	return buf_add(&l->bytes, bytes, len);
}

bool rpc_lines_wait(const struct rpc_lines *l)
{
	return l->taken < l->bytes.len &&
	       memchr(l->bytes.data + l->taken, '\n', l->bytes.len - l->taken);
}

bool rpc_lines_next(struct rpc_lines *l, const char **line, size_t *len)
{
	while (rpc_lines_wait(l)) {
		*line = l->bytes.data + l->taken;
		*len = (size_t)((const char *)memchr(*line, '\n', l->bytes.len - l->taken) - *line);
		l->taken += *len + 1;
		for (size_t i = 0; i < *len; i++)
			if (!strchr(" \t\r", (*line)[i]))
				return true;
	}
	return false;
}

void rpc_lines_free(struct rpc_lines *l)
{
	buf_free(&l->bytes);
	l->taken = 0;
}
