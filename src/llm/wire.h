/*
 * A wire is a protocol as pure functions: conversation → request, server-sent event → reply, status
 * and body → kind of failure. No I/O, so every quirk of every server is a transcript in tests/wire.
 */
#ifndef LLM_WIRE_H
#define LLM_WIRE_H

#include "llm/context.h"

struct sse_event {
	const char *event; /* "" unless named; borrowed */
	const char *data;  /* lines joined by \n; borrowed */
	size_t len;
};

struct wire {
	const char *name; /* "openai_chat" */
	const char *path; /* "/chat/completions" */
	/* The request body; the same input always gives the same bytes. New reference. */
	json_t *(*request)(const struct context *context, const struct model *model);
	/* Folds one event into the reply. New text is appended to reply->text and ->thinking, so
	 * the caller sees what came. False: the reply failed, e says why. */
	bool (*receive)(struct reply *reply, const struct sse_event *event, struct error *e);
	/* A whole JSON body instead of a stream (some servers ignore stream: true). */
	bool (*receive_whole)(struct reply *reply, const char *body, size_t len, struct error *e);
	/* Called at the end of the stream: fills in ids, drops what was cut; false: truncated, e
	 * says so. */
	bool (*finish)(struct reply *reply, struct error *e);
	/* What an HTTP error means; e gets the server's words. */
	enum failure (*failure)(long status, const char *body, size_t len, struct error *e);
	/* Headers beside Content-Type: fills out (strings owned by the caller, NULL-terminated, at
	 * most 8). */
	void (*headers)(const struct model *model, char *out[8]);
};
extern const struct wire wire_openai_chat;

#endif
