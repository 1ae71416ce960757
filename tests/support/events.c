/* SPDX-License-Identifier: MIT
 * Feeds events to a sink for tests (events.h).
 */
#include "tests/support/events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *quoted_json(const char *text)
{
	char *copy = strdup(text);
	json_error_t error;

	for (char *c = copy; *c; c++)
		if (*c == '\'')
			*c = '"';
	json_t *value = json_loads(copy, 0, &error);
	if (!value) {
		fprintf(stderr, "bad test data: %s in %s\n", error.text, text);
		abort();
	}
	free(copy);
	return value;
}

void feed(struct feeder *f, enum event_type type, const char *summary, const char *data)
{
	struct event ev = {.seq = event_is_live(type) ? 0 : ++f->seq,
	    .at_ms = f->at_ms,
	    .turn = f->turn,
	    .iteration = f->iteration,
	    .phase = event_phase(type),
	    .type = type,
	    .summary = summary ? strdup(summary) : NULL,
	    .data = quoted_json(data)};

	f->sink.take(f->sink.self, &ev);
	event_free(&ev);
}
