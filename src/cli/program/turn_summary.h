/* SPDX-License-Identifier: MIT
 * The object of --output json: the result of a turn, gathered from its events.
 */
#ifndef CLI_PROGRAM_TURN_SUMMARY_H
#define CLI_PROGRAM_TURN_SUMMARY_H

#include "session/event/event.h"

struct turn_summary { /* zero-initialise; (owned) data of the newest event of a type, NULL: none */
	json_t *session; /* session_start */
	json_t *start, *end;
	json_t *plan, *strategy;
};
/* Frees the data. Does not zero s. */
void turn_summary_free(struct turn_summary *s);

/* The take of a sink, self being a struct turn_summary. */
void turn_summary_take(void *self, const struct event *ev);
/* Returns the object that --output json prints; new reference. session: its id, NULL: none. plan: steals; NULL: none.
 * failure: the error to print; NULL: the turn's own, if it has one. */
json_t *turn_summary_json(
    const struct turn_summary *s, const char *session, json_t *plan, const char *failure);

#endif
