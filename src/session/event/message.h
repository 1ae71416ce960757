/* SPDX-License-Identifier: MIT
 * Messages as data: what the program itself says to the model, and what there is in one.
 */
#ifndef SESSION_EVENT_MESSAGE_H
#define SESSION_EVENT_MESSAGE_H

#include <jansson.h>

/* Data of a message of one text. kind: as in the event, NULL: none. New reference. */
json_t *message_of_text(const char *role, const char *kind, const char *text);
/* Returns all its words, joined; never NULL. The caller frees it. */
char *message_text(const json_t *message);
/* Returns the content of a message, or of a tool's result, as blocks (text, tool_use, tool_result), the form in which other
 * agents write what was said. New reference. */
json_t *message_blocks(const json_t *message);
json_t *result_blocks(const json_t *result);
/* Adds the calls of a reply to an object, id → tool; of another message none. */
void message_open_calls(const json_t *message, json_t *open);
/* Returns how many calls its parts make. */
size_t message_call_count(const json_t *message);

#endif
