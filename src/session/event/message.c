/* SPDX-License-Identifier: MIT
 * Messages that the program itself makes, in the form in which a reply's messages are stored.
 */
#include "session/event/message.h"

#include "base/base.h"
#include "session/event/event_data.h"

json_t *message_of_text(const char *role, const char *kind, const char *text)
{
	json_t *parts = json_array();

	json_array_append_new(
	    parts, event_build_message_part(&(struct event_message_part){"text", text}));
	return event_build_message(
	    &(struct event_message){.role = role, .parts = parts, .kind = kind});
}

char *message_text(const json_t *message)
{
	struct buf out = BUF_INIT;
	json_t *parts = json_list(message, "parts");

	json_each (part, parts)
		if (strcmp(json_str(part, "type", ""), "text") == 0)
			buf_adds(&out, json_str(part, "text", ""));
	return buf_take(&out);
}

size_t message_call_count(const json_t *message)
{
	json_t *parts = json_list(message, "parts");
	size_t n = 0;

	json_each (part, parts)
		n += strcmp(json_str(part, "type", ""), "call") == 0;
	return n;
}
