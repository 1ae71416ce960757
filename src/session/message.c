/*
 * Messages that the program itself makes, in the form in which a reply's messages are stored.
 */
#include "session/message.h"

#include "session/event_data.h"

json_t *message_of_text(const char *role, const char *kind, const char *text)
{
	json_t *parts = json_array();

	json_array_append_new(
	    parts, event_build_message_part(&(struct event_message_part){"text", text}));
	return event_build_message(
	    &(struct event_message){.role = role, .parts = parts, .kind = kind});
}
