/* SPDX-License-Identifier: MIT
 * Checks that only bytes that may reach a terminal do: bytes_driver [--screen 80x24 | --colors] [--has WORDS]... <BYTES
 *
 * Without an option it is text: valid UTF-8 without control characters but \n and \t, without C1
 * and without what changes the look of other text. --colors: also the attributes of a theme.
 * --screen: what ncurses writes for a terminal of that size, the modes the program switches, and links that are
 * closed before anything but their words;
 * --title also its titles and notifications, which begin with "agent". The foreign text in the
 * tests uses parameters that none of these may have, so that it is noticed if it gets through.
 * --has: these words must be there, or the check would have looked at nothing.
 *
 * Each violation is a line on stdout with its place; the exit status is then 1.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/core/buf.h"
#include "base/text/text.h"
#include "base/text/utf8.h"

#define SHOWN 24
#define COMPLAINTS 10

struct judge {
	const char *s;
	size_t len;
	bool screen, colors, title;
	bool link; /* one is open */
	int columns, rows, found;
};

static size_t bad(struct judge *j, size_t at, size_t len, const char *what)
{
	if (++j->found > COMPLAINTS)
		return len;
	printf("# %s at byte %zu: ", what, at);
	for (size_t i = at; i < at + SHOWN && i < j->len; i++)
		printf(isprint((unsigned char)j->s[i]) ? "%c" : "\\x%02x", (unsigned char)j->s[i]);
	printf("\n");
	return len;
}

/* Whether these are attributes of the themes: never hidden, blinking or crossed out. */
static bool sgr_known(const int *p, int count)
{
	for (int i = 0; i < count; i++) {
		if ((p[i] == 38 || p[i] == 48) && i + 2 < count && p[i + 1] == 5 &&
		    p[i + 2] != 213) {
			i += 2;
			continue;
		}
		if ((p[i] == 38 || p[i] == 48) && i + 4 < count && p[i + 1] == 2) {
			i += 4;
			continue;
		}
		if (p[i] == 5 || p[i] == 6 || p[i] == 8 ||
		    (p[i] > 29 && p[i] % 10 == 8 && p[i] < 50) || (p[i] > 49 && p[i] < 90) ||
		    p[i] > 107)
			return false;
	}
	return true;
}

static bool in_screen(const struct judge *j, const int *p, int count)
{
	return count < 1 || (p[0] <= j->rows && (count < 2 || p[1] <= j->columns));
}

static bool mode_known(int mode)
{
	static const int known[] = {1, 7, 12, 25, 1000, 1004, 1006, 1007, 1034, 1049, 2004, 2026};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i] == mode)
			return true;
	return false;
}

static bool csi_known(const struct judge *j, char mark, const int *p, int count, char final)
{
	if (final == 'm' && !mark)
		return sgr_known(p, count);
	if (!j->screen)
		return false;
	if (mark == '?')
		return (final == 'u' && count == 0) || /* asks for them */
		       (final == 'c' && p[0] <= 8) ||  /* the shape of the cursor of linux */
		       (strchr("hlsr", final) && count == 1 && mode_known(p[0]));
	if (final == 'u') /* keys of kitty's protocol, on and off */
		return (mark == '>' && count == 1 && p[0] == 5) || (mark == '<' && count == 0);
	if (mark)
		return false;
	if (final == 't')
		return j->title && count >= 1 && (p[0] == 22 || p[0] == 23);
	if (strchr("Hfr", final))
		return in_screen(j, p, count);
	if (strchr("ABCDGdXPL@MSTbEFI", final))
		return count < 1 || p[0] <= j->columns || p[0] <= j->rows;
	return strchr("JKgclh", final) && (count < 1 || p[0] <= 4 || p[0] == 34);
}

static size_t csi(struct judge *j, size_t at)
{
	const char *s = j->s + at;
	size_t i = 2;
	int p[32] = {0}, count = 0;
	char mark = 0;

	static const char sync[] = "\033[?2026$p"; /* asks whether it has that mode */
	if (j->screen && j->len - at >= sizeof sync - 1 && memcmp(s, sync, sizeof sync - 1) == 0)
		return sizeof sync - 1;
	if (at + i < j->len && strchr("?>=<", s[i]))
		mark = s[i++];
	for (; at + i < j->len && (isdigit((unsigned char)s[i]) || s[i] == ';'); i++) {
		count = count ? count : 1;
		if (s[i] == ';')
			count += count < 31;
		else if (p[count - 1] < 100000)
			p[count - 1] = p[count - 1] * 10 + s[i] - '0';
	}
	if (at + i >= j->len || !csi_known(j, mark, p, count, s[i]))
		return bad(j, at, i + 1, "a sequence that is not the program's");
	return i + 1;
}

/* Returns the length of a link's mark at s: "ESC ] 8 ; id=N ; address ESC \\" begins one, without id and address it
 * ends. 0: it is none that the program writes. */
static size_t link_mark(struct judge *j, const char *s, size_t len)
{
	static const char *const schemes[] = {"http://", "https://", "file://"};
	static const char off[] = "\033]8;;\033\\", on[] = "\033]8;id=";
	size_t i = sizeof on - 1, address;
	bool known = false;

	if (len >= sizeof off - 1 && memcmp(s, off, sizeof off - 1) == 0) {
		known = j->link;
		j->link = false;
		return known ? sizeof off - 1 : 0;
	}
	if (j->link || len <= i || memcmp(s, on, i) != 0)
		return 0;
	while (i < len && isdigit((unsigned char)s[i]))
		i++;
	address = ++i;
	while (i < len && s[i] > ' ' && s[i] < 0x7f)
		i++;
	for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
		known = known || strncasecmp(s + address, schemes[k], strlen(schemes[k])) == 0;
	j->link = known && s[address - 1] == ';' && i - address <= 2083 && len - i >= 2 &&
		  memcmp(s + i, "\033\\", 2) == 0;
	return j->link ? i + 2 : 0;
}

