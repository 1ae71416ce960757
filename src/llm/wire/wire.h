/* SPDX-License-Identifier: MIT
 * A wire is a protocol as pure functions: conversation → request, server-sent event → reply, status
 * and body → kind of failure. No I/O, so every quirk of every server is a transcript in tests/wire.
 *
 * Here: a file for each direction of each protocol, what they share (history, replies, schemas),
 * and the split of thinking from text.
 * Not here: calls that a model wrote as words (llm/written), sending and repeating
 * (llm/completion), statuses and waiting times (llm/http).
 */
#ifndef LLM_WIRE_WIRE_H
#define LLM_WIRE_WIRE_H

#include "llm/context.h"
#include "llm/wire/reply.h"

struct sse_event {
	const char *event; /* (borrowed) "" unless named */
	const char *data;  /* (borrowed) lines joined by \n */
	size_t len;	   /* bytes of data */
};

struct request_form; /* request.h */

struct wire {
	const char *name;     /* "openai_chat": key of its extras and thinking in messages */
	const char *protocol; /* "chat": what backend.protocol and providers.yaml call it */
	const char *pasted; /* "/chat/completions": the end of an endpoint that was pasted whole */
	/* "/v1" is put before `pasted` and /models if the base URL names no version. */
	bool adds_version;
	bool schema_by_quirk; /* a schema is sent only if the quirks have answers: json_schema */
	/* The query that gets the whole list of models ("limit=1000"); NULL: none is needed. */
	const char *list_query;
	/* How the tokens of a request are counted before it is made: the end of the path behind the
	 * one of requests (NULL: the protocol has no such request), and the members of a request
	 * that it takes (NULL-terminated), where any other is refused. The answer says input_tokens. */
	const char *count_path;
	const char *const *count_members;
	/* How a request's body is made (request.h). */
	const struct request_form *form;
	/* Add an object that came to the reply: of an event ("" unless it has a name), or as the
	 * whole body. False: the reply failed, e says why. */
	bool (*take_event)(
	    struct reply *reply, const char *event, const json_t *data, struct error *e);
	bool (*take_body)(struct reply *reply, const json_t *body, struct error *e);
	/* is_plain: whether an event that was taken only adds the text under plain_key (given with
	 * its quotes). */
	const char *plain_key;
	bool (*is_plain)(const struct reply *reply, const char *event, const json_t *data);
	bool mark_ends; /* [DONE] is the end of a reply */
	/* Called at the end of the stream: makes up ids that are missing, drops calls without a
	 * name, corrects a finish reason that contradicts the calls. With FINISH_LENGTH the last
	 * call is kept, and is not to be run. False: truncated, e says so. */
	bool (*finish)(struct reply *reply, struct error *e);
	/* Headers beside Content-Type: fills out with strings that the caller frees, at most 7 and a
	 * NULL. */
	void (*headers)(const struct model *model, char *out[8]);
};
extern const struct wire wire_openai_chat, wire_messages, wire_responses;

/* Adds one event to the reply. New text is appended to reply->text and ->thinking, so the caller
 * sees what came. False: the reply failed, e says why. */
bool wire_receive(
    const struct wire *w, struct reply *reply, const struct sse_event *event, struct error *e);
/* Adds a whole JSON body, sent instead of a stream (some servers ignore stream: true). False: as
 * wire_receive. */
bool wire_receive_whole(
    const struct wire *w, struct reply *reply, const char *body, size_t len, struct error *e);
/* take_body of a body without a reply: e says so, or what error it holds. Always false. */
bool wire_no_reply(struct reply *reply, const json_t *body, struct error *e);

/* `headers` for wires that send the key as a bearer token. */
void wire_bearer(const struct model *model, char *out[8]);

/* All wires there are, in the order in which they are tried; NULL at the end. */
extern const struct wire *const wires[];
/* Returns the wire by its name in backend.protocol; NULL: no such wire, or protocol is NULL. */
const struct wire *wire_by_protocol(const char *protocol);
/* Returns the wire whose endpoint was pasted as a base URL; NULL: none. */
const struct wire *wire_pasted(const char *base_url);
/* Returns the wire for a model: by its protocol, else by what was pasted, else the first. Never
 * NULL. */
const struct wire *wire_of(const struct model *model);
/* Whether the model's URLs name no version: if the server has no such path, it may be below /v1. */
bool wire_version_missing(const struct wire *w, const struct model *model);

/* Return URLs, which the caller frees: the base URL without a pasted endpoint's path, the endpoint
 * for requests, for the list of models, and for the count of a request's tokens (NULL: the wire has
 * none). */
char *wire_base(const struct model *model);
char *wire_url(const struct wire *w, const struct model *model);
char *wire_models_url(const struct wire *w, const struct model *model);
char *wire_count_url(const struct wire *w, const struct model *model);
/* Returns what is sent to have a request's body counted; caller frees. NULL: the wire has no such
 * path, or the body is no object. wire_count_read returns the tokens of the answer; 0: none. */
char *wire_count_body(const struct wire *w, const char *request, size_t len);
int64_t wire_count_read(const char *answer, size_t len);

#endif
