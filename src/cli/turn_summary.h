/*
 * The one object of --output json: what a turn came to, gathered from its events.
 */
#ifndef CLI_TURN_SUMMARY_H
#define CLI_TURN_SUMMARY_H

#include "session/event.h"

struct turn_summary {
	json_t *session;	 /* (owned) data of session_start, */
	json_t *start, *end;	 /* of turn_start and turn_end, */
	json_t *plan, *strategy; /* of the last plan and the last strategy; NULL: none */
};

void turn_summary_take(void *self, const struct event *ev);
/* session NULL: none. plan: steals; NULL: none. failure NULL: the turn's own error, if it has one. New
 * reference. */
json_t *turn_summary_json(
    const struct turn_summary *s, const char *session, json_t *plan, const char *failure);
/* The same on stdout, one line. */
void turn_summary_print(
    const struct turn_summary *s, const char *session, json_t *plan, const char *failure);
void turn_summary_free(struct turn_summary *s);

#endif
