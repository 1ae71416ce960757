/*
 * A nameless file that keeps the contents of other files, one behind the other, so that they need no
 * memory. What is no longer needed is counted, and its place is free again when all is dropped.
 */
#ifndef WORKSPACE_FILE_CONTENT_SPOOL_H
#define WORKSPACE_FILE_CONTENT_SPOOL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/core/buf.h"

struct content_spool {
	int fd;	      /* (owned) -1: not opened yet */
	off_t used;   /* bytes written */
	off_t wasted; /* those of them that its user no longer needs, counted by the user */
};

/* Where the content stands from now on. -1: it is not kept, since it would go beyond max bytes in all or
 * could not be written. */
off_t content_spool_add(struct content_spool *s, const struct buf *content, size_t max);
/* Appends size bytes from a place that content_spool_add returned; false: out has not room for them, or
 * they cannot be read. */
bool content_spool_read(const struct content_spool *s, off_t at, int64_t size, struct buf *out);
void content_spool_clear(struct content_spool *s); /* drops all contents */
void content_spool_close(struct content_spool *s);

#endif
