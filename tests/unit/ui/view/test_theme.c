/* SPDX-License-Identifier: MIT
 * Themes: what a terminal of few colours shows, what a user's file may contain, what is used if it is
 * broken. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/embed.h"
#include "config/prompt.h"
#include "tests/support/scratch.h"
#include "ui/view/theme.h"

static char *home;

static int begin(void **state)
{
	home = scratch_new();
	setenv("XDG_CONFIG_HOME", home, 1);
	unsetenv("COLORTERM");
	unsetenv("COLORFGBG");
	return 0;
}

static int end(void **state)
{
	config_forget();
	scratch_free(home);
	return 0;
}

static const struct {
	const char *word;
	int in256, in16, in8;
	bool bright; /* of eight */
} colors[] = {
    {"red", 1, 1, 1, false},
    {"bright-red", 9, 9, 1, true},
    {"196", 196, 9, 1, true},
    {"#ff0000", 196, 9, 1, true},
    {"#6cb6ff", 75, 12, 4, true}, /* a pastel keeps its hue */
    {"#7ee787", 114, 10, 2, true},
    {"#d2a8ff", 183, 12, 4, true},
    {"#0550ae", 25, 4, 4, false},
    {"#116329", 22, 2, 2, false},
    {"#8b949e", 246, 8, 0, true},
    {"#ffffff", 231, 15, 7, true},
    {"#000000", 16, 0, 0, false},
    {"#101010", 233, 0, 0, false},
};

static void a_colour_is_the_nearest_there_is(void **state)
{
	for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
		int color;
		bool bright;
		assert_true(color_parse(colors[i].word, &color));
		assert_int_equal(color_nearest(color, COLOR_TRUE, &bright), color);
		if (color_nearest(color, 256, &bright) != colors[i].in256)
			fail_msg(
			    "%s of 256: %d", colors[i].word, color_nearest(color, 256, &bright));
		if (color_nearest(color, 16, &bright) != colors[i].in16)
			fail_msg("%s of 16: %d", colors[i].word, color_nearest(color, 16, &bright));
		assert_int_equal(color_nearest(color, 8, &bright), colors[i].in8);
		assert_int_equal(bright, colors[i].bright);
		assert_int_equal(color_nearest(color, 0, &bright), COLOR_NONE);
	}
}

static void what_is_no_colour_is_refused(void **state)
{
	static const char *const words[] = {
	    "", "#", "#12345", "#1234567", "#12345g", "256", "-1", "+1", "1x", "puce", "# 12345"};
	int color;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (color_parse(words[i], &color))
			fail_msg("'%s' is a colour", words[i]);
}

static const struct {
	const char *answer;
	bool is, light;
} answers[] = {
    {"]11;rgb:ffff/ffff/ffff", true, true},
    {"]11;rgb:00/00/00", true, false},
    {"]11;rgb:1e1e/1e1e/2e2e", true, false},
    {"]11;rgb:fd/f6/e3", true, true},
    {"]11;rgb:f/f/f", true, true},
    {"]11;rgb:ffff/ffff", false, false},
    {"]11;rgb:fffff/f/f", false, false},
    {"]11;rgb:ff/ff/ff/ff", false, false},
    {"]10;rgb:ff/ff/ff", false, false},
    {"]11;#ffffff", false, false},
};

static void the_terminal_says_its_background(void **state)
{
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
		bool light = false;
		assert_int_equal(color_background(answers[i].answer, &light), answers[i].is);
		assert_int_equal(light, answers[i].light);
	}
}

static void auto_follows_colorfgbg(void **state)
{
	static const struct {
		const char *value, *theme;
		bool known;
	} rows[] = {{"15;0", "dark", true}, {"0;15", "light", true},
	    {"0;default;15", "light", true}, {"0;7", "light", true}, {"12;8", "dark", true},
	    {"x", "dark", false}, {"0;", "dark", false}, {"", "dark", false}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool known;
		setenv("COLORFGBG", rows[i].value, 1);
		assert_string_equal(theme_named("auto", theme_background(&known)), rows[i].theme);
		assert_int_equal(known, rows[i].known);
	}
	assert_string_equal(theme_named("mono", true), "mono");
}

/* Every style of every theme can be told from plain text without its colour, where it must. */
static const enum style meaning[] = {STYLE_WARN, STYLE_BAD, STYLE_CURSOR, STYLE_FOUND,
    STYLE_ADDED_WORD, STYLE_REMOVED_WORD, STYLE_LINK};

