/* SPDX-License-Identifier: MIT
 * A session as something to look back on, stored or in a file: its events from any seq at the cost
 * of those near by, what folds had come to, contents by reference. Where things are in a file is
 * learned as it is read.
 */
#ifndef SESSION_EVENT_SOURCE_H
#define SESSION_EVENT_SOURCE_H

#include "base/core/buf.h"
#include "session/event_reader.h"
#include "session/store/store.h"

struct event_source;
/* A stored session (the store is borrowed as long as the source lives; never NULL), or a file (NULL:
 * it cannot be read, e says why). Freed by event_source_free, which accepts NULL. */
struct event_source *event_source_stored(struct store *s, const char *session);
struct event_source *event_source_file(const char *path, struct error *e);
void event_source_free(struct event_source *p);
/* The id and the store of a stored session, borrowed from the source; NULL: it is a file. */
const char *event_source_session(const struct event_source *p);
struct store *event_source_store(const struct event_source *p);
/* {id, title, cwd, …} as store_find gives it, of a file from its session_start. New reference;
 * NULL: there is none. */
json_t *event_source_row(struct event_source *p);
int64_t event_source_last(struct event_source *p); /* the last seq; 0: a file, not known */

/* Events from that seq on, stored ones only; freed before the source is. NULL: it cannot be read. */
struct event_reader *event_source_reader(struct event_source *p, int64_t from);
/* As store_cache_put and store_cache_get. A file's are held in memory, for folds of one kind, and only
 * one that is newer than the last. */
void event_source_keep(struct event_source *p, const char *kind, int64_t seq, const json_t *data);
json_t *event_source_kept(struct event_source *p, const char *kind, int64_t *seq);
/* Appends a content by its reference. False: e says why. A file has only contents that a reader of this
 * source has passed. */
bool event_source_content(
    struct event_source *p, const char *ref, struct buf *out, struct error *e);

#endif
