/* SPDX-License-Identifier: MIT
 * The backend over HTTP as its files see it: http_backend.c (what callers hold), http_request.c (what is
 * known of its model), and its requests (completion.h).
 */
#ifndef LLM_COMPLETION_HTTP_BACKEND_H
#define LLM_COMPLETION_HTTP_BACKEND_H

#include "llm/backend.h"
#include "llm/http/sse.h"
#include "llm/http/wording.h"
#include "llm/server/server_get.h"
#include "llm/wire/wire.h"

struct http_backend {
	struct backend backend;		 /* first: what callers hold */
	struct loop *loop;		 /* (borrowed) */
	const struct settings *settings; /* (borrowed) */
	const struct wire *wire;
	struct model model; /* own's, but without its id, which is the backend's model */
	struct model_copy own;
	char *known_model; /* (owned) whose row of models.yaml was looked up; NULL: none yet */
	/* (owned) the provider's, and what refusals taught of known_model (NULL: nothing); both and the
	 * model's own are merged into model.quirks; lasting is what of learnt other processes are told */
	json_t *quirks, *learnt, *lasting;
	struct wording_texts wording;
	struct model_list *asking; /* asks how large the window is; NULL: it does not */
	bool asked;
	struct request_cache *cache; /* (owned) what the next request has in common with the last */
};
/* Puts into model.quirks and the window what the tables know of its model, which is set; looked up once
 * for each model. */
void http_backend_look_up(struct http_backend *b);
/* Speaks this protocol from now on, at a path with /v1 where adds_version says so. */
void http_backend_speak(struct http_backend *b, const struct wire *wire, bool adds_version);
/* quirks (NULL: none) with more put over them. A new object each time, since the request cache knows the
 * quirks of the last request by their address. New reference. */
json_t *http_backend_quirks(const json_t *quirks, const json_t *more);
/* Goes on to another path below the base URL: with /v1 where that names no version, then by a wire
 * that is not in tried (a bit for each of wires[]), and puts the one before in there. False: none is
 * left; of a protocol that is known there is only the first. */
bool http_backend_next_path(struct http_backend *b, unsigned *tried);
/* Keeps a copy of the key that the command of its settings printed; NULL: the server refused it, so the
 * command is run again. */
void http_backend_key(struct http_backend *b, const char *key);
/* Takes up what the words of a refusal teach, which changes the protocol or the quirks. `followed` (NULL at
 * first; the caller's) has the rows that were followed for the same request: none is followed twice, for two
 * that contradict each other would go on for ever. False: it is nothing, or was known. */
bool http_backend_heed(struct http_backend *b, const char *words, json_t **followed);
/* Takes up quirks that were learnt of the server's model; false: they were known. lasting: other
 * processes are told. */
bool http_backend_learn(struct http_backend *b, const json_t *quirks, bool lasting);
/* Appends the body of a request. One that is too large leaves out truncated. */
void http_backend_request(struct http_backend *b, const struct context *context, struct buf *out);

/* As start, stop and partial of struct backend. */
struct completion *completion_start(
    struct backend *backend, const struct context *context, const struct reply_sink *sink);
void completion_stop(struct completion *c);
const struct reply *completion_partial(struct completion *c);

/* failure_text.c: the failure that an answer's status, or the end of a transfer, is. e says what happened,
 * with the URL as its place; advice gets the way out ("; do this") appended, if there is one. */
enum failure failure_of_status(struct error *e, struct buf *advice, const struct model *model,
    const char *url, long status, const char *location, const struct buf *body);
struct http_result;
enum failure failure_of_transfer(
    struct error *e, struct buf *advice, const char *url, const struct http_result *result);

#endif
