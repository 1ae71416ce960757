/* SPDX-License-Identifier: MIT
 * Lines of a file as events: what reads as an event is written as a line that reads the same, holds
 * no control bytes, and folds into a conversation without open ends.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "session/conversation.h"
#include "session/event/event.h"
#include "session/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_line(const struct event *ev)
{
	json_t *line = event_to_json(ev), *second;
	char *text = json_line(line), *again;
	struct event copy;

	for (const char *c = text; *c; c++)
		check((unsigned char)*c >= 0x20 && *c != 0x7f);
	check(strstr(text, "\\u001") == NULL);
	check(event_from_json(&copy, line, NULL));
	second = event_to_json(&copy);
	again = json_line(second);
	check(strcmp(text, again) == 0);
	event_free(&copy);
	json_decref(second);
	json_decref(line);
	free(again);
	free(text);
}

static void take_line(struct conversation *c, const char *bytes, size_t len)
{
	struct error e = ERROR_INIT;
	json_t *line = json_parse_foreign(bytes, len, NULL);
	struct event ev;

	if (line && event_from_json(&ev, line, &e)) {
		check_line(&ev);
		conversation_take(c, &ev);
		event_free(&ev);
	} else
		check(!line || (e.code == ERR_PARSE && e.message));
	error_free(&e);
	json_decref(line);
}

static void hear(void *self, const struct event *ev)
{
	conversation_take(self, ev);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct session *s = session_new(NULL, NULL);
	struct conversation c;

	conversation_init(&c);
	session_sink(s, (struct event_sink){hear, &c});
	for (size_t at = 0; at < size;) {
		const char *from = (const char *)data + at;
		const char *nl = memchr(from, '\n', size - at);
		const size_t len = nl ? (size_t)(nl - from) : size - at;
		take_line(&c, from, len);
		at += len + 1;
	}
	conversation_close(&c, s);
	check(!c.turn_open && json_object_size(c.open) == 0);
	conversation_free(&c);
	session_free(s);
	return 0;
}
