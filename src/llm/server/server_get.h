/* SPDX-License-Identifier: MIT
 * Asks a model's server for what it tells beside replies: its models, its windows, how many tokens
 * a request takes. With the headers of a request and the limits of backend.*.
 */
#ifndef LLM_SERVER_SERVER_GET_H
#define LLM_SERVER_SERVER_GET_H

#include "base/core/buf.h"
#include "config/settings.h"
#include "llm/wire/wire.h"
#include "loop/loop.h"

/* A copy of a model's address, key and quirks, for requests of several steps: the backend may learn
 * another key or other quirks meanwhile. */
struct model_copy {
	struct model model; /* its pointers are those below */
	char *id, *base_url, *key, *key_name, *key_command, *effort; /* (owned) */
	json_t *quirks;						     /* (owned) */
};
/* protocol is not copied: it must be a wire's own string or NULL. Free with model_copy_free. */
void model_copy_make(struct model_copy *c, const struct model *model);
void model_copy_free(struct model_copy *c);

struct server_get;
/* Gets a URL, or posts to it what is sent, a body of JSON, which is copied (NULL: nothing is posted); never NULL.
 * done is called once, in a later turn of the loop, with the body of a 2xx (borrowed for the call), or NULL with
 * e, which names the URL without user and query; the handle is gone when it returns. The whole answer may take
 * total_ms, 0: as long as backend.* lets it. model and url are borrowed for the call, the settings until then. */
struct server_get *server_ask(struct loop *l, const struct settings *s, const struct model *model,
    const char *url, const struct buf *sent, int total_ms,
    void (*done)(void *ctx, const struct buf *body, const struct error *e), void *ctx);
void server_get_stop(struct server_get *g); /* no callback afterwards; NULL is accepted */

#endif
