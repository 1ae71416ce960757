/* SPDX-License-Identifier: MIT
 * Building the program's own messages to the model, and reading messages.
 */
#ifndef SESSION_EVENT_MESSAGE_H
#define SESSION_EVENT_MESSAGE_H

#include <jansson.h>

/* Returns the data of a message with one text part. kind as in the event, NULL: none. New reference. */
json_t *message_of_text(const char *role, const char *kind, const char *text);
/* Returns the text parts of a message, concatenated; never NULL. Caller frees. */
char *message_text(const json_t *message);
/* Return the content of a message, or of a tool_result, as an array of blocks (text, tool_use, tool_result), the form
 * that other agents use. New reference. */
json_t *message_blocks(const json_t *message);
json_t *result_blocks(const json_t *result);
/* Adds the calls of a reply to the object `open`, id → tool. Other messages add nothing. */
void message_open_calls(const json_t *message, json_t *open);
/* Returns the number of calls in a message. */
size_t message_call_count(const json_t *message);

#endif
