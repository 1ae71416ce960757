/* SPDX-License-Identifier: MIT
 * A growable byte buffer with a ceiling, after curl's dynbuf and git's strbuf.h. It is zero-initialised
 * (BUF_INIT), or has a ceiling of its own (BUF_LIMIT). Its data ends with a NUL that len does not
 * count, so it can be read as a C string where it holds no NUL itself.
 *
 * The functions that append return false if not everything fits below max: what fits is kept, and
 * `truncated` is set. Allocation never fails (base/core/alloc.h).
 */
#ifndef BASE_CORE_BUF_H
#define BASE_CORE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include "base/core/alloc.h"

struct buf {
	char *data;	 /* (owned) NULL before the first append, so read it by buf_str */
	size_t len, cap; /* bytes */
	size_t max;	 /* bytes; 0: BUF_MAX_DEFAULT */
	bool truncated;	 /* an append did not fit */
};
#define BUF_MAX_DEFAULT ((size_t)64 << 20)
#define BUF_UNBOUNDED ((size_t)-1 / 4) /* for copies of data whose size is already bounded */
#define BUF_INIT \
	{ \
		0 \
	}
#define BUF_LIMIT(bytes) \
	{ \
		.max = (bytes) \
	}

/* Append bytes, a string, a byte, or printf output. */
bool buf_add(struct buf *b, const void *data, size_t len);
bool buf_adds(struct buf *b, const char *s);
bool buf_addc(struct buf *b, char c);
bool buf_addf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool buf_vaddf(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

/* Returns the data as a string, "" if nothing was added; valid until the buffer is changed. */
const char *buf_str(const struct buf *b);
/* Returns the data as a string, never NULL, and leaves the buffer empty. Caller frees. */
char *buf_take(struct buf *b);
void buf_drop(struct buf *b, size_t len); /* removes the first len bytes, at most all */
void buf_cut(struct buf *b, size_t len);  /* shortens to len bytes, if it is longer */
void buf_clear(struct buf *b);		  /* empties the buffer, keeps its memory and max */
void buf_free(struct buf *b);		  /* frees the data, keeps max; b may be used again */
/* Declares a local buffer that is freed where its scope ends: `auto_buf words = BUF_INIT;`. */
#define auto_buf freed_by(buf_free) struct buf

#endif
