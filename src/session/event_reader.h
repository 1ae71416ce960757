/* SPDX-License-Identifier: MIT
 * Where events come from when they do not come from the agent: the store or a file of JSON lines,
 * from any seq. Replay, resume, export and fork read this.
 */
#ifndef SESSION_EVENT_READER_H
#define SESSION_EVENT_READER_H

#include "session/event/event.h"

struct event_reader {
	/* Fills *ev (the caller frees it with event_free). False: the end, or an error (e is set).
	 */
	bool (*next)(struct event_reader *self, struct event *ev, struct error *e);
	void (*free)(struct event_reader *self);
};
void event_reader_free(struct event_reader *s); /* NULL is accepted */

/* Loops over the events of a reader (NULL: none), which is freed at the end, to the last one or an error (e). break,
 * continue and return are those of one loop. */
#define event_each(ev, reader, e) \
	for (freed_by(event_reader_close) struct event_reader *ev##_in = (reader), \
							      *ev##_on = ev##_in; \
	     ev##_on; ev##_on = ev##_on ? ev##_in : NULL) \
		for (freed_by(event_free) struct event ev = \
			 event_reader_next(ev##_in, &ev##_on, e); \
		     ev##_on == ev##_in && (ev##_on = NULL, true); ev##_on = (void *)&ev)
/* Returns the next event for that loop; at the end it returns an empty one and makes *on NULL. */
struct event event_reader_next(struct event_reader *s, struct event_reader **on, struct error *e);
void event_reader_close(struct event_reader **s);

/* Returns a file of events.md lines, "-" is stdin: lines are read one by one, at most 16 MiB each;
 * a bad line is an error with FILE:LINE, and reading may go on behind it. NULL: e says why it
 * cannot be read. */
struct event_reader *event_reader_file(const char *path, struct error *e);
/* The place of a line in a file: bytes from the beginning, lines from 1. */
struct event_place {
	int64_t offset, line;
};
/* Reads the file from that line on, where the file can be sought in; else from its beginning. */
struct event_reader *event_reader_file_at(
    const char *path, struct event_place place, struct error *e);
/* Says of a reader of a file where the last event stands, as a place and as "FILE:LINE", which is
 * borrowed until the next one is read. */
struct event_place event_reader_place(const struct event_reader *s);
const char *event_reader_where(const struct event_reader *s);

#endif
