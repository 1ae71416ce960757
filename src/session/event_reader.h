/* SPDX-License-Identifier: MIT
 * Reading recorded events, from the store or from a file of JSON lines. Used by replay, resume, export,
 * fork and import.
 */
#ifndef SESSION_EVENT_READER_H
#define SESSION_EVENT_READER_H

#include "session/event/event.h"

struct event_reader {
	/* Fills *ev, which the caller frees by event_free. False: the end, or an error, with e set. */
	bool (*next)(struct event_reader *self, struct event *ev, struct error *e);
	void (*free)(struct event_reader *self);
};
void event_reader_free(struct event_reader *s); /* NULL is accepted */

/* Loops over the events of a reader (NULL: no events) to the last one or an error, with e set; frees the reader. break,
 * continue and return work as in one loop. */
#define event_each(ev, reader, e) \
	for (freed_by(event_reader_close) struct event_reader *ev##_in = (reader), \
							      *ev##_on = ev##_in; \
	     ev##_on; ev##_on = ev##_on ? ev##_in : NULL) \
		for (freed_by(event_free) struct event ev = \
			 event_reader_next(ev##_in, &ev##_on, e); \
		     ev##_on == ev##_in && (ev##_on = NULL, true); ev##_on = (void *)&ev)
/* For event_each: returns the next event; at the end, returns an empty one and sets *on to NULL. */
struct event event_reader_next(struct event_reader *s, struct event_reader **on, struct error *e);
void event_reader_close(struct event_reader **s);

/* Returns a reader of a file ("-": stdin) of the lines that docs/events.md describes, at most 16 MiB each.
 * A bad line is an error with FILE:LINE, and reading may go on after it. NULL: the file cannot be opened;
 * e is set. */
struct event_reader *event_reader_file(const char *path, struct error *e);
/* The place of a line in a file. */
struct event_place {
	int64_t offset, line; /* bytes from 0, lines from 1 */
};
/* As event_reader_file, starting at a line if the file is seekable, else at its beginning. */
struct event_reader *event_reader_file_at(
    const char *path, struct event_place place, struct error *e);
/* Return where the last event read from a file is, as a place and as "FILE:LINE", which is valid until the
 * next event is read. Only for readers of files. */
struct event_place event_reader_place(const struct event_reader *s);
const char *event_reader_where(const struct event_reader *s);

#endif
