/* SPDX-License-Identifier: MIT
 * The door that makes foreign text safe: what stays, what is shown by a visible sign, what is replaced, and
 * that a stream gives the same wherever it is cut.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/text/text.h"
#include "base/text/utf8.h"

#define BAD "\xef\xbf\xbd"
#define ESC "\xe2\x90\x9b"
#define ACUTE "\xcc\x81"

struct text {
	const char *s;
	size_t len;
};
#define T(s) \
	{ \
		s, sizeof(s) - 1 \
	}

static const struct {
	struct text in, out;
} rows[] = {
    {T(""), T("")},
    {T("plain ascii, longer than a word\n\tindented\n"),
	T("plain ascii, longer than a word\n\tindented\n")},
    {T("gr\xc3\xbc\xc3\x9f"
       "e \xe4\xbd\xa0\xe5\xa5\xbd"),
	T("gr\xc3\xbc\xc3\x9f"
	  "e \xe4\xbd\xa0\xe5\xa5\xbd")},
    /* line ends */
    {T("a\r\nb"), T("a\nb")},
    {T("a\rb"), T("a\xe2\x90\x8d"
		  "b")},
    {T("a\r\r\n"), T("a\xe2\x90\x8d\n")},
    {T("a\r"), T("a\xe2\x90\x8d")},
    /* terminal sequences: CSI, OSC 8 and 52, DCS, their C1 forms */
    {T("\x1b[31m"), T(ESC "[31m")},
    {T("\x1b]8;;http://x\x07y\x1b]8;;\x1b\\"),
	T(ESC "]8;;http://x\xe2\x90\x87y" ESC "]8;;" ESC "\\")},
    {T("\x1b]52;c;aGk=\x07"), T(ESC "]52;c;aGk=\xe2\x90\x87")},
    {T("\x1bPq#0\x1b\\"), T(ESC "Pq#0" ESC "\\")},
    {T("\xc2\x9b"
       "31m"),
	T(BAD "31m")},
    {T("\x9b"
       "31m"),
	T(BAD "31m")},
    {T("\xc2\x85"), T(BAD)},
    {T("a\0b\x7f\b"), T("a\xe2\x90\x80"
			"b\xe2\x90\xa1\xe2\x90\x88")},
    /* what hides or turns text */
    {T("\xe2\x80\xae"
       "evil\xe2\x80\xac"),
	T(BAD "evil" BAD)},
    {T("\xe2\x81\xa6x\xe2\x81\xa9"), T(BAD "x" BAD)},
    {T("\xe2\x80\xa8\xe2\x80\xa9"), T(BAD BAD)},
    {T("\xe2\x80\x8b\xef\xbb\xbf\xc2\xad"), T(BAD BAD BAD)},
    {T("\xf3\xa0\x81\x81"), T(BAD)}, /* U+E0041, a tag */
    {T("\xf3\xa0\x84\x80"), T(BAD)}, /* U+E0100 */
    /* what is needed */
    {T("\xe2\x9c\x94\xef\xb8\x8f"), T("\xe2\x9c\x94\xef\xb8\x8f")},
    {T("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7"),
	T("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7")},
    {T("e" ACUTE), T("e" ACUTE)},
    /* broken UTF-8: a maximal part of a sequence is one U+FFFD */
    {T("\xff\xfe"), T(BAD BAD)},
    {T("\x80"), T(BAD)},
    {T("\xc0\x80"), T(BAD BAD)},	 /* overlong NUL */
    {T("\xe0\x80\x80"), T(BAD BAD BAD)}, /* overlong */
    {T("\xf0\x80\x80\x80"), T(BAD BAD BAD BAD)},
    {T("\xed\xa0\x80"), T(BAD BAD BAD)},	 /* a surrogate */
    {T("\xf4\x90\x80\x80"), T(BAD BAD BAD BAD)}, /* above U+10FFFF */
    {T("\xe2\x82"
       "A"),
	T(BAD "A")},
    {T("\xe2\xe2\x82\xac"), T(BAD "\xe2\x82\xac")},
    {T("\xf0\x9f\x98\x1b"), T(BAD ESC)},
    {T("\xf0\x9f\x98\r\n"), T(BAD "\n")},
    {T("\xf0\x9f\x98"), T(BAD)},
};

static void check(const char *what, const struct buf *out, const char *should, size_t len)
{
	if (out->len != len || memcmp(buf_str(out), should, len) != 0)
		fail_msg("%s: '%s' should be '%s'", what, buf_str(out), should);
}

static void foreign_text_comes_out_safe(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = BUF_INIT;
		bool changed = text_sanitise(&out, rows[i].in.s, rows[i].in.len);

		check("whole", &out, rows[i].out.s, rows[i].out.len);
		assert_int_equal(
		    changed, rows[i].in.len != rows[i].out.len ||
				 memcmp(rows[i].in.s, rows[i].out.s, rows[i].in.len) != 0);
		buf_free(&out);
	}
}

