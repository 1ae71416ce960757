/* SPDX-License-Identifier: MIT
 * Recognises files by their first bytes. PNG: https://www.w3.org/TR/png-3/#11IHDR, JPEG: ITU-T T.81
 * B.2.2, GIF: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, WebP: RFC 9649.
 */
#include "llm/model/media.h"

#include <strings.h>
#include "base/base.h"

static unsigned big(const uint8_t *at, int bytes)
{
	unsigned n = 0;

	while (bytes-- > 0)
		n = n << 8 | *at++;
	return n;
}

static unsigned little(const uint8_t *at, int bytes)
{
	unsigned n = 0;

	while (bytes-- > 0)
		n = n << 8 | at[bytes];
	return n;
}

static bool size(struct media *out, unsigned width, unsigned height)
{
	out->width = (int)(width & 0x7fffffff);
	out->height = (int)(height & 0x7fffffff);
	return out->width > 0 && out->height > 0;
}

static bool read_png(const uint8_t *s, size_t len, struct media *out)
{
	return len >= 24 && memcmp(s + 12, "IHDR", 4) == 0 &&
	       size(out, big(s + 16, 4), big(s + 20, 4));
}

static bool read_gif(const uint8_t *s, size_t len, struct media *out)
{
	return len >= 10 && size(out, little(s + 6, 2), little(s + 8, 2));
}

static bool read_jpeg(const uint8_t *s, size_t len, struct media *out)
{
	size_t at = 2;

	while (at + 9 <= len && s[at] == 0xff) {
		if (s[at + 1] == 0xff) { /* fill byte */
			at++;
			continue;
		}
		/* A frame's head has the size: SOF0 to SOF15 but DHT, JPG and DAC. */
		if (s[at + 1] >= 0xc0 && s[at + 1] <= 0xcf && !memchr("\xc4\xc8\xcc", s[at + 1], 3))
			return size(out, big(s + at + 7, 2), big(s + at + 5, 2));
		at += 2 + (size_t)big(s + at + 2, 2);
	}
	return false;
}

static bool read_webp(const uint8_t *s, size_t len, struct media *out)
{
	if (len < 30)
		return false;
	if (memcmp(s + 12, "VP8 ", 4) == 0)
		return size(out, little(s + 26, 2) & 0x3fff, little(s + 28, 2) & 0x3fff);
	if (memcmp(s + 12, "VP8L", 4) == 0 && s[20] == 0x2f)
		return size(
		    out, (little(s + 21, 4) & 0x3fff) + 1, (little(s + 21, 4) >> 14 & 0x3fff) + 1);
	return memcmp(s + 12, "VP8X", 4) == 0 &&
	       size(out, little(s + 24, 3) + 1, little(s + 27, 3) + 1);
}

static const struct media_kind {
	const char *type, *ending, *also; /* endings of names */
	const char *mark;		  /* the first bytes */
	size_t mark_len;
	bool (*read)(const uint8_t *s, size_t len, struct media *out); /* NULL: it has no size */
} kinds[] = {
    {"image/png", ".png", NULL, "\211PNG\r\n\032\n", 8, read_png},
    {"image/jpeg", ".jpg", ".jpeg", "\377\330\377", 3, read_jpeg},
    {"image/gif", ".gif", NULL, "GIF8", 4, read_gif},
    {"image/webp", ".webp", NULL, "RIFF", 4, read_webp},
    {"application/pdf", ".pdf", NULL, "%PDF-", 5, NULL},
};
#define KINDS ARRAY_SIZE(kinds)

bool media_read(const void *data, size_t len, struct media *out)
{
	for (const struct media_kind *k = kinds; k < kinds + KINDS; k++)
		if (len >= k->mark_len && memcmp(data, k->mark, k->mark_len) == 0) {
			*out = (struct media){.type = k->type};
			return !k->read || k->read(data, len, out);
		}
	return false;
}

static bool ends_with(const char *s, const char *end)
{
	const size_t len = strlen(s), want = end ? strlen(end) : 0;

	return end && len > want && strcasecmp(s + len - want, end) == 0;
}

bool media_named(const char *path)
{
	for (const struct media_kind *k = kinds; k < kinds + KINDS; k++)
		if (ends_with(path, k->ending) || ends_with(path, k->also))
			return true;
	return false;
}

bool media_is_known(const char *type)
{
	for (const struct media_kind *k = kinds; k < kinds + KINDS; k++)
		if (strcmp(type, k->type) == 0)
			return true;
	return false;
}

bool media_is_image(const char *type)
{
	return strncmp(type, "image/", 6) == 0;
}
