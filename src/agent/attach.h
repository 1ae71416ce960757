/*
 * Images and documents that the user gives with a prompt: --attach FILE, `@FILE` in its words, a path of
 * one that was pasted. Each is a part of the message that names it; its content is a blob of the session.
 * A request has the content as long as it can be read and the server takes it, else the name.
 */
#ifndef AGENT_ATTACH_H
#define AGENT_ATTACH_H

#include <jansson.h>
#include "llm/context.h"

struct agent;
struct turn;
struct completed;
struct attachments {
	json_t *next; /* (owned) paths for the next prompt; NULL: none */
	struct content_source source;
};
/* Adds the parts of what is to go with it to a user's message, and says what is not. */
void attach_to(struct agent *a, json_t *message, const char *words);
/* For a request of the turn's own; NULL: its server takes none. */
const struct content_source *attach_source(struct agent *a);
/* The request was refused for what was attached: it is sent with the names instead. */
bool attach_refused(struct turn *t, const struct completed *c);
void attachments_free(struct attachments *x);

#endif
