/*
 * Where events come from when they do not come from the agent: the store or a file of JSON lines,
 * from any seq. Replay, resume, export and fork read this.
 */
#ifndef SESSION_SOURCE_H
#define SESSION_SOURCE_H

#include "session/event.h"

struct source {
	/* Fills *ev (the caller frees it with event_free). False: the end, or an error (e is set).
	 */
	bool (*next)(struct source *self, struct event *ev, struct error *e);
	void (*free)(struct source *self);
};
/* A file of events.md lines: lines are read one by one, at most 16 MiB each; a bad line is an error
 * with FILE:LINE. "-" is stdin. NULL: e. */
struct source *source_file(const char *path, struct error *e);
/* The same from a line on whose place is known, where the file can be sought in; else from its
 * beginning. */
struct source_place {
	int64_t offset, line;
};
struct source *source_file_at(const char *path, struct source_place place, struct error *e);
struct source_place source_place(const struct source *s); /* of one: of the last event */
const char *source_where(const struct source *s); /* of one: "FILE:LINE" of the last event */
void source_free(struct source *s);		  /* NULL is accepted */

#endif
