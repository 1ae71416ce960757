/*
 * A session that goes on takes up the server and the model it had; where it cannot, the user is told.
 */
#ifndef CLI_BACKEND_BACKEND_RESUME_H
#define CLI_BACKEND_BACKEND_RESUME_H

#include "cli/program/program.h"

/* Before the session goes on. start: the data of its first event; settings: {key: value} changed in it,
 * or NULL. What is asked for at this start (command line, environment) wins. Nothing is stored. */
void backend_resume(struct program *p, const json_t *start, const json_t *settings);
/* Tells a face by a live event which model answers, where its events named another one (NULL: none). */
void backend_resume_tell(const struct program *p, const char *named, const struct event_sink *face);

#endif
