/* SPDX-License-Identifier: MIT
 * Fills stores with sessions for tests (store_fill.h).
 */
#include "tests/support/store_fill.h"

#include <stdlib.h>
#include "base/core/alloc.h"
#include "base/json/json.h"

static void fill_turn(struct session *s, const char *prompt, int turn)
{
	char call[32];

	snprintf(call, sizeof call, "call_%d", turn);
	session_at(s, turn, 0);
	emit(s, EVENT_TURN_START, NULL, json_pack("{s:s}", "prompt", prompt));
	emit(s, EVENT_MESSAGE, NULL,
	    json_pack(
		"{s:s, s:[{s:s, s:s}]}", "role", "user", "parts", "type", "text", "text", prompt));
	session_at(s, turn, 1);
	emit(s, EVENT_MESSAGE, NULL,
	    json_pack("{s:s, s:[{s:s, s:s, s:{s:s}}, {s:s, s:s, s:s, s:s}]}", "role", "assistant",
		"parts", "type", "thinking", "wire", "openai", "data", "text", "secretly", "type",
		"call", "call", call, "tool", "read_file", "arguments", "{\"path\":\"a\"}"));
	emit(s, EVENT_TOOL_CALL, xstrdup("read_file a"),
	    json_pack("{s:s, s:s}", "call", call, "tool", "read_file"));
	emit(s, EVENT_TOOL_RESULT, xstrdup("12 lines"),
	    json_pack("{s:s, s:b, s:s}", "call", call, "ok", true, "text", "twelve lines"));
	emit(s, EVENT_USAGE, NULL,
	    json_pack(
		"{s:s, s:i, s:i, s:n}", "role", "turn", "input", 100, "output", 10, "cost_usd"));
	emit(s, EVENT_TURN_END, NULL,
	    json_pack("{s:s, s:s}", "outcome", "answered", "answer", "so be it"));
}

void fill_session(struct store *store, const char *cwd, const char *prompt, int turns, char id[27])
{
	struct session *s = session_new(NULL, store);

	emit(s, EVENT_SESSION_START, NULL,
	    json_pack("{s:s, s:s, s:s}", "cwd", cwd, "model", "m1", "backend", "openai"));
	for (int turn = 1; turn <= turns; turn++)
		fill_turn(s, prompt, turn);
	snprintf(id, 27, "%s", session_id(s));
	session_free(s);
}

int count_events(struct store *s, const char *id)
{
	struct event_reader *source = store_source(s, id, 1);
	struct error e = ERROR_INIT;
	struct event ev;
	int n = 0;

	while (source->next(source, &ev, &e)) {
		n++;
		event_free(&ev);
	}
	if (e.code != ERR_NONE)
		n = -1;
	error_free(&e);
	event_reader_free(source);
	return n;
}

char *lines_of(struct store *s, const char *id)
{
	struct event_reader *source = store_source(s, id, 1);
	struct buf out = BUF_INIT;
	struct event ev;

	while (source->next(source, &ev, NULL)) {
		json_t *line = event_to_json(&ev);
		json_write(&out, line);
		buf_addc(&out, '\n');
		json_decref(line);
		event_free(&ev);
	}
	event_reader_free(source);
	return buf_take(&out);
}
