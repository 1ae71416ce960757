/* SPDX-License-Identifier: MIT
 * Model servers on this machine (config/providers.yaml, local): looked for, named, never used
 * unasked. A port that refuses the connection costs nothing more; only one that accepts is asked
 * for its models.
 */
#ifndef CLI_BACKEND_LOCAL_SERVERS_H
#define CLI_BACKEND_LOCAL_SERVERS_H

#include "cli/program/program.h"
#include "config/settings.h"
#include "loop/loop.h"

struct local;

/* Looks for them; never NULL. done is called once, in a later turn of the loop and within 300 ms, with
 * an array of {name, base_url, model?}, borrowed for the call. It lives until local_stop, which accepts
 * NULL and may be called at any time but inside done; the settings are borrowed until then. */
struct local *local_search(struct loop *l, const struct settings *s,
    void (*done)(void *ctx, const json_t *found), void *ctx);
void local_stop(struct local *s);
/* Whether done is still to be called; NULL: false. */
bool local_searching(const struct local *s);
/* A base URL as a variable like OLLAMA_HOST moves it: HOST, HOST:PORT, :PORT or a URL. The caller frees
 * it. */
char *local_base_url(const char *base_url, const char *host);
/* One of found as a line: "Ollama answers on this machine: use it with agent --base-url http://... -m
 * MODEL". The caller frees it. */
char *local_line(const json_t *server);

/*
 * Waiting for what a command asks the configured server: the commands that look at a server (doctor,
 * models) wait by one limit, which is far below that of a reply.
 */

/* What to do about a server that says nothing. */
#define SERVER_SILENT \
	"is a model server there, and idle? check backend.base_url, or wait longer: -s " \
	"doctor.timeout_s=120"

int64_t server_patience_ms(const struct program *p); /* doctor.timeout_s */
/* That nothing came of the server within it, and what to do. url: of the server; its query is not shown. Owned. */
char *server_silent(const struct program *p, const char *url);
/* Turns the loop until *done is set. False: doctor.timeout_s is over before that, and e (NULL: not wanted) says so; what was
 * asked is still under way and the caller's to stop. */
bool server_await(struct program *p, bool *done, struct error *e);

#endif
