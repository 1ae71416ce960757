/*
 * Messages as data: what the program itself says to the model.
 */
#ifndef SESSION_MESSAGE_H
#define SESSION_MESSAGE_H

#include <jansson.h>

/* Data of a message of one text. kind: as in the event, NULL: none. New reference. */
json_t *message_of_text(const char *role, const char *kind, const char *text);

#endif
