/* SPDX-License-Identifier: MIT
 * Model servers on this machine (config/providers.yaml, local): looked for, named, never used
 * unasked. A port that refuses the connection costs nothing more; only one that accepts is asked
 * for its models.
 */
#ifndef CLI_BACKEND_LOCAL_SERVERS_H
#define CLI_BACKEND_LOCAL_SERVERS_H

#include "config/settings.h"
#include "loop/loop.h"

struct local;

/* Looks for servers; never NULL. done is called once, in a later turn of the loop and within 300 ms, with
 * an array of {name, base_url, model?}, borrowed for the call. The search must be freed by local_stop, which accepts
 * NULL and may be called at any time but inside done; the settings are borrowed until then. */
struct local *local_search(struct loop *l, const struct settings *s,
    void (*done)(void *ctx, const json_t *found), void *ctx);
void local_stop(struct local *s);
/* Returns base_url moved to the host that a variable like OLLAMA_HOST has: HOST, HOST:PORT, :PORT or a URL. Caller
 * frees. */
char *local_base_url(const char *base_url, const char *host);
/* Returns a line about a found server: "Ollama answers on this machine: use it with agent --base-url http://... -m
 * MODEL". Caller frees. */
char *local_line(const json_t *server);

#endif
