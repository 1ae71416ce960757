/* SPDX-License-Identifier: MIT
 * Building and reading the data of messages.
 */
#include "session/event/message.h"

#include "base/base.h"
#include "session/event/event_data.h"

json_t *message_of_text(const char *role, const char *kind, const char *text)
{
	json_t *parts = json_array();

	json_array_append_new(
	    parts, event_build_text_part(&(struct event_text_part){"text", text}));
	return event_build_message(
	    &(struct event_message){.role = role, .parts = parts, .kind = kind});
}

char *message_text(const json_t *message)
{
	struct buf out = BUF_INIT;
	json_t *parts = json_list(message, "parts");

	json_each (part, parts)
		if (part_type(part) == PART_TEXT)
			buf_adds(&out, event_read_text_part(part).text);
	return buf_take(&out);
}

size_t message_call_count(const json_t *message)
{
	json_t *parts = json_list(message, "parts");
	size_t n = 0;

	json_each (part, parts)
		n += part_type(part) == PART_CALL;
	return n;
}

void message_open_calls(const json_t *message, json_t *open)
{
	if (strcmp(event_read_message(message).role, "assistant") != 0)
		return;
	json_each (part, event_read_message(message).parts) {
		const struct event_call_part call = event_read_call_part(part);

		if (part_type(part) == PART_CALL)
			json_put_str(open, call.call, call.tool);
	}
}

json_t *message_blocks(const json_t *message)
{
	json_t *content = json_array();

	json_each (part, json_list(message, "parts")) {
		const char *text = event_read_text_part(part).text;
		const struct event_call_part call = event_read_call_part(part);

		if (part_type(part) == PART_TEXT && *text)
			json_array_append_new(
			    content, json_pack("{s:s, s:s}", "type", "text", "text", text));
		if (part_type(part) != PART_CALL)
			continue;
		json_auto_t *input =
		    json_parse_foreign(call.arguments, strlen(call.arguments), NULL);
		json_array_append_new(
		    content, json_pack("{s:s, s:s, s:s, s:o}", "type", "tool_use", "id", call.call,
				 "name", call.tool, "input",
				 json_is_object(input) ? json_incref(input) : json_object()));
	}
	return content;
}

json_t *result_blocks(const json_t *result)
{
	const struct event_tool_result r = event_read_tool_result(result);

	return json_pack("[{s:s, s:s, s:s, s:b}]", "type", "tool_result", "tool_use_id", r.call,
	    "content", r.text ? r.text : "", "is_error", !r.ok);
}
