/* SPDX-License-Identifier: MIT
 * Dates, times and efforts found in the words of a goal.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <jansson.h>
#include <string.h>

#include "base/json/json.h"
#include "base/yaml/yaml.h"
#include "roadmap/calendar/time_zone.h"
#include "roadmap/run/goal_words.h"

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
    {"Spanish to B1 by next summer", "2027-06-20", "", ""},
    {"plant a hedge in autumn", "2026-12-20", "", ""},
    {"be done by the end of the year", "2026-12-31", "", ""},
    {"a present by Christmas", "2026-12-24", "", ""},
    {"call the bank by Friday", "2026-11-27", "", ""},
    {"a talk on 3/25/2027", "2027-03-25", "", ""},
    {"a talk on 4/5/2027", "", "", ""},
    {"Spanisch lernen bis zum nächsten Sommer, 3 Stunden pro Woche", "2027-06-20", "", "3h"},
    {"bis 18. April 2027 fertig", "2027-04-18", "", ""},
    {"bis zum 18.4.2027", "2027-04-18", "", ""},
    {"Küche bis Ende März", "2027-03-31", "", ""},
    {"Vortrag am Freitag, 30 Minuten am Tag", "2026-11-27", "30m", ""},
    {"in sechs Wochen", "2027-01-03", "", ""},
    {"finir le 18 avril 2027", "2027-04-18", "", ""},
    {"avant le 15 mars, 2 heures par semaine", "2027-03-15", "", "2h"},
    {"d'ici la fin de l'année", "2026-12-31", "", ""},
    {"en été", "2027-09-22", "", ""},
    {"antes del 15 de marzo de 2028", "2028-03-15", "", ""},
    {"para el 3 de mayo, 4 horas a la semana", "2027-05-03", "", "4h"},
    {"en tres meses", "2027-02-22", "", ""},
    {"", "", "", ""},
};

static void dates_and_limits_are_found_in_the_words_of_a_goal(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *context = json_object();
		const json_t *profile;

		goal_words_read(rows[i].text, day_from(2026, 11, 22), true, context);
		profile = json_map(context, "profile");
		assert_string_equal(json_str(context, "deadline", ""), rows[i].deadline);
		assert_string_equal(json_str(profile, "max_per_day", ""), rows[i].day);
		assert_string_equal(json_str(profile, "max_per_week", ""), rows[i].week);
		json_decref(context);
	}
}

/* What a goal says besides: its context without the dates above. */
static const struct {
	const char *text, *wanted;
} others[] = {
    {"write it in 120 hours", "{effort: 120h}"},
    {"30 Stunden Arbeit", "{effort: 30h}"},
    {"a kitchen for under 10k€ beside my job",
	"{usual: {effort: 80h, says: a kitchen takes some 80 hours of one's own work besides that "
	"of the trades}, facts: [{question: budget, answer: under 10k€}, {question: time, answer: "
	"beside my job}]}"},
    {"a game with two people",
	"{resources: [{id: me}, {id: person2}], facts: [{question: people, answer: '2: you, who "
	"are me, and person2'}]}"},
    {"zu dritt mit drei Freunden",
	"{resources: [{id: me}, {id: person2}, {id: person3}], facts: [{question: people, answer: "
	"'3: you, who are me, and person2 and so on'}]}"},
    {"paint, only on weekends",
	"{hours: {sat-sun: '10:00-16:00'}, facts: [{question: hours, answer: 'assumed: sat-sun "
	"10:00-16:00'}]}"},
    {"on Mondays and Thursdays",
	"{hours: {mon: '18:00-21:00', thu: '18:00-21:00'}, facts: [{question: hours, answer: "
	"'assumed: mon 18:00-21:00, thu 18:00-21:00'}]}"},
    {"swim 1 km", "{facts: [{question: target, answer: 1 km}]}"},
    {"learn by heart", "{}"},
    {"be ready by the full moon with 3 gizmos",
	"{facts: [{question: not understood, answer: \"'by the full moon with 3'\"}]}"},
    {"a talk on 4/5/2027", "{facts: [{question: not understood, answer: \"'4/5/2027'\"}]}"},
};

static void amounts_people_and_hours_are_found_and_what_is_not_understood_is_named(void **state)
{
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		json_t *context = json_object();
		struct problems problems = PROBLEMS_INIT;
		json_t *wanted =
		    yaml_parse("test", others[i].wanted, strlen(others[i].wanted), NULL, &problems);

		goal_words_read(others[i].text, day_from(2026, 11, 22), true, context);
		if (!wanted || !json_equal(wanted, context))
			fail_msg("%s: %s", others[i].text, json_dumps(context, JSON_ENCODE_ANY));
		json_decref(wanted);
		json_decref(context);
	}
}

static void a_wish_is_not_searched_for_what_is_usual_or_not_understood(void **state)
{
	json_t *context = json_object();

	goal_words_read("a kitchen by the full moon", day_from(2026, 11, 22), false, context);
	assert_int_equal(json_object_size(context), 0);
	json_decref(context);
}

static void the_last_word_about_a_date_counts(void **state)
{
	json_t *context = json_object();

	goal_words_read("swim by June", day_from(2026, 11, 22), true, context);
	goal_words_read("rather by the end of July", day_from(2026, 11, 22), true, context);
	assert_string_equal(json_str(context, "deadline", ""), "2027-07-31");
	json_decref(context);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(dates_and_limits_are_found_in_the_words_of_a_goal),
	    cmocka_unit_test(
		amounts_people_and_hours_are_found_and_what_is_not_understood_is_named),
	    cmocka_unit_test(a_wish_is_not_searched_for_what_is_usual_or_not_understood),
	    cmocka_unit_test(the_last_word_about_a_date_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
