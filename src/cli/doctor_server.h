/*
 * The rows of doctor that ask the configured server.
 */
#ifndef CLI_DOCTOR_SERVER_H
#define CLI_DOCTOR_SERVER_H

#include "cli/program.h"

/* A row of doctor: a name ("": it goes on) and what was found; a text that begins with "->" is advice. */
void doctor_row(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Turns the loop until done(ctx); false: doctor.timeout_s is over before that, and e (NULL: not wanted) says so. */
bool doctor_await(struct program *p, bool (*done)(void *ctx), void *ctx, struct error *e);
/* Prints what the server of p->backend says. False: it cannot be used as it is. */
bool doctor_server(struct program *p);

#endif
