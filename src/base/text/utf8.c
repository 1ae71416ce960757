/* SPDX-License-Identifier: MIT
 * UTF-8 by the table of RFC 3629, section 4: the first byte determines the length and the range of the
 * second byte, which rules out overlong forms, surrogates and too large code points.
 */
#include "base/base.h"

struct lead {
	unsigned char length, low, high; /* of the whole sequence; bounds of the second byte */
};

static struct lead utf8_lead(unsigned char c)
{
	if (c < 0x80)
		return (struct lead){1, 0, 0};
	if (c < 0xc2)
		return (struct lead){0, 0, 0};
	if (c < 0xe0)
		return (struct lead){2, 0x80, 0xbf};
	if (c < 0xf0)
		return (struct lead){3, c == 0xe0 ? 0xa0 : 0x80, c == 0xed ? 0x9f : 0xbf};
	if (c < 0xf5)
		return (struct lead){4, c == 0xf0 ? 0x90 : 0x80, c == 0xf4 ? 0x8f : 0xbf};
	return (struct lead){0, 0, 0};
}

int utf8_decode(const char *s, size_t len, uint32_t *cp, int *need)
{
	const unsigned char *p = (const unsigned char *)s;

	if (need)
		*need = 0;
	if (!len)
		return 0;
	struct lead lead = utf8_lead(p[0]);
	if (!lead.length)
		return 0;
	uint32_t value = lead.length == 1 ? p[0] : p[0] & (0x7fu >> lead.length);
	for (int i = 1; i < lead.length; i++) {
		if ((size_t)i == len) {
			if (need)
				*need = lead.length - i;
			return 0;
		}
		if (i == 1 ? p[1] < lead.low || p[1] > lead.high : (p[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (p[i] & 0x3f);
	}
	*cp = value;
	return lead.length;
}

int utf8_encode(uint32_t cp, char out[4])
{
	if (cp < 0x80) {
		out[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = (char)(0xc0 | cp >> 6);
		out[1] = (char)(0x80 | (cp & 0x3f));
		return 2;
	}
	if (cp >= 0xd800 && cp <= 0xdfff)
		return 0;
	if (cp < 0x10000) {
		out[0] = (char)(0xe0 | cp >> 12);
		out[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		out[2] = (char)(0x80 | (cp & 0x3f));
		return 3;
	}
	if (cp > 0x10ffff)
		return 0;
	out[0] = (char)(0xf0 | cp >> 18);
	out[1] = (char)(0x80 | (cp >> 12 & 0x3f));
	out[2] = (char)(0x80 | (cp >> 6 & 0x3f));
	out[3] = (char)(0x80 | (cp & 0x3f));
	return 4;
}

static size_t utf8_step(const char *s, size_t len)
{
	uint32_t cp;

	if ((unsigned char)*s < 0x80)
		return 1;
	int n = utf8_decode(s, len, &cp, NULL);
	return n ? n : 1;
}

size_t utf8_count(const char *s, size_t len)
{
	size_t count = 0;

	for (size_t at = 0; at < len; count++)
		at += utf8_step(s + at, len - at);
	return count;
}

size_t utf8_offset(const char *s, size_t len, size_t code_points)
{
	size_t at = 0;

	while (at < len && code_points--)
		at += utf8_step(s + at, len - at);
	return at;
}

size_t utf8_start(const char *s, size_t at)
{
	while (at > 0 && ((unsigned char)s[at] & 0xc0) == 0x80)
		at--;
	return at;
}

bool utf8_valid(const char *s, size_t len)
{
	uint32_t cp;

	for (size_t at = 0, n; at < len; at += n) {
		n = (unsigned char)s[at] < 0x80 ? 1 : utf8_decode(s + at, len - at, &cp, NULL);
		if (!n)
			return false;
	}
	return true;
}
