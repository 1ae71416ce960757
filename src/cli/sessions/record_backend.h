/* SPDX-License-Identifier: MIT
 * A backend whose replies are those of a record, one after the other, whatever it is asked. It makes the requests that a
 * server of Chat Completions would get, and gives them to whoever compares them.
 */
#ifndef CLI_SESSIONS_RECORD_BACKEND_H
#define CLI_SESSIONS_RECORD_BACKEND_H

#include "llm/backend.h"

struct record_spec {
	struct loop *loop;     /* (borrowed) */
	const char *model;     /* (borrowed) as the record names it */
	const json_t *replies; /* (borrowed) the data of its assistant's messages */
	/* Gets the body of each request; false: the request fails, and the turn with it. */
	bool (*asked)(void *ctx, const struct buf *body);
	void *ctx;
};
/* Never NULL; freed by backend_free. */
struct backend *record_backend_new(const struct record_spec *spec);

#endif
