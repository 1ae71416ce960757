/* SPDX-License-Identifier: MIT
 * Sanitising of untrusted text: all bytes from outside pass here before they are shown, sent or stored as
 * text. Plain ASCII, nearly everything, is recognised eight bytes at a time and copied in runs; the rest
 * is decoded and judged one code point at a time. Whole texts and streams share one path, so the result
 * does not depend on where a stream is cut.
 */
#include "base/base.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */
#define MARKS_KEPT 8

struct door_range {
	uint32_t first, last;
};

/* These code points change how other text looks without being seen themselves, or are no characters
 * at all. Zero-width joiners and the variation selectors of emoji count as combining marks instead:
 * Persian, Indic scripts and ordinary emoji need them. */
static const struct door_range hidden[] = {
    {0x0080, 0x009f},	/* C1 controls */
    {0x00ad, 0x00ad},	/* soft hyphen */
    {0x061c, 0x061c},	/* Arabic letter mark */
    {0x180e, 0x180e},	/* Mongolian vowel separator */
    {0x200b, 0x200b},	/* zero width space */
    {0x200e, 0x200f},	/* left-to-right and right-to-left marks */
    {0x2028, 0x202e},	/* line and paragraph separators, bidi embeddings and overrides */
    {0x2060, 0x206f},	/* word joiner, invisible operators, bidi isolates, deprecated formats */
    {0x3164, 0x3164},	/* Hangul filler */
    {0xfdd0, 0xfdef},	/* noncharacters */
    {0xfeff, 0xfeff},	/* byte order mark */
    {0xffa0, 0xffa0},	/* halfwidth Hangul filler */
    {0xfff0, 0xfffb},	/* unassigned, interlinear annotations */
    {0xfffe, 0xffff},	/* noncharacters */
    {0x1bca0, 0x1bca3}, /* shorthand formats */
    {0x1d173, 0x1d17a}, /* musical formats */
    {0xe0000, 0xe0fff}, /* tags, variation selectors supplement */
};

static bool is_hidden(uint32_t cp)
{
	size_t low = 0, high = ARRAY_SIZE(hidden);

	if ((cp > 0xad && cp < 0x61c) || (cp > 0x3164 && cp < 0xfdd0))
		return false; /* a shortcut for most scripts */
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (cp > hidden[middle].last)
			low = middle + 1;
		else if (cp < hidden[middle].first)
			high = middle;
		else
			return true;
	}
	return false;
}

static bool is_plain(unsigned char c)
{
	return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t';
}

/* Returns the length of the plain ASCII at the start of s. */
static size_t plain_run(const char *s, size_t len)
{
	const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
	size_t at = 0;

	while (at < len) {
		uint64_t word;

		if (len - at < sizeof word)
			break;
		memcpy(&word, s + at, sizeof word);
		uint64_t del = word ^ 0x7f * ones;
		if (!((word | (word - 0x20 * ones) | ((del - ones) & ~del)) & tops)) {
			at += sizeof word;
			continue;
		}
		for (size_t end = at + sizeof word; at < end; at++)
			if (!is_plain((unsigned char)s[at]))
				return at;
	}
	while (at < len && is_plain((unsigned char)s[at]))
		at++;
	return at;
}

static void door_replace(struct text_door *d, struct buf *out, const char *with)
{
	buf_adds(out, with);
	d->changed = true;
	d->marks = 0;
}

static void door_control(struct text_door *d, struct buf *out, unsigned char c)
{
	char picture[5] = {0};

	utf8_encode(c == 0x7f ? 0x2421 : 0x2400u + c, picture);
	door_replace(d, out, picture);
}

/* Appends the picture of a pending \r, after which no \n came. */
static void door_lone_cr(struct text_door *d, struct buf *out)
{
	d->cr = false;
	door_control(d, out, '\r');
}

