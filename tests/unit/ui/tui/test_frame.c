/* SPDX-License-Identifier: MIT
 * Frames sent to the terminal: in one write, with marks around them and colours spelled out. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
#include "base/text/text.h"
#include "ui/tui/terminal/frame.h"
#include "ui/view/markdown/hyperlink.h"

static FILE *out;
static int ends[2];

static int begin(void **state)
{
	out = frame_open();
	return out && pipe(ends) == 0 ? 0 : -1;
}

static int end(void **state)
{
	frame_close();
	close(ends[0]);
	close(ends[1]);
	return 0;
}

/* Writes as ncurses does, past the buffer of the FILE. */
static void draw(const char *s)
{
	assert_int_equal(write(fileno(out), s, strlen(s)), strlen(s));
}

static void expect(bool synchronized, const char *want)
{
	char got[512] = "";

	frame_send(ends[1], synchronized);
	ssize_t n = *want ? read(ends[0], got, sizeof got - 1) : 0;
	assert_true(n >= 0);
	assert_string_equal(got, want);
}

static void what_was_drawn_goes_out_once(void **state)
{
	draw("a\033[31m");
	draw("b");
	expect(false, "a\033[31mb");
	draw("c");
	expect(false, "c");
}

static void a_synchronized_frame_has_its_marks(void **state)
{
	draw("x");
	expect(true, "\033[?2026hx\033[?2026l");
	frame_send(ends[1], true); /* nothing drawn, nothing sent */
	draw("y");
	expect(false, "y");
}

static void colours_are_spelled_in_full(void **state)
{
	int a = frame_color(0x102030), b = frame_color(0xffffff);
	char text[128];

	assert_int_equal(frame_color(0x102030), a);
	assert_int_not_equal(a, b);
	snprintf(text, sizeof text, "\033[38;5;%dm\033[48;5;%dmx\033[38;5;7m\033[38;5;", a, b);
	draw(text);
	expect(false, "\033[38;2;16;32;48m\033[48;2;255;255;255mx\033[38;5;7m\033[38;5;");
	frame_forget_colors();
	draw("\033[38;5;255m");
	expect(false, "\033[38;5;255m");
}

/* Writes a text as ncurses writes it, each character with the marks of a link. */
static void draw_linked(unsigned link, const char *text)
{
	wchar_t marks[FRAME_LINK_MARKS];
	char bytes[256];

	frame_link_marks(link, marks);
	for (; *text; text++) {
		snprintf(
		    bytes, sizeof bytes, "%c%lc%lc", *text, (wint_t)marks[0], (wint_t)marks[1]);
		draw(bytes);
	}
}

static void a_link_is_open_for_its_words_only(void **state)
{
	const unsigned one = hyperlink_web("https://one.example/a", 21);
	char want[256];

	draw("x");
	draw_linked(one, "ab");
	draw("\033[2;1H");
	draw_linked(one, "c");
	draw("d");
	draw_linked(one, "e");
	snprintf(want, sizeof want,
	    "x\033]8;id=%u;https://one.example/a\033\\ab\033]8;;\033\\\033[2;1H"
	    "\033]8;id=%u;https://one.example/a\033\\c\033]8;;\033\\d"
	    "\033]8;id=%u;https://one.example/a\033\\e\033]8;;\033\\",
	    one, one, one);
	expect(false, want);
	draw_linked(HYPERLINKS_MAX, "no such number");
	expect(false, "no such number");
	draw_linked(FRAME_STRUCK, "not");
	draw_linked(one, "a");
	snprintf(want, sizeof want,
	    "\033[9mnot\033[29m\033]8;id=%u;https://one.example/a\033\\a\033]8;;\033\\", one);
	expect(false, want);
}

static void links_beside_each_other_are_two(void **state)
{
	const unsigned one = hyperlink_web("http://one.example", 18);
	const unsigned two = hyperlink_web("http://two.example", 18);
	char want[256];

	assert_int_equal(hyperlink_web("http://one.example", 18), one);
	draw_linked(one, "a");
	draw_linked(two, "b");
	snprintf(want, sizeof want,
	    "\033]8;id=%u;http://one.example\033\\a\033]8;;\033\\"
	    "\033]8;id=%u;http://two.example\033\\b\033]8;;\033\\",
	    one, two);
	expect(false, want);
}

static void expect_web(const char *address, const char *want)
{
	const char *got = hyperlink_address(hyperlink_web(address, strlen(address)));

	if (want)
		assert_string_equal(got, want);
	else
		assert_null(got);
}

static void only_addresses_are_linked(void **state)
{
	char *long_one = malloc(3000);

	expect_web("https://e.org/a?b=c&d#e;f", "https://e.org/a?b=c&d#e;f");
	expect_web("HTTP://e.org/\xc3\xa4", "HTTP://e.org/%C3%A4");
	expect_web("https://", NULL);
	expect_web("https://e.org/a b", NULL);
	expect_web("https://e.org/\033]0;x", NULL);
	expect_web("https://e.org/\a", NULL);
	expect_web("javascript:alert(1)", NULL);
	expect_web("file:///etc/passwd", NULL);
	expect_web("src/a.c", NULL);
	memset(long_one, 'a', 2999);
	long_one[2999] = '\0';
	memcpy(long_one, "https://", 8);
	expect_web(long_one, NULL);
	free(long_one);
}

static void only_files_of_the_folder_are_linked(void **state)
{
	static const struct {
		const char *path, *end; /* of the address; NULL: none */
	} rows[] = {{"src/a b.c", "/srv/x/src/a%20b.c"}, {"/srv/x/a.c", "/srv/x/a.c"},
	    {"a..b/..c", "/srv/x/a..b/..c"}, {"\033", "/srv/x/%1B"}, {"../a.c", NULL},
	    {"src/../../a", NULL}, {"src/..", NULL}, {"/srv/xy/a.c", NULL}, {"/etc/passwd", NULL},
	    {"", NULL}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *got = hyperlink_address(hyperlink_file("/srv/x", rows[i].path));
		if (!rows[i].end) {
			assert_null(got);
			continue;
		}
		assert_memory_equal(got, "file://", 7);
		assert_string_equal(got + strlen(got) - strlen(rows[i].end), rows[i].end);
	}
	assert_int_equal(hyperlink_file("not/a/folder", "a.c"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(what_was_drawn_goes_out_once, begin, end),
	    cmocka_unit_test_setup_teardown(a_synchronized_frame_has_its_marks, begin, end),
	    cmocka_unit_test_setup_teardown(colours_are_spelled_in_full, begin, end),
	    cmocka_unit_test_setup_teardown(a_link_is_open_for_its_words_only, begin, end),
	    cmocka_unit_test_setup_teardown(links_beside_each_other_are_two, begin, end),
	    cmocka_unit_test(only_addresses_are_linked),
	    cmocka_unit_test(only_files_of_the_folder_are_linked),
	};

	setlocale(LC_ALL, "C.UTF-8");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
