/* SPDX-License-Identifier: MIT
 * Measuring text in terminal cells. Widths are those of wcwidth in the C.UTF-8 locale, which ncurses uses
 * whatever the terminal's locale is; they are cached in pages of 256 code points. A character is a code
 * point with all that joins it: combining marks, the parts of an emoji.
 */
#include <langinfo.h>
#include <locale.h>
#include <wchar.h>
#include "base/base.h"

#define PAGE 256
#define JOINER 0x200d

static const unsigned char
    *pages[0x110000 / PAGE]; /* widths by code point; NULL: not computed yet */

bool text_setup(void)
{
	setlocale(LC_CTYPE, "");
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static const unsigned char *width_page(unsigned page)
{
	static locale_t utf8; /* kept, because loading a locale reads a file */
	unsigned char *widths = xmalloc(PAGE);

	if (!utf8)
		utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = uselocale(utf8); /* changes nothing if C.UTF-8 does not exist */
	for (unsigned i = 0; i < PAGE; i++) {
		int width = wcwidth((wchar_t)(page * PAGE + i));

		widths[i] = (unsigned char)(width < 0 ? 1 : width);
	}
	uselocale(before);
	return widths;
}

int text_width_cp(unsigned cp)
{
	if (cp < 0x300 || cp > 0x10ffff)
		return 1;
	if (!pages[cp / PAGE])
		pages[cp / PAGE] = width_page(cp / PAGE);
	return pages[cp / PAGE][cp % PAGE];
}

/* Sets *cp to the code point at s and returns its length; an invalid byte counts as a code point. */
static size_t code_point(const char *s, size_t len, uint32_t *cp)
{
	*cp = (unsigned char)*s;
	if (*cp < 0x80)
		return 1;
	int n = utf8_decode(s, len, cp, NULL);
	return n ? n : 1;
}

int text_width(const char *s, size_t len)
{
	int cells = 0;
	uint32_t cp;

	for (size_t at = 0; at < len;) {
		if ((unsigned char)s[at] < 0x80) {
			cells++;
			at++;
			continue;
		}
		at += code_point(s + at, len - at, &cp);
		cells += text_width_cp(cp);
	}
	return cells;
}

static bool is_flag(uint32_t cp)
{
	return cp >= 0x1f1e6 && cp <= 0x1f1ff;
}

/* Returns whether cp belongs to the character that ends in `before`. */
static bool joins_before(uint32_t before, uint32_t cp)
{
	if (cp < 0x80 || before < 0x20)
		return false;
	return before == JOINER || text_width_cp(cp) == 0 || (cp >= 0x1f3fb && cp <= 0x1f3ff);
}

size_t text_next(const char *s, size_t len, size_t at)
{
	uint32_t cp, next;
	size_t n;

	if (at >= len)
		return len;
	at += code_point(s + at, len - at, &cp);
	for (bool flag = is_flag(cp); at < len; at += n, cp = next) {
		if (!(s[at] & 0x80))
			break;
		n = code_point(s + at, len - at, &next);
		if (!joins_before(cp, next) && !(flag && is_flag(next)))
			break;
		flag = false;
	}
	return at;
}

static size_t previous_code_point(const char *s, size_t at)
{
	size_t start = at - 1;
	uint32_t cp;

	while (start > 0 && at - start < 4 && (s[start] & 0xc0) == 0x80)
		start--;
	return code_point(s + start, at - start, &cp) == at - start ? start : at - 1;
}

/* Returns the number of regional indicators directly before `at`, without one that follows a joiner. */
static int flags_before(const char *s, size_t at)
{
	uint32_t cp;
	int count = 0;

	for (size_t start; at > 0; at = start) {
		start = previous_code_point(s, at);
		code_point(s + start, at - start, &cp);
		if (cp == JOINER)
			return count - (count > 0);
		if (!is_flag(cp))
			break;
		count++;
	}
	return count;
}

size_t text_prev(const char *s, size_t at)
{
	uint32_t cp, before;
	size_t start, earlier;

	if (!at)
		return 0;
	for (start = previous_code_point(s, at); start > 0; start = earlier) {
		code_point(s + start, at - start, &cp);
		if (cp < 0x80)
			break;
		earlier = previous_code_point(s, start);
		code_point(s + earlier, start - earlier, &before);
		if (is_flag(cp) && is_flag(before) && flags_before(s, start) % 2)
			return earlier;
		if (!joins_before(before, cp))
			break;
	}
	return start;
}

size_t text_fit(const char *s, size_t len, int cells)
{
	size_t at = 0;

	while (at < len) {
		bool plain = !(s[at] & 0x80) && (at + 1 == len || !(s[at + 1] & 0x80));
		size_t next = plain ? at + 1 : text_next(s, len, at);
		int width = plain ? 1 : text_width(s + at, next - at);

		if (width > cells)
			break;
		cells -= width;
		at = next;
	}
	return at;
}

size_t text_wrap(const char *s, size_t len, int cells, size_t *next)
{
	size_t end = text_fit(s, len, cells), cut = end;

	if (end < len && !end)
		end = cut = text_next(s, len, 0); /* wider than the line, but a line must advance */
	if (end < len && s[end] != ' ') {
		while (cut > 0 && s[cut - 1] != ' ')
			cut--;
		if (!cut || strspn(s, " ") >= cut)
			cut = end; /* a word longer than the line is broken */
	}
	for (*next = cut; *next < len && s[*next] == ' ';)
		++*next;
	while (cut > 0 && s[cut - 1] == ' ')
		cut--;
	return cut;
}
