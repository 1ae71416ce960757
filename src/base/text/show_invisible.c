/* SPDX-License-Identifier: MIT
 * Replaces characters that a reader would not notice by visible names. These are the ones that
 * text_sanitise changes, and also joiners, variation selectors and unusual spaces, which it keeps.
 */
#include "base/text/show_invisible.h"

#include "base/base.h"

#define KINDS 5
#define NAME_BYTES 16
#define MARKS_SHOWN 4

struct code_points { /* the kinds that were replaced, and how often */
	char names[KINDS][NAME_BYTES];
	size_t times[KINDS], count;
};

static void spell_kind(struct code_points *k, struct buf *out, const char *name, size_t times)
{
	size_t i = 0;

	while (i < k->count && strcmp(k->names[i], name) != 0)
		i++;
	if (i == k->count && i < KINDS)
		snprintf(k->names[k->count++], NAME_BYTES, "%s", name);
	if (i < KINDS)
		k->times[i] += times;
	buf_addf(out, times > 1 ? "<%s x%zu>" : "<%s>", name, times);
}

static bool is_joiner(uint32_t cp)
{
	return cp == 0x200c || cp == 0x200d || cp == 0x034f || (cp >= 0xfe00 && cp <= 0xfe0f) ||
	       (cp >= 0x180b && cp <= 0x180f) || cp == 0xa0 || (cp >= 0x2000 && cp <= 0x200a) ||
	       cp == 0x202f || cp == 0x205f || cp == 0x3000 || cp == 0x2800 || cp == 0x115f ||
	       cp == 0x1160;
}

static bool shows_as_is(const char *s, size_t len, uint32_t cp, int marks)
{
	auto_buf out = BUF_INIT;

	if (cp < 0x7f)
		return cp >= 0x20 || cp == '\n' || cp == '\t';
	if (is_joiner(cp) || marks > MARKS_SHOWN || (cp >= 0x2400 && cp <= 0x2426) || cp == 0xfffd)
		return false;
	return !text_sanitise(&out, s, len);
}

/* Returns the number of spaces at s if a line end or the end of the text follows them; else 0. */
static size_t trailing_spaces(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && s[n] == ' ')
		n++;
	return n == len || s[n] == '\n' ? n : 0;
}

/* Appends one character, or one byte of invalid UTF-8, in visible form. Returns the bytes of s consumed. */
static size_t show_character(
    struct code_points *k, struct buf *out, const char *s, size_t len, int *marks)
{
	uint32_t cp = 0;
	int n = utf8_decode(s, len, &cp, NULL);
	char name[NAME_BYTES];

	*marks = n > 1 && text_width_cp(cp) == 0 ? *marks + 1 : 0;
	if (n > 0 && shows_as_is(s, (size_t)n, cp, *marks)) {
		buf_add(out, s, (size_t)n);
		return (size_t)n;
	}
	snprintf(name, sizeof name, n > 0 ? "U+%04X" : "0x%02X", n > 0 ? cp : (unsigned char)*s);
	spell_kind(k, out, name, 1);
	return n > 0 ? (size_t)n : 1;
}

bool text_show_invisible(struct buf *out, const char *s, size_t len, bool spaces, struct buf *names)
{
	struct code_points k = {.count = 0};
	int marks = 0;

	for (size_t at = 0; at < len && !out->truncated;) {
		size_t ends = spaces && s[at] == ' ' ? trailing_spaces(s + at, len - at) : 0;

		if (ends)
			spell_kind(&k, out, "SPACE", ends);
		else if (spaces && s[at] == '\t')
			spell_kind(&k, out, "TAB", 1);
		else
			ends = show_character(&k, out, s + at, len - at, &marks);
		at += ends ? ends : 1;
	}
	for (size_t i = 0; names && i < k.count; i++)
		buf_addf(names, "%s%zu %s", i ? ", " : "", k.times[i], k.names[i]);
	return k.count > 0;
}