/* Returns the bytes to pass over at an OSC, "ESC ] number ; text BEL": titles, notifications, states. */
static size_t osc(struct judge *j, size_t at)
{
	static const char *const own[] = {
	    "0;agent", "2;agent", "9;agent", "777;notify;agent", "7501;state=", "9;4;"};
	const char *s = j->s + at + 2, *end = memchr(s, '\a', j->len - at - 2);
	size_t len = end ? (size_t)(end - s) : 0;
	bool ok = false;

	if (j->screen && len == 3 && memcmp(s, "104", 3) == 0) /* the colours of before */
		return len + 3;
	for (size_t i = 0; end && i < sizeof own / sizeof *own; i++)
		ok = ok || (len >= strlen(own[i]) && memcmp(s, own[i], strlen(own[i])) == 0);
	if (len == 2 && memcmp(s, "0;", 2) == 0) /* the title of before is not known */
		ok = true;
	for (size_t i = 0; ok && i < len; i++)
		ok = (unsigned char)s[i] >= 0x20 && s[i] != 0x7f;
	if (!j->title || !ok)
		return bad(j, at, 2, "a string for the terminal");
	return 2; /* its text is looked at like any other, up to the BEL */
}

static size_t escape(struct judge *j, size_t at)
{
	char c = at + 1 < j->len ? j->s[at + 1] : '\0';

	if (!j->screen && !j->colors)
		return bad(j, at, 1, "ESC");
	if (c == '[')
		return csi(j, at);
	if (c == ']')
		return osc(j, at);
	if (j->screen && (c == '(' || c == ')') && at + 2 < j->len && strchr("B0", j->s[at + 2]))
		return 3;
	if (j->screen && c && strchr("78=>MEg", c))
		return 2;
	return bad(j, at, 2, "ESC");
}

static size_t control(struct judge *j, size_t at)
{
	char c = j->s[at];
	const size_t link = j->screen ? link_mark(j, j->s + at, j->len - at) : 0;

	if (link)
		return link;
	if (j->link) {
		j->link = false;
		bad(j, at, 1, "a link that is open still");
	}
	if (c == '\033')
		return escape(j, at);
	if (c == '\n' || c == '\t')
		return 1;
	if ((j->screen || j->colors) && c == '\r')
		return 1;
	if (j->screen && (c == '\b' || c == '\016' || c == '\017'))
		return 1;
	if (j->title && c == '\a')
		return 1;
	return bad(j, at, 1, "a control character");
}

static size_t character(struct judge *j, size_t at)
{
	uint32_t cp = 0;
	int n = utf8_decode(j->s + at, j->len - at, &cp, NULL);
	struct buf out = BUF_INIT;

	if (n <= 0)
		return bad(j, at, 1, "invalid UTF-8");
	if (text_sanitise(&out, j->s + at, (size_t)n))
		bad(j, at, 1, "a character that must not pass");
	buf_free(&out);
	return (size_t)n;
}

static void judge_marks(struct judge *j)
{
	int marks = 0;

	for (size_t at = 0; at < j->len;) {
		uint32_t cp = 0;
		int n = utf8_decode(j->s + at, j->len - at, &cp, NULL);
		marks = n > 1 && text_width_cp(cp) == 0 ? marks + 1 : 0;
		if (marks == 9)
			bad(j, at, 1, "more than eight marks on one character");
		at += n > 0 ? (size_t)n : 1;
	}
}

static void read_all(struct buf *in)
{
	char bytes[65536];
	ssize_t n;

	while ((n = read(STDIN_FILENO, bytes, sizeof bytes)) > 0)
		buf_add(in, bytes, (size_t)n);
}

int main(int argc, char **argv)
{
	struct judge j = {0};
	struct buf in = BUF_LIMIT(BUF_UNBOUNDED);

	text_setup();
	read_all(&in);
	j.s = buf_str(&in);
	j.len = in.len;
	for (int i = 1; i < argc; i++) {
		const char *next = i + 1 < argc ? argv[i + 1] : "";
		if (strcmp(argv[i], "--colors") == 0)
			j.colors = true;
		if (strcmp(argv[i], "--title") == 0)
			j.title = true;
		if (strcmp(argv[i], "--screen") == 0) {
			j.screen = true;
			j.columns = (int)strtol(next, NULL, 10);
			j.rows =
			    strchr(next, 'x') ? (int)strtol(strchr(next, 'x') + 1, NULL, 10) : 0;
		}
		if (strcmp(argv[i], "--has") == 0 && !memmem(j.s, j.len, next, strlen(next))) {
			printf("# these words are not there: %s\n", next);
			j.found++;
		}
	}
	for (size_t at = 0; at < j.len;)
		at += (unsigned char)j.s[at] < 0x20 || j.s[at] == 0x7f ? control(&j, at)
								       : character(&j, at);
	if (j.link)
		bad(&j, j.len, 0, "a link that is open at the end");
	judge_marks(&j);
	buf_free(&in);
	return j.found > 0;
}
