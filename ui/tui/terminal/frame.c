/* SPDX-License-Identifier: MIT
 * The frame buffer, and the translation of what ncurses wrote. It knows colours by number only, so the highest
 * numbers stand for others, and "38;5;N" becomes "38;2;R;G;B". It knows neither links nor strike-out: a cell of such
 * text ends in marks that stand for a number. A link is open for characters only, never for a movement or a scroll.
 */
#include "ui/tui/terminal/frame.h"

#include <sys/mman.h>
#include "base/base.h"
#include "base/file.h"
#include "ui/view/markdown/hyperlink.h"

#define SYNC_ON "\033[?2026h"
#define COLORS_MAX 128 /* numbers of the palette, from 255 downwards */
#define CHUNK 16384
#define MARK 0xe0100		 /* the first of 64 marks, each a digit of a link's number */
#define MARK_HEAD "\xf3\xa0\x84" /* the first bytes of them all */
#define LINK_OFF "\033]8;;\033\\"
#define STRIKE_ON "\033[9m"
#define STRIKE_OFF "\033[29m"

static struct {
	FILE *file;
	int fd;
	unsigned rgb[COLORS_MAX];
	int colors;
} frame;

FILE *frame_open(void)
{
	frame.fd = memfd_create("frame", MFD_CLOEXEC);
	frame.file = frame.fd < 0 ? NULL : fdopen(frame.fd, "w");
	if (!frame.file && frame.fd >= 0)
		close(frame.fd);
	return frame.file;
}

void frame_close(void)
{
	if (frame.file)
		fclose(frame.file);
	frame.file = NULL;
	frame.colors = 0;
}

void frame_add(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vdprintf(frame.fd, fmt, ap);
	va_end(ap);
}

void frame_forget_colors(void)
{
	frame.colors = 0;
}

int frame_color(unsigned rgb)
{
	int i = 0;

	while (i < frame.colors && frame.rgb[i] != rgb)
		i++;
	if (i == COLORS_MAX)
		i--;
	else if (i == frame.colors)
		frame.rgb[frame.colors++] = rgb;
	return 255 - i;
}

/* Returns the length of "38;5;250m" behind ESC [ if the number stands for a colour (*rgb), else 0. */
static size_t palette_number(const char *s, size_t len, unsigned *rgb)
{
	size_t i = 5;
	int n = 0;

	if (len < 7 || (s[0] != '3' && s[0] != '4') || memcmp(s + 1, "8;5;", 4) != 0)
		return 0;
	for (; i < len && i < 8 && s[i] >= '0' && s[i] <= '9'; i++)
		n = n * 10 + s[i] - '0';
	if (i == 5 || i == len || s[i] != 'm' || n > 255 || 255 - n >= frame.colors)
		return 0;
	*rgb = frame.rgb[255 - n];
	return i + 1;
}

static void spell_colors(const char *s, size_t len, struct buf *out)
{
	const char *end = s + len, *esc;

	while ((esc = memmem(s, (size_t)(end - s), "\033[", 2))) {
		unsigned rgb = 0;
		size_t n = palette_number(esc + 2, (size_t)(end - esc - 2), &rgb);
		buf_add(out, s, (size_t)(esc + 2 - s));
		s = esc + 2 + n;
		if (n)
			buf_addf(out, "%c8;2;%u;%u;%um", esc[2], rgb >> 16 & 255, rgb >> 8 & 255,
			    rgb & 255);
	}
	buf_add(out, s, (size_t)(end - s));
}

void frame_link_marks(unsigned link, wchar_t out[FRAME_LINK_MARKS])
{
	out[0] = (wchar_t)(MARK + (link >> 6 & 63));
	out[1] = (wchar_t)(MARK + (link & 63));
}

/* A character with its combining marks, or a control byte. */
struct cell {
	size_t len, text; /* its bytes, and those before the marks of its link */
	unsigned link;	  /* 0: none */
};

static struct cell cell_at(const char *s, size_t len)
{
	struct cell c = {0};
	uint32_t cp = 0;
	int n = utf8_decode(s, len, &cp, NULL);

	c.len = c.text = n > 0 ? (size_t)n : 1;
	while (n > 0 && cp >= ' ' && c.len < len && (unsigned char)s[c.len] >= 0x80) {
		n = utf8_decode(s + c.len, len - c.len, &cp, NULL);
		if (n <= 0 || text_width_cp(cp) > 0)
			break;
		c.len += (size_t)n;
		if (cp >= MARK && cp < MARK + 64)
			c.link = c.link << 6 | (cp - MARK);
		else
			c.text = c.len;
	}
	return c;
}

/* Ends the open link or strike-out and begins `mark`. Returns what is open then: a link, FRAME_STRUCK or 0. */
static unsigned change_mark(unsigned open, unsigned mark, struct buf *out)
{
	const char *address = hyperlink_address(mark);

	if (mark == open)
		return open;
	buf_adds(out, open == FRAME_STRUCK ? STRIKE_OFF : open ? LINK_OFF : "");
	if (address)
		buf_addf(out, "\033]8;id=%u;%s\033\\", mark, address);
	buf_adds(out, mark == FRAME_STRUCK ? STRIKE_ON : "");
	return address || mark == FRAME_STRUCK ? mark : 0;
}

void frame_read(int fd, struct buf *out)
{
	off_t size = lseek(fd, 0, SEEK_CUR);
	char chunk[CHUNK];
	ssize_t n;

	for (off_t at = 0; at < size; at += n) {
		n = pread(fd, chunk, sizeof chunk, at);
		if (n <= 0)
			break;
		buf_add(out, chunk, (size_t)n);
	}
	if (size > 0 && (ftruncate(fd, 0) != 0 || lseek(fd, 0, SEEK_SET) != 0))
		buf_clear(out);
}

void frame_drop(void)
{
	auto_buf raw = BUF_INIT;

	frame_read(frame.fd, &raw);
}

void frame_send(int fd, bool synchronized)
{
	struct buf raw = BUF_INIT;
	auto_buf out = BUF_INIT;

	frame_read(frame.fd, &raw);
	if (raw.len && memmem(raw.data, raw.len, MARK_HEAD, strlen(MARK_HEAD))) {
		struct buf linked = BUF_INIT;

		unsigned open = 0;
		for (size_t at = 0; at < raw.len;) {
			const struct cell c = cell_at(raw.data + at, raw.len - at);
			open = change_mark(open, c.link, &linked);
			buf_add(&linked, raw.data + at, c.text);
			at += c.len;
		}
		change_mark(open, 0, &linked);
		buf_free(&raw);
		raw = linked;
	}
	if (raw.len) {
		buf_adds(&out, synchronized ? SYNC_ON : "");
		if (frame.colors)
			spell_colors(raw.data, raw.len, &out);
		else
			buf_add(&out, raw.data, raw.len);
		buf_adds(&out, synchronized ? FRAME_SYNC_OFF : "");
		file_write_all(fd, out.data, out.len);
	}
	buf_free(&raw);
}