static void a_cut_anywhere_changes_nothing(void **state)
{
	struct buf all = BUF_INIT, whole = BUF_INIT;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		buf_add(&all, rows[i].in.s, rows[i].in.len);
	text_sanitise(&whole, all.data, all.len);
	for (size_t cut = 0; cut <= all.len; cut++)
		for (size_t second = cut; second <= cut + 3 && second <= all.len; second++) {
			struct text_door door = {0};
			struct buf out = BUF_INIT;

			text_door_feed(&door, &out, all.data, cut);
			text_door_feed(&door, &out, all.data + cut, second - cut);
			text_door_feed(&door, &out, all.data + second, all.len - second);
			text_door_end(&door, &out);
			check("cut", &out, whole.data, whole.len);
			buf_free(&out);
		}
	buf_free(&all);
	buf_free(&whole);
}

static void a_cut_sequence_waits_for_the_next_chunk(void **state)
{
	struct text_door door = {0};
	struct buf out = BUF_INIT;

	text_door_feed(&door, &out, "a\xe2\x82", 3);
	assert_string_equal(buf_str(&out), "a");
	text_door_feed(&door, &out, "\xac", 1);
	assert_string_equal(buf_str(&out), "a\xe2\x82\xac");
	assert_false(door.changed);
	text_door_feed(&door, &out, "\xe2", 1);
	text_door_end(&door, &out);
	assert_string_equal(buf_str(&out), "a\xe2\x82\xac" BAD);
	assert_true(door.changed);
	buf_free(&out);
}

static void every_byte_comes_out_safe(void **state)
{
	for (int c = 0; c < 256; c++) {
		char byte = (char)c, should[5] = {0};
		char *out = text_clean(&byte, 1);
		bool plain = (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t';

		utf8_encode(plain	? c
			    : c == 0x7f ? 0x2421
			    : c < 0x20	? 0x2400 + c
					: 0xfffd,
		    should);
		assert_string_equal(out, should);
		free(out);
	}
}

static void no_code_point_of_a_terminal_or_a_hider_passes(void **state)
{
	static const struct {
		uint32_t first, last;
	} never[] = {{0x80, 0x9f}, {0xad, 0xad}, {0x61c, 0x61c}, {0x180e, 0x180e}, {0x200b, 0x200b},
	    {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff},
	    {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}};

	for (size_t i = 0; i < sizeof never / sizeof *never; i++)
		for (uint32_t cp = never[i].first; cp <= never[i].last; cp++) {
			char bytes[4], *out = text_clean(bytes, (size_t)utf8_encode(cp, bytes));

			assert_string_equal(out, BAD);
			free(out);
		}
}

static void what_came_out_passes_unchanged(void **state)
{
	for (uint32_t cp = 0; cp < 0x110000; cp++) {
		char bytes[4];
		struct buf out = BUF_INIT, again = BUF_INIT;

		text_sanitise(&out, bytes, (size_t)utf8_encode(cp, bytes));
		assert_true(utf8_valid(buf_str(&out), out.len));
		assert_false(text_sanitise(&again, buf_str(&out), out.len));
		buf_free(&out);
		buf_free(&again);
	}
}

static void of_ten_thousand_marks_eight_stay(void **state)
{
	struct buf in = BUF_INIT, out = BUF_INIT;

	buf_addc(&in, 'e');
	for (int i = 0; i < 10000; i++)
		buf_adds(&in, ACUTE);
	buf_addc(&in, 'f');
	buf_adds(&in, ACUTE);
	assert_true(text_sanitise(&out, in.data, in.len));
	assert_int_equal(out.len, 1 + 8 * 2 + 1 + 2);
	buf_free(&in);
	buf_free(&out);
}

static void a_full_buffer_ends_in_a_whole_character(void **state)
{
	for (size_t max = 1; max < 12; max++) {
		struct buf out = BUF_LIMIT(max);

		text_sanitise(&out, "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80x\xff", 11);
		assert_true(utf8_valid(buf_str(&out), out.len));
		assert_true(out.truncated);
		assert_true(out.len <= max);
		buf_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(foreign_text_comes_out_safe),
	    cmocka_unit_test(a_cut_anywhere_changes_nothing),
	    cmocka_unit_test(a_cut_sequence_waits_for_the_next_chunk),
	    cmocka_unit_test(every_byte_comes_out_safe),
	    cmocka_unit_test(no_code_point_of_a_terminal_or_a_hider_passes),
	    cmocka_unit_test(what_came_out_passes_unchanged),
	    cmocka_unit_test(of_ten_thousand_marks_eight_stay),
	    cmocka_unit_test(a_full_buffer_ends_in_a_whole_character),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
