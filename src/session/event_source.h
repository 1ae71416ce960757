/* SPDX-License-Identifier: MIT
 * Read access to a session, stored or in a file: its events from any seq without reading all before it,
 * cached results of folds, and contents by reference. Places in a file are learned while it is read.
 */
#ifndef SESSION_EVENT_SOURCE_H
#define SESSION_EVENT_SOURCE_H

#include "base/core/buf.h"
#include "session/event_reader.h"
#include "session/store/store.h"

struct event_source;
/* Returns a source for a stored session, never NULL; the store is borrowed as long as the source lives. Or
 * one for a file; NULL if it cannot be read, with e set. Freed by event_source_free, which accepts NULL. */
struct event_source *event_source_stored(struct store *s, const char *session);
struct event_source *event_source_file(const char *path, struct error *e);
void event_source_free(struct event_source *p);
/* Return the id and the store of a stored session, borrowed; NULL if the source is a file. */
const char *event_source_session(const struct event_source *p);
struct store *event_source_store(const struct event_source *p);
/* Returns {id, title, cwd, …} as store_find does; of a file, the data of its session_start. New reference;
 * NULL: there is none. */
json_t *event_source_row(struct event_source *p);
int64_t event_source_last(struct event_source *p); /* the last seq; 0 for a file: not known */

/* Returns a reader of the events from a seq on, without live-only ones. Must be freed before the source.
 * NULL: the file cannot be read. */
struct event_reader *event_source_reader(struct event_source *p, int64_t from);
/* As store_cache_put and store_cache_get. For a file, the data is kept in memory: kind is ignored, and data
 * is kept only if it is newer than the last. */
void event_source_keep(struct event_source *p, const char *kind, int64_t seq, const json_t *data);
json_t *event_source_kept(struct event_source *p, const char *kind, int64_t *seq);
/* Appends a content by its reference. False: e is set. In a file, only contents that a reader of this
 * source has passed are found. */
bool event_source_content(
    struct event_source *p, const char *ref, struct buf *out, struct error *e);

#endif
