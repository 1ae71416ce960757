/* SPDX-License-Identifier: MIT
 * A backend whose replies are those of a record, in order, whatever the request is. It writes the requests that a
 * server of Chat Completions would get, and hands them to a callback to be compared.
 */
#ifndef CLI_SESSIONS_RECORD_BACKEND_H
#define CLI_SESSIONS_RECORD_BACKEND_H

#include "llm/backend.h"

struct record_spec {
	struct loop *loop;     /* (borrowed) */
	const char *model;     /* (borrowed) the model named in the record */
	const json_t *replies; /* (borrowed) the data of the record's assistant messages */
	/* Called with the body of each request; false: the request fails, and the turn with it. */
	bool (*asked)(void *ctx, const struct buf *body);
	void *ctx;
};
/* Never NULL; freed by backend_free. */
struct backend *record_backend_new(const struct record_spec *spec);

#endif