static void built_in_themes_serve_at_every_depth(void **state)
{
	static const char *const names[] = {"dark", "light", "high-contrast", "mono", "terminal",
	    "gruvbox-dark", "gruvbox-light", "catppuccin-dark", "catppuccin-light", "nord-dark",
	    "nord-light", "solarized-dark", "solarized-light"};
	static const int depths[] = {0, 8, 16, 88, 256, COLOR_TRUE};
	struct error e = ERROR_INIT;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		for (size_t k = 0; k < sizeof depths / sizeof *depths; k++) {
			struct theme t;
			assert_true(theme_load(&t, names[i], &e));
			theme_fit(&t, depths[k]);
			for (int s = 0; s < STYLE_COUNT; s++) {
				const struct look *l = &t.looks[s];
				assert_true(
				    l->fg < (depths[k] < COLOR_TRUE ? depths[k] : COLOR_RGB * 2));
				if (l->bg < 0 && depths[k] <= 16 && !t.light)
					assert_int_not_equal(l->fg, 0);
				if (l->bg < 0 && depths[k] <= 16 && t.light)
					assert_true(l->fg != 7 && l->fg != 15);
			}
			for (size_t s = 0; s < sizeof meaning / sizeof *meaning; s++) {
				const struct look *l = &t.looks[meaning[s]];
				if (!l->attributes && depths[k] > 0 && l->bg < 0)
					fail_msg("%s: only a colour for %s", names[i],
					    style_name(meaning[s]));
				if (strcmp(names[i], "mono") == 0 && !l->attributes)
					fail_msg("mono: nothing for %s", style_name(meaning[s]));
			}
		}
	}
}

static void a_theme_of_the_user_is_one_more(void **state)
{
	struct error e = ERROR_INIT;
	struct theme t;
	struct buf out = BUF_INIT;

	assert_false(theme_load(&t, "mine", &e));
	error_free(&e);
	scratch_text(home, "agent/config/themes/mine.yaml", "act: \"#010203 on 236 bold\"\n");
	assert_true(theme_load(&t, "mine", &e));
	theme_sgr(&t, STYLE_ACT, &out);
	assert_string_equal(buf_str(&out), "\033[0;1;38;2;1;2;3;48;5;236m");
	buf_clear(&out);
	theme_fit(&t, 16);
	theme_sgr(&t, STYLE_ACT, &out);
	assert_string_equal(buf_str(&out), "\033[0;1;40m");
	buf_free(&out);
}

static const struct {
	const char *text, *message;
} broken[] = {
    {"act: [1]\n",
	"themes/dark.yaml: 'act' is no look; write a colour, 'on' and a colour, attributes"},
    {"act: puce\n",
	"themes/dark.yaml: 'act' is no look; write a colour, 'on' and a colour, attributes"},
    {"act: red on #000000\n",
	"themes/dark.yaml: 'act' is no look; write a colour, 'on' and a colour, attributes"},
    {"atc: red\n", "themes/dark.yaml: unknown style 'atc'"},
    {"background: pink\n", "themes/dark.yaml: 'background' is dark or light"},
    {"- red\n", "themes/dark.yaml: a theme is a list of STYLE: LOOK"},
    {"act: red\nact: blue\n", NULL},
    {"\x01", NULL},
};

static void a_broken_theme_is_told_and_the_built_in_one_serves(void **state)
{
	for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
		struct error e = ERROR_INIT;
		struct theme t;
		scratch_text(home, "agent/config/themes/dark.yaml", broken[i].text);
		assert_false(theme_load(&t, "dark", &e));
		char *line = error_line(&e);
		if (broken[i].message)
			assert_string_equal(line, broken[i].message);
		else
			assert_non_null(strstr(line, "no theme 'dark': "));
		free(line);
		error_free(&e);
		theme_fallback(&t, false);
		assert_int_equal(t.looks[STYLE_ACT].fg, COLOR_RGB | 0x6cb6ff);
	}
}

static void a_name_is_no_path(void **state)
{
	struct error e = ERROR_INIT;
	struct theme t;

	assert_false(theme_load(&t, "../keys", &e));
	assert_string_equal(e.message, "no theme '../keys'; set ui.theme to a file of themes/");
	error_free(&e);
}

/* A shade behind a changed line where there are colours enough, else one look for all of it. */
static void changed_lines_have_a_ground(void **state)
{
	struct error e = ERROR_INIT;
	struct theme t;

	assert_true(theme_load(&t, "dark", &e));
	struct look look = theme_look(&t, STYLE_KEYWORD | STYLE_ON_ADDED);
	assert_int_equal(look.fg, t.looks[STYLE_KEYWORD].fg);
	assert_int_equal(look.bg, t.looks[STYLE_ADDED_LINE].bg);
	theme_fit(&t, 16);
	look = theme_look(&t, STYLE_KEYWORD | STYLE_ON_REMOVED);
	assert_int_equal(look.fg, t.looks[STYLE_DEL].fg);
	assert_int_equal(look.bg, COLOR_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_colour_is_the_nearest_there_is),
	    cmocka_unit_test(what_is_no_colour_is_refused),
	    cmocka_unit_test(the_terminal_says_its_background),
	    cmocka_unit_test_setup_teardown(auto_follows_colorfgbg, begin, end),
	    cmocka_unit_test_setup_teardown(built_in_themes_serve_at_every_depth, begin, end),
	    cmocka_unit_test_setup_teardown(a_theme_of_the_user_is_one_more, begin, end),
	    cmocka_unit_test_setup_teardown(
		a_broken_theme_is_told_and_the_built_in_one_serves, begin, end),
	    cmocka_unit_test_setup_teardown(a_name_is_no_path, begin, end),
	    cmocka_unit_test_setup_teardown(changed_lines_have_a_ground, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
