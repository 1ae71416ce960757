/* A frame leaves whole: one write, marks around it, colours spelled. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include <unistd.h>
#include "ui/tui/frame.h"

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

/* As ncurses does: past the buffer of the FILE. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(what_was_drawn_goes_out_once, begin, end),
	    cmocka_unit_test_setup_teardown(a_synchronized_frame_has_its_marks, begin, end),
	    cmocka_unit_test_setup_teardown(colours_are_spelled_in_full, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
