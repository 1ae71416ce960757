/* SPDX-License-Identifier: MIT
 * A sink that keeps every event, for tests to look at (record.h).
 */
#include "tests/support/record.h"

#include <string.h>
#include "base/json/json.h"

static void take(void *self, const struct event *ev)
{
	struct record *r = self;
	json_t *line = event_to_json(ev);

	json_array_append_new(r->lines, json_deep_copy(line));
	json_decref(line);
}

void record_start(struct record *r, struct session *s)
{
	r->lines = json_array();
	session_sink(s, (struct event_sink){take, r});
}

void record_free(struct record *r)
{
	json_decref(r->lines);
	r->lines = NULL;
}

json_t *record_event(const struct record *r, const char *type, size_t nth)
{
	json_t *line;
	size_t i;

	json_array_foreach (r->lines, i, line) {
		if (type && strcmp(json_str(line, "type", ""), type) != 0)
			continue;
		if (nth-- == 0)
			return line;
	}
	return NULL;
}

json_t *record_data(const struct record *r, const char *type, size_t nth)
{
	return json_map(record_event(r, type, nth), "data");
}

size_t record_count(const struct record *r, const char *type)
{
	size_t n = 0, i;
	json_t *line;

	json_array_foreach (r->lines, i, line)
		n += !type || strcmp(json_str(line, "type", ""), type) == 0;
	return n;
}

int64_t record_gaps(const struct record *r)
{
	int64_t gaps = 0, last = 0;
	json_t *line;
	size_t i;

	json_array_foreach (r->lines, i, line) {
		const int64_t seq = json_int(line, "seq", -1);
		if (seq == 0)
			continue;
		if (seq != last + 1)
			gaps++;
		last = seq;
	}
	return gaps;
}
