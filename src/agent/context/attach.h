/* SPDX-License-Identifier: MIT
 * Images and documents that the user gives with a prompt: --attach FILE, `@FILE` in its words, a pasted
 * path. Each is a part of the message that names it; its content is a blob of the session. A request has
 * the content as long as it can be read and the server takes it, else the name.
 */
#ifndef AGENT_CONTEXT_ATTACH_H
#define AGENT_CONTEXT_ATTACH_H

#include <jansson.h>
#include "llm/context.h"

struct agent;
struct turn;
struct completed;
struct error;
struct attachments {
	json_t *next; /* (owned) for the next prompt: paths, or {name, data}; NULL: none */
	struct content_source source;
};
/* Attaches an image or a document to the next prompt. False: it cannot be attached; e. */
bool agent_attach(struct agent *a, const char *path, struct error *e);
/* Attaches images to the next prompt: [{name, data}], data in base64; NULL: none. Steals nothing. */
void agent_attach_images(struct agent *a, const json_t *images);
/* Adds what was attached, and the files whose paths are in words, to a user's message; notices say which. */
void attach_to(struct agent *a, json_t *message, const char *words);
/* Shows the model the pictures of a call's result (result_image), as a note. */
void attach_images(struct agent *a, const json_t *images);
/* Returns where a request of the turn reads the contents of files; borrowed. NULL: its server takes
 * none. */
const struct content_source *attach_source(struct agent *a);
/* True: the request was refused for what was attached, and is to be sent again with the names instead. */
bool attach_refused(struct turn *t, const struct completed *c);
bool attach_is_in(const json_t *message); /* whether one of its parts is a file */
void attachments_free(struct attachments *x);

#endif
