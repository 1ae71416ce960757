/* SPDX-License-Identifier: MIT
 * What goals say of time.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>

#include "base/json/json.h"
#include "roadmap/run/goal_words.h"
#include "roadmap/calendar/time_zone.h"

static const struct {
	const char *text, *deadline, *day, *week;
} rows[] = {
    {"learn to swim 1 km by June, 3 hours a week", "2027-05-31", "", "3h"},
    {"run a half marathon in May", "2027-05-31", "", ""},
    {"write a book by the end of October 2028", "2028-10-31", "", ""},
    {"ship it before 15 March", "2027-03-15", "", ""},
    {"ship it by December 1st, half an hour a day", "2026-12-01", "30m", ""},
    {"move by 2027-02-28", "2027-02-28", "", ""},
    {"move by 2027-02-30", "", "", ""},
    {"paint the fence in 6 weeks", "2027-01-03", "", ""},
    {"paint the fence within two months, 90 minutes per day", "2027-01-22", "1h 30m", ""},
    {"an hour each day", "", "1h", ""},
    {"maybe march on", "", "", ""},
    {"", "", "", ""},
};

static void dates_and_limits_are_found_in_the_words_of_a_goal(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *context = json_object();
		const json_t *profile;

		goal_words_read(rows[i].text, day_from(2026, 11, 22), context);
		profile = json_map(context, "profile");
		assert_string_equal(json_str(context, "deadline", ""), rows[i].deadline);
		assert_string_equal(json_str(profile, "max_per_day", ""), rows[i].day);
		assert_string_equal(json_str(profile, "max_per_week", ""), rows[i].week);
		json_decref(context);
	}
}

static void the_last_word_about_a_date_counts(void **state)
{
	json_t *context = json_object();

	goal_words_read("swim by June", day_from(2026, 11, 22), context);
	goal_words_read("rather by the end of July", day_from(2026, 11, 22), context);
	assert_string_equal(json_str(context, "deadline", ""), "2027-07-31");
	json_decref(context);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(dates_and_limits_are_found_in_the_words_of_a_goal),
	    cmocka_unit_test(the_last_word_about_a_date_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
