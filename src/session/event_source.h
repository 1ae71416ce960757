/*
 * A session as something to look back on, stored or in a file: its events from any seq at the cost
 * of those near by, what folds had come to, contents by reference. Where things are in a file is
 * learned as it is read.
 */
#ifndef SESSION_EVENT_SOURCE_H
#define SESSION_EVENT_SOURCE_H

#include "base/buf.h"
#include "session/event_reader.h"
#include "session/store.h"

struct event_source;
struct event_source *event_source_stored(struct store *s /* borrowed */, const char *session);
struct event_source *event_source_file(
    const char *path, struct error *e);		/* NULL: it cannot be read, e */
void event_source_free(struct event_source *p); /* NULL is accepted */
const char *event_source_session(
    const struct event_source *p); /* id of a stored one; NULL: a file */
/* {id, title, cwd, …} as store_find gives it, of a file from its session_start. New reference;
 * NULL: there is none. */
json_t *event_source_row(struct event_source *p);
struct store *event_source_store(
    const struct event_source *p);		   /* (borrowed) of a stored one; NULL: a file */
int64_t event_source_last(struct event_source *p); /* seq of its last event; 0: not known yet */

/* Events from that seq on, stored ones only. NULL: it cannot be read. Freed before the past is. */
struct event_reader *event_source_reader(struct event_source *p, int64_t from);
/* As store_cache_put and store_cache_get; a file's are held in memory. */
void event_source_keep(struct event_source *p, const char *kind, int64_t seq, const json_t *data);
json_t *event_source_kept(struct event_source *p, const char *kind, int64_t *seq);
/* False: e; a file tells of contents it was once read past. */
bool event_source_content(
    struct event_source *p, const char *ref, struct buf *out, struct error *e);

#endif
