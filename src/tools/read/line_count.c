/*
 * Lines are counted eight bytes at a time: in ~t a byte is 0x80 where the text has a newline,
 * and else 0.
 */
#include "tools/read/line_count.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/core/clock.h"

#define PIECE 32768
#define LOOK 8000 /* bytes in which a NUL makes a file binary */

int64_t count_newlines(const char *s, size_t len)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f), nl = UINT64_C(0x0a0a0a0a0a0a0a0a);
	int64_t n = 0;
	size_t i = 0;
	for (; i + 8 <= len; i += 8) {
		uint64_t x;
		memcpy(&x, s + i, 8);
		x ^= nl;
		n += __builtin_popcountll(~(((x & low) + low) | x | low));
	}
	for (; i < len; i++)
		n += s[i] == '\n';
	return n;
}

void line_count_begin(struct line_count *c, int fd)
{
	*c = (struct line_count){.fd = fd};
}

void line_count_stop(struct line_count *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
}

bool line_count_step(struct line_count *c, int64_t deadline_us)
{
	char piece[PIECE];
	ssize_t n;
	do {
		n = c->fd < 0 ? 0 : read(c->fd, piece, sizeof piece);
		if (n < 0 && errno == EINTR)
			continue;
		c->binary = n > 0 && !c->begun && memchr(piece, '\0', n < LOOK ? (size_t)n : LOOK);
		c->begun = true;
		if (n <= 0 || c->binary) {
			c->lines += c->open;
			line_count_stop(c);
			return false;
		}
		c->lines += count_newlines(piece, (size_t)n);
		c->open = piece[n - 1] != '\n';
	} while (clock_mono_us() < deadline_us);
	return true;
}
