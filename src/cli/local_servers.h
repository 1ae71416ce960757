/*
 * Model servers on this machine (config/providers.yaml, local): looked for, named, never used
 * unasked. A port that refuses the connection costs nothing more; only one that accepts is asked
 * for its models.
 */
#ifndef CLI_LOCAL_SERVERS_H
#define CLI_LOCAL_SERVERS_H

#include "config/settings.h"
#include "loop/loop.h"

struct local;

/* Calls done once, within 300 ms: found is an array of {name, base_url, model?}
 * (borrowed). */
struct local *local_search(struct loop *l, const struct settings *s,
    void (*done)(void *ctx, const json_t *found), void *ctx);
bool local_searching(const struct local *s);
void local_stop(struct local *s); /* also afterwards: frees it; NULL is accepted */
/* A base URL as a variable like OLLAMA_HOST moves it: HOST, HOST:PORT, :PORT or a URL. Owned. */
char *local_base_url(const char *base_url, const char *host);
/* "Ollama answers on http://...: agent --base-url http://... -m MODEL". Owned. */
char *local_line(const json_t *server);

#endif
