/*
 * A growable byte buffer with a ceiling. Always NUL-terminated, so data can be read as a C string
 * when it holds none itself. An append past max keeps what fits, sets `truncated` and returns
 * false. After curl's dynbuf and git's strbuf.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct buf {
	char *data; /* (owned) never NULL after the first append; see buf_str */
	size_t len, cap;
	size_t max; /* bytes; 0: BUF_MAX_DEFAULT */
	bool truncated;
};
#define BUF_MAX_DEFAULT ((size_t)64 << 20)
#define BUF_UNBOUNDED ((size_t)-1 / 4) /* for copies of what is already bounded */
#define BUF_INIT \
	{ \
		0 \
	}
#define BUF_LIMIT(bytes) \
	{ \
		.max = (bytes) \
	}

bool buf_add(struct buf *b, const void *data, size_t len);
bool buf_adds(struct buf *b, const char *s);
bool buf_addc(struct buf *b, char c);
bool buf_addf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool buf_vaddf(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
const char *buf_str(
    const struct buf *b);      /* "" when nothing was added; valid until the next change */
char *buf_take(struct buf *b); /* hands the string over (never NULL) and leaves the buffer empty */
void buf_drop(struct buf *b, size_t len); /* removes the first len bytes */
void buf_cut(struct buf *b, size_t len);  /* shortens to len bytes */
void buf_clear(struct buf *b);		  /* empties, keeps the memory and max */
void buf_free(struct buf *b);

#endif
