/* SPDX-License-Identifier: MIT
 * Recorded and random sessions for tests of properties (sample_sessions.h).
 */
#include "tests/support/sample_sessions.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/core/alloc.h"
#include "session/event_reader.h"
#include "tests/support/random_session.h"

static const char *const names[] = {"plan", "strategy", "compaction", "job", "edit_check"};

void recorded_sessions_each(void (*check)(void *ctx, const char *path), void *ctx)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *path = xasprintf("tests/support/recorded/%s.jsonl", names[i]);

		check(ctx, path);
		free(path);
	}
}

static void free_events(struct event *events, int count)
{
	for (int i = 0; i < count; i++)
		event_free(&events[i]);
	free(events);
}

struct sample_check {
	void (*check)(const struct event *events, int count);
};

/* Reads the events of a recorded file; lines without a seq, the content that events refer to, are skipped. */
static void check_recorded(void *ctx, const char *path)
{
	const struct sample_check *c = ctx;
	struct error e = ERROR_INIT;
	struct event_reader *reader = event_reader_file(path, &e);
	struct event *events = NULL, ev;
	size_t count = 0, cap = 0;

	assert_non_null(reader);
	while (reader->next(reader, &ev, &e)) {
		if (ev.seq == 0) {
			event_free(&ev);
			continue;
		}
		array_reserve(&events, &cap, count + 1, sizeof *events);
		events[count++] = ev;
	}
	assert_null(e.message);
	assert_true(count > 10);
	event_reader_free(reader);
	c->check(events, (int)count);
	free_events(events, (int)count);
}

void sample_sessions_each(
    int count, int length, void (*check)(const struct event *events, int count))
{
	struct sample_check c = {check};

	recorded_sessions_each(check_recorded, &c);
	for (int seed = 1; seed <= count; seed++) {
		struct event *events = xcalloc((size_t)length, sizeof *events);

		random_session(events, length, (unsigned)seed);
		check(events, length);
		free_events(events, length);
	}
}
