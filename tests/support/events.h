/* SPDX-License-Identifier: MIT
 * Events for tests of what folds them: data is JSON with ' for ", so that a row of a test reads
 * like a line of a session.
 */
#ifndef TESTS_SUPPORT_EVENTS_H
#define TESTS_SUPPORT_EVENTS_H

#include "session/event/event.h"

struct feeder {
	struct event_sink sink;
	int64_t seq, at_ms;
	int turn, iteration;
};
/* Gives the sink an event; live-only types get seq 0, others the next one. */
void feed(struct feeder *f, enum event_type type, const char *summary, const char *data);
/* Returns the value of JSON text written with ' for "; new reference. Invalid text fails the test. */
json_t *quoted_json(const char *text);

#endif
