/*
 * What a model's server tells beside its replies: its models, its windows, how many tokens a request
 * takes. Bounded by the limits of backend.*, with the headers of a request.
 */
#ifndef LLM_SERVER_GET_H
#define LLM_SERVER_GET_H

#include "base/buf.h"
#include "config/settings.h"
#include "llm/wire.h"
#include "loop/loop.h"

struct server_get;
/* done, once, in a later turn of the loop: the body of a 2xx (borrowed), or NULL with e, which names the URL without
 * user and query. The handle is gone when it returns. */
struct server_get *server_get(struct loop *l, const struct settings *s, const struct model *model,
    const char *url, void (*done)(void *ctx, const struct buf *body, const struct error *e),
    void *ctx);
/* The same with a body of JSON (copied) that is posted, of which the whole answer takes at most total_ms. */
struct server_get *server_post(struct loop *l, const struct settings *s, const struct model *model,
    const char *url, const struct buf *sent, int total_ms,
    void (*done)(void *ctx, const struct buf *body, const struct error *e), void *ctx);
void server_get_stop(struct server_get *g); /* no callback afterwards; NULL is accepted */

#endif
