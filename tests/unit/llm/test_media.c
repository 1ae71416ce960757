/* SPDX-License-Identifier: MIT
 * Kinds and sizes of pictures and other media, by the first bytes of their files.
 */
/* holds: attached-looked-before */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "llm/model/media.h"

#define BYTES(s) s, sizeof s - 1

static void a_head_tells_the_kind_and_the_size(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *type; /* NULL: none */
		int width, height;
	} rows[] = {
	    {BYTES("\211PNG\r\n\032\n\0\0\0\015IHDR\0\0\2\200\0\0\1\340"), "image/png", 640, 480},
	    {BYTES("\211PNG\r\n\032\n\0\0\0\015IHDR\0\0\2\200"), NULL, 0, 0}, /* cut */
	    {BYTES("\211PNG\r\n\032\n\0\0\0\015IHDR\0\0\0\0\0\0\0\0"), NULL, 0, 0},
	    {BYTES("GIF89a\200\2\340\1"), "image/gif", 640, 480},
	    {BYTES("\377\330\377\340\0\4JF\377\377\300\0\021\10\1\340\2\200\3"), "image/jpeg", 640,
		480},
	    {BYTES("\377\330\377\304\0\4JF\377\302\0\021\10\1\340\2\200\3"), "image/jpeg", 640,
		480},
	    {BYTES("\377\330\377\340\0\0\377\340\0\0\377\340\0\0"), NULL, 0, 0},
	    {BYTES("RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\235\1\052\200\2\340\1"), "image/webp", 640,
		480},
	    {BYTES("RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\177\2\0\337\1\0"), "image/webp", 640, 480},
	    {BYTES("RIFF\0\0\0\0WEBPVP8L\0\0\0\0\057\177\302\167\0\0\0\0\0\0"), "image/webp", 640,
		480},
	    {BYTES("RIFF\0\0\0\0WAVEfmt \0\0\0\0\0\0\0\0\0\0\0\0\0\0"), NULL, 0, 0},
	    {BYTES("%PDF-1.7"), "application/pdf", 0, 0},
	    {BYTES("plain text"), NULL, 0, 0},
	    {BYTES(""), NULL, 0, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct media m = {0};

		if (media_read(rows[i].bytes, rows[i].len, &m) != (rows[i].type != NULL))
			fail_msg("row %zu", i);
		if (!rows[i].type)
			continue;
		assert_string_equal(m.type, rows[i].type);
		if (m.width != rows[i].width || m.height != rows[i].height)
			fail_msg("row %zu: %dx%d", i, m.width, m.height);
	}
}

static void a_name_tells_by_its_ending(void **state)
{
	assert_true(media_named("a.png") && media_named("B.JPEG") && media_named("/x/y.pdf"));
	assert_false(media_named(".png") || media_named("a.c") || media_named("png"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_head_tells_the_kind_and_the_size),
	    cmocka_unit_test(a_name_tells_by_its_ending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
