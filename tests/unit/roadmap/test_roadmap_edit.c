/* SPDX-License-Identifier: MIT
 * Changes of a plan as data: each kind is applied, shown as a diff, and taken back.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/roadmap_store.h"

static const char plan[] =
    "{goal: Paint the fence, timezone: UTC, start: 2027-03-01, deadline: 2027-03-31, "
    "hours: {mon-fri: '17-19'}, nodes: ["
    "{id: prepare, level: phase, nodes: [{id: buy, title: Buy paint, effort: 1h}, "
    "{id: sand, effort: 4h, after: buy}]}, "
    "{id: paint, title: Paint, effort: 5h, after: [sand]}, "
    "{id: second, effort: 3h, after: paint FS+1ed}, "
    "{id: water, cadence: sat, start: 2027-03-06T09:30, duration: 30m}]}";

static json_t *parse(const char *yaml)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *value = yaml_parse("test", yaml, strlen(yaml), NULL, &problems);

	if (!value)
		fail_msg("%s: %s", yaml, problem_line(&problems.list[0]));
	return value;
}

/* Splits words at spaces; single quotes keep them together. */
static int split(char *text, const char **words)
{
	int count = 0;

	while (*text) {
		const char end = *text == '\'' ? '\'' : ' ';

		text += *text == '\'';
		words[count++] = text;
		text = strchrnul(text, end);
		if (*text)
			*text++ = '\0';
		text += strspn(text, " ");
	}
	return count;
}

static json_t *words_edits(const char *text, struct error *e)
{
	char *copy = xstrdup(text);
	const char *words[32];
	json_t *edits = roadmap_edit_of_words(words, split(copy, words), e);

	free(copy);
	return edits;
}

static const struct {
	const char *words, *diff;
} changes[] = {
    {"add 'Buy tape' 1h after=sand parent=prepare", "+ buy-tape  Buy tape\n"},
    {"add 'Clean up' 30m id=tidy after=second,paint", "+ tidy  Clean up\n"},
    {"add Stretch level=routine cadence=daily duration=10m", "+ stretch  Stretch\n"},
    {"remove sand", "- sand\n~ paint: after [\"sand\"] → [\"buy\"]\n"},
    {"remove prepare",
	"- prepare\n- buy  Buy paint\n- sand\n~ paint: after is gone (was [\"sand\"])\n"},
    {"rename paint 'First coat'", "~ paint: title \"Paint\" → \"First coat\"\n"},
    {"rename 'goal=Paint the gate'", "~ plan: goal \"Paint the fence\" → \"Paint the gate\"\n"},
    {"resize 'buy PAINT' 2h", "~ buy: effort \"1h\" → \"2h\"\n"},
    {"resize second duration=1ed",
	"~ second: duration is \"1ed\"\n~ second: effort is gone (was \"3h\")\n"},
    {"move paint not_before=2027-03-10", "~ paint: not_before is \"2027-03-10\"\n"},
    {"move second parent=prepare", "~ second: parent is \"prepare\"\n"},
    {"move water cadence=mon,thu start=2027-03-08T18:00",
	"~ water: cadence \"sat\" → \"mon,thu\"\n"
	"~ water: start \"2027-03-06T09:30\" → \"2027-03-08T18:00\"\n"},
    {"link second sand", "~ second: after \"paint FS+1ed\" → [\"paint FS+1ed\",\"sand\"]\n"},
    {"link second 'paint FS+2ed'", "~ second: after \"paint FS+1ed\" → [\"paint FS+2ed\"]\n"},
    {"unlink second paint", "~ second: after is gone (was \"paint FS+1ed\")\n"},
    {"person bob 'hours=sat 9-12' then assign paint bob",
	"~ plan: resources is [{\"id\":\"me\"},{\"id\":\"bob\",\"hours\":\"sat 9-12\"}]\n"
	"~ buy: resources is [\"me\"]\n~ sand: resources is [\"me\"]\n~ paint: resources is "
	"\"bob\"\n"
	"~ second: resources is [\"me\"]\n~ water: resources is [\"me\"]\n"},
    {"absence 2027-03-04 2027-03-05",
	"~ plan: exceptions is {\"2027-03-04\":\"off\",\"2027-03-05\":\"off\"}\n"},
    {"holiday 2027-03-26,12-25", "~ plan: holidays is [\"2027-03-26\",\"12-25\"]\n"},
    {"hours 'mon-sat 18-20' max_per_week=6h",
	"~ plan: hours {\"mon-fri\":\"17-19\"} → \"mon-sat 18-20\"\n"
	"~ plan: profile is {\"max_per_week\":\"6h\"}\n"},
    {"deadline 2027-04-15", "~ plan: deadline \"2027-03-31\" → \"2027-04-15\"\n"},
    {"deadline 2027-03-20 paint", "~ paint: deadline is \"2027-03-20\"\n"},
    {"priority sand 5 optional=yes", "~ sand: priority is 5\n~ sand: optional is true\n"},
    {"status buy done finished=2027-03-02 took=2h",
	"~ buy: status is \"done\"\n~ buy: finished is \"2027-03-02\"\n~ buy: took is \"2h\"\n"},
    {"[{\"op\": \"resize\", \"id\": \"sand\", \"effort\": \"6h\"}]",
	"~ sand: effort \"4h\" → \"6h\"\n"},
};

