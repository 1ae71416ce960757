/*
 * Where events come from when they do not come from the agent: the store or a file of JSON lines,
 * from any seq. Replay, resume, export and fork read this.
 */
#ifndef SESSION_EVENT_READER_H
#define SESSION_EVENT_READER_H

#include "session/event.h"

struct event_reader {
	/* Fills *ev (the caller frees it with event_free). False: the end, or an error (e is set).
	 */
	bool (*next)(struct event_reader *self, struct event *ev, struct error *e);
	void (*free)(struct event_reader *self);
};
/* A file of events.md lines: lines are read one by one, at most 16 MiB each; a bad line is an error
 * with FILE:LINE. "-" is stdin. NULL: e. */
struct event_reader *event_reader_file(const char *path, struct error *e);
/* The same from a line on whose place is known, where the file can be sought in; else from its
 * beginning. */
struct event_place {
	int64_t offset, line;
};
struct event_reader *event_reader_file_at(
    const char *path, struct event_place place, struct error *e);
struct event_place event_reader_place(const struct event_reader *s); /* of one: of the last event */
const char *event_reader_where(
    const struct event_reader *s);		/* of one: "FILE:LINE" of the last event */
void event_reader_free(struct event_reader *s); /* NULL is accepted */

#endif
