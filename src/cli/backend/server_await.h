/*
 * Waiting for what a command asks the configured server: the commands that look at a server (doctor,
 * models) wait by one limit, which is far below that of a reply.
 */
#ifndef CLI_BACKEND_SERVER_AWAIT_H
#define CLI_BACKEND_SERVER_AWAIT_H

#include "cli/program/program.h"

/* What to do about a server that says nothing. */
#define SERVER_SILENT \
	"is a model server there, and idle? check backend.base_url, or wait longer: -s " \
	"doctor.timeout_s=120"

int64_t server_patience_ms(const struct program *p); /* doctor.timeout_s */
/* Returns the words that nothing came of the server within the time, and what to do; owned. url: of
 * the server; its query is not shown. */
char *server_silent(const struct program *p, const char *url);
/* Turns the loop until done(ctx). False: doctor.timeout_s is over before that, and e (NULL: not wanted) says so; what was
 * asked is still under way and the caller's to stop. */
bool server_await(struct program *p, bool (*done)(void *ctx), void *ctx, struct error *e);

#endif
