/* SPDX-License-Identifier: MIT
 * The backend over HTTP, for its own files: http_backend.c (what callers hold), http_model.c (what
 * is known of its model), and its requests (completion.h).
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
	struct model model; /* as own.model, but its id is NULL: backend.model is it */
	struct model_copy own;
	/* (owned) The id that model.quirks are of; NULL: none was looked up yet. */
	char *known_model;
	/* (owned) quirks: the provider's; learnt: from refusals, of known_model (NULL: nothing).
	 * They and the row of the model are merged into model.quirks. lasting: the part of learnt
	 * that other processes get. */
	json_t *quirks, *learnt, *lasting;
	struct wording_texts wording;
	struct model_list *asking; /* the list of models under way, for the window; NULL: none */
	bool asked;
	struct request_cache *cache; /* (owned) parts of the last request, reused by the next one */
};
/* Fills model.quirks and the window from the tables, once for each model. backend.model must be
 * set. */
void http_backend_look_up(struct http_backend *b);
/* Sets the protocol of later requests, and whether /v1 is added to their path. */
void http_backend_speak(struct http_backend *b, const struct wire *wire, bool adds_version);
/* quirks (NULL: none) with more put over them. A new object each time, since the request cache knows the
 * quirks of the last request by their address. New reference. */
json_t *http_backend_quirks(const json_t *quirks, const json_t *more);
/* Switches to another path below the base URL: with /v1 where that names no version, then the path
 * of a wire that is not in *tried (bits by index in wires[]), to which the current wire is added.
 * False: none is left; a protocol that is not guessed has only the first. */
bool http_backend_next_path(struct http_backend *b, unsigned *tried);
/* Sets the key that the command printed (copied); NULL: the server refused it, so the command is
 * run again. */
void http_backend_key(struct http_backend *b, const char *key);
/* Applies the first row of the table of refusals that fits a refusal's words and is new: changes
 * the protocol or the quirks. *followed (NULL at first; caller frees) holds the rows applied for
 * the same request: none is applied twice, for two that contradict each other would go on for ever.
 * False: none applies. */
bool http_backend_heed(struct http_backend *b, const char *words, json_t **followed);
/* Adds quirks learnt of the server's model; false: they were known. lasting: other processes get
 * them too. */
bool http_backend_learn(struct http_backend *b, const json_t *quirks, bool lasting);
/* Appends the body of a request; sets out->truncated if it is too large. */
void http_backend_request(struct http_backend *b, const struct context *context, struct buf *out);

/* As start, stop and partial of struct backend. */
struct completion *completion_start(
    struct backend *backend, const struct context *context, const struct reply_sink *sink);
void completion_stop(struct completion *c);
const struct reply *completion_partial(struct completion *c);

/* failure_text.c: return what an answer's status, or the end of a transfer, means. e says what
 * happened, with the URL as its place; advice ("; do this") is appended to, if there is any. */
enum failure failure_of_status(struct error *e, struct buf *advice, const struct model *model,
    const char *url, long status, const char *location, const struct buf *body);
struct http_result;
enum failure failure_of_transfer(
    struct error *e, struct buf *advice, const char *url, const struct http_result *result);

#endif
