/*
 * What the checks of doctor share: how one waits, and how it says what it found.
 */
#ifndef CLI_DOCTOR_CHECK_H
#define CLI_DOCTOR_CHECK_H

#include "cli/program.h"

/* A row on stdout: a name ("": it goes on) and what was found; a text that begins with "->" is advice. */
void doctor_row(const char *name, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Turns the loop until done(ctx); false: doctor.timeout_s is over before that, and e (NULL: not wanted) says so. */
bool doctor_await(struct program *p, bool (*done)(void *ctx), void *ctx, struct error *e);

#endif
