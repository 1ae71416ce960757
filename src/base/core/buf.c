/* SPDX-License-Identifier: MIT
 * The growable byte buffer. cap counts the bytes of data, one of which is reserved for the NUL.
 */
#include "base/base.h"

#define BUF_FIRST 64

bool buf_add(struct buf *b, const void *data, size_t len)
{
	const size_t max = b->max ? b->max : BUF_MAX_DEFAULT,
		     room = b->len < max ? max - b->len : 0, fits = len < room ? len : room,
		     want = b->len + fits + 1;
	size_t cap = b->cap ? b->cap : BUF_FIRST;

	if (want > b->cap) {
		while (cap < want)
			cap *= 2;
		b->data = xrealloc(b->data, cap);
		b->cap = cap;
	}
	if (fits)
		memcpy(b->data + b->len, data, fits);
	b->len += fits;
	b->data[b->len] = '\0';
	if (fits < len)
		b->truncated = true;
	return fits == len;
}

bool buf_adds(struct buf *b, const char *s)
{
	return buf_add(b, s, strlen(s));
}

bool buf_addc(struct buf *b, char c)
{
	return buf_add(b, &c, 1);
}

bool buf_addf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	bool ok = buf_vaddf(b, fmt, ap);
	va_end(ap);
	return ok;
}

bool buf_vaddf(struct buf *b, const char *fmt, va_list ap)
{
	char line[256], *whole;
	va_list again;

	va_copy(again, ap);
	int len = vsnprintf(line, sizeof line, fmt, again);
	va_end(again);
	if (len < 0)
		die("broken format '%s'", fmt);
	if ((size_t)len < sizeof line)
		return buf_add(b, line, len);
	whole = xvasprintf(fmt, ap);
	bool ok = buf_add(b, whole, len);
	free(whole);
	return ok;
}

const char *buf_str(const struct buf *b)
{
	return b->data ? b->data : "";
}

char *buf_take(struct buf *b)
{
	char *data = b->data ? b->data : xstrdup("");

	*b = (struct buf)BUF_LIMIT(b->max);
	return data;
}

void buf_drop(struct buf *b, size_t len)
{
	if (!len || !b->data)
		return;
	if (len > b->len)
		len = b->len;
	b->len -= len;
	memmove(b->data, b->data + len, b->len + 1);
}

void buf_cut(struct buf *b, size_t len)
{
	if (len >= b->len)
		return;
	b->len = len;
	b->data[len] = '\0';
}

void buf_clear(struct buf *b)
{
	buf_cut(b, 0);
	b->truncated = false;
}

void buf_free(struct buf *b)
{
	free(b->data);
	*b = (struct buf)BUF_LIMIT(b->max);
}
