/* SPDX-License-Identifier: MIT
 * The one object of --output json: what a turn came to, gathered from its events.
 */
#ifndef CLI_PROGRAM_TURN_SUMMARY_H
#define CLI_PROGRAM_TURN_SUMMARY_H

#include "session/event/event.h"

struct turn_summary { /* zero-initialise; each (owned) data of the newest event, NULL: none came */
	json_t *session; /* session_start */
	json_t *start, *end;
	json_t *plan, *strategy;
};
/* Frees the data; s is to be zeroed before it is used again. */
void turn_summary_free(struct turn_summary *s);

/* The take of a sink, self being a struct turn_summary. */
void turn_summary_take(void *self, const struct event *ev);
/* Returns the object that --output json prints. session: its id, NULL: none. plan: steals; NULL: none. failure NULL: the
 * turn's own error, if it has one. New reference. */
json_t *turn_summary_json(
    const struct turn_summary *s, const char *session, json_t *plan, const char *failure);

#endif