/* Returns whether a code point is kept; counts combining marks. */
static bool code_point_passes(struct text_door *d, uint32_t cp)
{
	if (is_hidden(cp))
		return false;
	if (text_width_cp(cp) > 0)
		d->marks = 0;
	else if (d->marks < MARKS_KEPT)
		d->marks++;
	else
		return false;
	return true;
}

/* Returns the length of the text at the start of s that is kept unchanged. */
static size_t safe_run(struct text_door *d, const char *s, size_t len)
{
	size_t at = 0, plain;
	uint32_t cp;

	while (at < len) {
		plain = plain_run(s + at, len - at);
		if (plain) {
			d->marks = 0;
			at += plain;
			continue;
		}
		if (!(s[at] & 0x80))
			break;
		int n = utf8_decode(s + at, len - at, &cp, NULL);
		if (!n || !code_point_passes(d, cp))
			break;
		at += (size_t)n;
	}
	return at;
}

/* Reads one multi-byte sequence, or as much of it as there is, and appends it or its replacement (Unicode
 * 15, 3.9: a maximal subpart becomes one U+FFFD). Returns the bytes consumed. */
static size_t door_sequence(struct text_door *d, struct buf *out, const char *bytes, size_t len)
{
	uint32_t cp;
	size_t used = 0;
	int need = 1, n = 0;

	while (need > 0 && used < len && (size_t)d->pending_len < sizeof d->pending) {
		d->pending[d->pending_len++] = bytes[used++];
		n = utf8_decode(d->pending, d->pending_len, &cp, &need);
	}
	if (n) {
		if (code_point_passes(d, cp))
			buf_add(out, d->pending, (size_t)n);
		else if (is_hidden(cp))
			door_replace(d, out, REPLACEMENT);
		else
			d->changed = true; /* one mark too many */
		d->pending_len = 0;
	} else if (!need) {
		/* The byte that broke a sequence may begin another. */
		if (d->pending_len > 1)
			used--;
		door_replace(d, out, REPLACEMENT);
		d->pending_len = 0;
	}
	return used;
}

/* Removes an incomplete character from the end of a full buffer. */
static void door_trim(struct buf *out)
{
	size_t at = out->len;
	uint32_t cp;

	while (at > 0 && out->len - at < 3 && (out->data[at - 1] & 0xc0) == 0x80)
		at--;
	if (at > 0 && (out->data[at - 1] & 0x80) &&
	    !utf8_decode(out->data + at - 1, out->len - at + 1, &cp, NULL))
		buf_cut(out, at - 1);
}

void text_door_feed(struct text_door *d, struct buf *out, const char *bytes, size_t len)
{
	size_t at = 0;

	while (at < len && !out->truncated) {
		unsigned char c = (unsigned char)bytes[at];

		if (d->pending_len) {
			at += door_sequence(d, out, bytes + at, len - at);
			continue;
		}
		if (d->cr && c != '\n')
			door_lone_cr(d, out);
		d->cr = false;
		size_t run = safe_run(d, bytes + at, len - at);
		if (run) {
			buf_add(out, bytes + at, run);
			at += run;
		} else if (c == '\r') {
			d->cr = d->changed = true;
			at++;
		} else if (c < 0x80) {
			door_control(d, out, c);
			at++;
		} else {
			at += door_sequence(d, out, bytes + at, len - at);
		}
	}
	if (out->truncated)
		door_trim(out);
}

void text_door_end(struct text_door *d, struct buf *out)
{
	if (d->cr)
		door_lone_cr(d, out);
	if (d->pending_len)
		door_replace(d, out, REPLACEMENT);
	d->pending_len = 0;
	d->marks = 0;
	if (out->truncated)
		door_trim(out);
}

bool text_sanitise(struct buf *out, const char *bytes, size_t len)
{
	struct text_door door = {0};

	text_door_feed(&door, out, bytes, len);
	text_door_end(&door, out);
	return door.changed;
}

char *text_clean(const char *bytes, size_t len)
{
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED); /* a byte becomes at most three */

	text_sanitise(&out, bytes, len);
	return buf_take(&out);
}
