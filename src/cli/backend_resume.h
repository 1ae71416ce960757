/*
 * A session that goes on does so with the server and the model it had, or says that it cannot.
 */
#ifndef CLI_BACKEND_RESUME_H
#define CLI_BACKEND_RESUME_H

#include "cli/program.h"

/* start: the session's first event's data; settings: {key: value} changed in it, or NULL. What is asked
 * for at this start (command line, environment) wins. Nothing is stored. */
void backend_resume(struct program *p, const json_t *start, const json_t *settings);
/* Tells a face which model answers, where its events named another one. */
void backend_resume_tell(const struct program *p, const char *named, const struct event_sink *face);

#endif
