/*
 * A session as something to look back on, stored or in a file: its events from any seq at the cost
 * of those near by, what folds had come to, contents by reference. Where things are in a file is
 * learned as it is read.
 */
#ifndef SESSION_PAST_H
#define SESSION_PAST_H

#include "base/buf.h"
#include "session/source.h"
#include "session/store.h"

struct past;
struct past *past_stored(struct store *s /* borrowed */, const char *session);
struct past *past_file(const char *path, struct error *e); /* NULL: it cannot be read, e */
void past_free(struct past *p);				   /* NULL is accepted */
const char *past_session(const struct past *p);		   /* id of a stored one; NULL: a file */
/* {id, title, cwd, …} as store_find gives it, of a file from its session_start. New reference;
 * NULL: there is none. */
json_t *past_row(struct past *p);
struct store *past_store(const struct past *p); /* (borrowed) of a stored one; NULL: a file */
int64_t past_last(struct past *p);		/* seq of its last event; 0: not known yet */

/* Events from that seq on, stored ones only. NULL: it cannot be read. Freed before the past is. */
struct source *past_source(struct past *p, int64_t from);
/* As store_cache_put and store_cache_get; a file's are held in memory. */
void past_keep(struct past *p, const char *kind, int64_t seq, const json_t *data);
json_t *past_kept(struct past *p, const char *kind, int64_t *seq);
/* False: e; a file tells of contents it was once read past. */
bool past_content(struct past *p, const char *ref, struct buf *out, struct error *e);

#endif
