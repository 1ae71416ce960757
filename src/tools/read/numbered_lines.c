/*
 * Lines before and behind the range are only counted, which needs nothing but a search for
 * newlines.
 */
#include "tools/read/numbered_lines.h"

#include <string.h>
#include "base/text/text.h"

void numbered_lines_init(
    struct numbered_lines *n, int64_t from, int64_t to, size_t line_bytes, size_t room)
{
	*n =
	    (struct numbered_lines){.from = from, .to = to, .line_bytes = line_bytes, .room = room};
	/* Room for the \r, and for one byte that shows that there was more. */
	n->line.max = line_bytes + 2;
}

bool numbered_lines_done(const struct numbered_lines *n)
{
	return n->full || n->lines > n->to || (n->lines == n->to && !n->open);
}

static bool line_is_wanted(const struct numbered_lines *n)
{
	return !n->full && n->lines >= n->from && n->lines <= n->to;
}

/* Writes one line with its number. Returns whether it reads otherwise than in the text. */
static bool write_numbered_line(
    struct buf *out, int64_t number, const char *s, size_t len, size_t whole)
{
	bool altered;

	buf_addf(out, "%lld\t", (long long)number);
	altered = text_sanitise(out, s, len) || whole > len;
	if (whole > len)
		buf_addf(out, "\xe2\x80\xa6 [%zu more bytes]", whole - len);
	buf_addc(out, '\n');
	return altered;
}

/* Takes the line that has just ended. The first one is always taken, however little room there
 * is. */
static void number_line(struct numbered_lines *n)
{
	const char *s = buf_str(&n->line);
	size_t len = n->line.len, whole = n->line_length;
	bool crlf = whole == len && len && s[len - 1] == '\r';
	len -= crlf;
	whole -= crlf;
	if (n->lines == 1) {
		size_t bom = text_bom(s, len);

		s += bom;
		len -= bom;
		whole -= bom;
	}
	if (len > n->line_bytes)
		len = n->line_bytes;
	while (len < whole && len && ((unsigned char)s[len] & 0xc0) == 0x80)
		len--;
	size_t before = n->out.len;
	bool altered = write_numbered_line(&n->out, n->lines, s, len, whole);
	if (before && n->out.len > n->room) {
		buf_cut(&n->out, before);
		n->full = true;
		return;
	}
	n->last = n->lines;
	n->crlf += crlf;
	n->altered |= altered;
}

static void end_line(struct numbered_lines *n)
{
	if (line_is_wanted(n))
		number_line(n);
	buf_clear(&n->line);
	n->line.truncated = false;
	n->line_length = 0;
	n->open = false;
}

void numbered_lines_add(struct numbered_lines *n, const char *bytes, size_t len)
{
	for (const char *end = bytes + len; bytes < end;) {
		const char *nl = memchr(bytes, '\n', (size_t)(end - bytes));
		size_t part = (size_t)((nl ? nl : end) - bytes);
		if (!n->open)
			n->lines++;
		n->open = true;
		if (line_is_wanted(n)) {
			buf_add(&n->line, bytes, part);
			n->line_length += part;
		}
		if (nl)
			end_line(n);
		bytes += part + (nl ? 1 : 0);
	}
}

void numbered_lines_end(struct numbered_lines *n)
{
	if (!n->open)
		return;
	end_line(n);
	n->open = true; /* the last line ends as the file does, without a line break */
}

void numbered_lines_free(struct numbered_lines *n)
{
	buf_free(&n->out);
	buf_free(&n->line);
}