static void each_change_is_applied_and_shown_and_changes_nothing_else(void **state)
{
	json_t *before = parse(plan), *copy = json_deep_copy(before);

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		const char *whole[] = {changes[i].words};
		struct error e = ERROR_INIT;
		json_t *edits = changes[i].words[0] == '[' ? roadmap_edit_of_words(whole, 1, &e)
							   : words_edits(changes[i].words, &e);
		json_t *after = edits ? roadmap_edited(before, edits, &e) : NULL;
		struct buf diff = BUF_INIT;

		if (!after)
			fail_msg("%s: %s", changes[i].words, e.message);
		roadmap_diff(before, after, &diff);
		if (strcmp(buf_str(&diff), changes[i].diff) != 0)
			print_error("%s\n", changes[i].words);
		assert_string_equal(buf_str(&diff), changes[i].diff);
		assert_true(
		    json_equal(before, copy)); /* what is kept is as it was: undo takes it */
		buf_free(&diff);
		json_decref(after);
		json_decref(edits);
	}
	json_decref(copy);
	json_decref(before);
}

static void what_cannot_be_changed_says_why(void **state)
{
	static const struct {
		const char *words, *why;
	} rows[] = {
	    {"frob sand", "no operation 'frob'"},
	    {"resiz sand 2h", "no operation 'resiz' (did you mean 'resize'?)"},
	    {"resize snad 2h", "resize: no task 'snad' (did you mean 'sand'?)"},
	    {"resize sand 2h 3h", "resize: what is '3h'? it takes id effort"},
	    {"resize sand soon", "soon"},
	    {"link buy second", "that would break a rule: "},
	    {"add", "add: wants a title"},
	    {"add Sand id=sand effort=1h", "add: there is a task 'sand' already"},
	    {"add Varnish", "that would break a rule: Varnish: it says neither"},
	    {"unlink paint buy", "unlink: 'paint' does not wait for 'buy'"},
	    {"absence 2027-03-04 2027-03-01", "absence: its last day lies before the first"},
	    {"absence soon", "absence: 'soon': is no day like 2026-03-02"},
	    {"absence 2027-03-04 person=eve", "absence: no person 'eve' in the plan"},
	    {"person me remove=yes", "person: 'me' is not there, or is the only one"},
	    {"assign paint eve", "that would break a rule: Paint: there is no resource 'eve'"},
	    {"holiday christmas", "christmas"},
	    {"status sand finished-ish", "finished-ish"},
	    {"move sand parent=attic", "move: no task 'attic'"},
	};
	json_t *before = parse(plan), *copy = json_deep_copy(before);

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct error e = ERROR_INIT;
		json_t *edits = words_edits(rows[i].words, &e);
		json_t *after = edits ? roadmap_edited(before, edits, &e) : NULL;

		assert_null(after);
		if (!e.message || !strstr(e.message, rows[i].why))
			fail_msg("%s: %s", rows[i].words, e.message ? e.message : "nothing");
		assert_true(json_equal(before, copy));
		json_decref(edits);
		error_free(&e);
	}
	json_decref(copy);
	json_decref(before);
}

static void a_list_of_operations_is_applied_whole_or_not_at_all(void **state)
{
	json_t *before = parse(plan);
	struct error e = ERROR_INIT;
	json_t *edits = words_edits("resize sand 6h then resize snad 2h", &e);

	assert_int_equal(json_array_size(edits), 2);
	assert_null(roadmap_edited(before, edits, &e));
	json_decref(edits);
	json_decref(before);
	error_free(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_change_is_applied_and_shown_and_changes_nothing_else),
	    cmocka_unit_test(what_cannot_be_changed_says_why),
	    cmocka_unit_test(a_list_of_operations_is_applied_whole_or_not_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
