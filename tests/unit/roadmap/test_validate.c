/* SPDX-License-Identifier: MIT
 * Every rule of the validator by its code, and that its fix, where it has one, mends it.
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
#include "base/json/json.h"
#include "base/yaml/yaml.h"
#include "config/prompt.h"
#include "roadmap/file/validate.h"
#include "roadmap/run/confidence.h"

static void read_text(struct roadmap *r, const char *yaml)
{
	struct problems problems = PROBLEMS_INIT;
	struct yaml_marks *marks;
	json_t *document = yaml_parse("plan.yaml", yaml, strlen(yaml), &marks, &problems);

	if (!document || !roadmap_read(r, document, "plan.yaml", marks, &problems))
		fail_msg("%s", problem_line(&problems.list[0]));
	marks_free(marks);
	json_decref(document);
}

static json_t *patterns(void)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *table = config_table("patterns.yaml", &problems);

	assert_non_null(table);
	return table;
}

/* Fails the test unless the plan cannot be read and the first of its problems names this key. */
static void refused(const char *yaml, const char *key)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *document = yaml_parse("plan.yaml", yaml, strlen(yaml), NULL, &problems);
	struct roadmap r;

	assert_non_null(document);
	assert_false(roadmap_read(&r, document, "plan.yaml", NULL, &problems));
	if (!strstr(problems.list[0].text, key))
		fail_msg("%s", problems.list[0].text);
	problems_free(&problems);
	json_decref(document);
}

struct row {
	const char *code, *node; /* NULL: the plan itself */
	bool fixed;		 /* by its own fix */
	const char *says, *yaml; /* the nodes, or what stands before them */
};

#define PLAN "goal: g\ntimezone: UTC\n"
#define ROUTINE(rule) \
	PLAN "start: 2026-03-02\nnodes:\n- {id: r, cadence: '" rule "', duration: 10m}\n"
static const struct row rows[] = {
    {"missing_id", NULL, true, "'Do it' has no id", PLAN "nodes:\n- {title: Do it, effort: 1h}\n"},
    {"duplicate_id", "a", true, "another node has the id 'a' too",
	PLAN "nodes:\n- {id: a, effort: 1h}\n- {id: a, effort: 2h}\n"},
    {"level_error", "p", true, "a phase cannot stand within a task",
	PLAN "nodes:\n- {id: t, level: task, nodes: [{id: p, level: phase}]}\n"},
    {"unknown_parent", "a", true, "its parent 'x' is not there",
	PLAN "nodes:\n- {id: a, effort: 1h, parent: x}\n"},
    {"unreachable", "p", true, "its own ancestor",
	PLAN "nodes:\n- {id: p, level: phase, parent: q}\n- {id: q, level: phase, parent: p}\n"},
    {"unreachable", "a", false, "belongs to no goal",
	PLAN "nodes:\n- {id: g, level: goal}\n- {id: a, effort: 1h}\n"},
    {"unknown_dependency", "a", true,
	"depends on 'desing', which is not there (did you mean 'design'?)",
	PLAN "nodes:\n- {id: design, effort: 1h}\n- {id: a, effort: 1h, after: [desing]}\n"},
    {"unknown_dependency", "a", true, "'r' is a routine",
	PLAN "nodes:\n- {id: r, cadence: daily}\n- {id: a, effort: 1h, after: r}\n"},
    {"dependency_cycle", "b", false, "wait for each other: ",
	PLAN "nodes:\n- {id: a, effort: 1h, after: c}\n- {id: b, effort: 1h, after: [a]}\n"
	     "- {id: c, effort: 1h, after: b}\n"},
    {"dependency_cycle", NULL, false, "p → t → p",
	PLAN "nodes:\n- {id: p, level: phase, nodes: [{id: t, effort: 1h, after: p}]}\n"},
    {"order_contradicted", "a", true, "its order is 1, but it depends on 'b' of order 2",
	PLAN
	"nodes:\n- {id: a, effort: 1h, order: 1, after: b}\n- {id: b, effort: 1h, order: 2}\n"},
    {"unknown_resource", "a", false, "there is no resource 'lathe'",
	PLAN "nodes:\n- {id: a, effort: 1h, resources: [lathe]}\n"},
    {"no_capacity", "a", false, "it needs 3 of 'me', of which there is 1",
	PLAN "nodes:\n- {id: a, effort: 1h, resources: [{id: me, units: 3}]}\n"},
    {"no_capacity", NULL, false, "has no working hours at all",
	PLAN "hours: {mon: 'off'}\nnodes:\n- {id: a, effort: 1h}\n"},
    {"no_work", "a", false, "neither how much work", PLAN "nodes:\n- {id: a}\n"},
    {"milestone_duration", "m", true, "takes no time",
	PLAN "nodes:\n- {id: m, level: milestone, duration: 2h}\n"},
    {"effort_of_parts", "p", true, "has parts, so its own effort is not counted",
	PLAN "nodes:\n- {id: p, level: phase, effort: 3h, nodes: [{id: a, effort: 1h}]}\n"},
    {"before_practice", "m", true, "before the weeks of 'swim'",
	PLAN "pattern: progressive_accumulation_arc\nnodes:\n- {id: a, level: phase, order: 1, "
	     "nodes: [{id: pool, effort: 2h}]}\n- {id: b, level: phase, order: 2, nodes: "
	     "[{id: swim, cadence: mon, duration: 1h, deadline: 2026-03-30}, {id: m, level: "
	     "milestone, after: pool}]}\n"},
    {"before_practice", "m", false, "before the weeks of 'swim'",
	PLAN "pattern: progressive_accumulation_arc\nnodes:\n- {id: a, level: phase, order: 1, "
	     "nodes: [{id: pool, effort: 2h}]}\n- {id: b, level: phase, order: 2, nodes: "
	     "[{id: swim, cadence: mon, duration: 1h}, {id: m, level: milestone, after: "
	     "pool}]}\n"},
    {"no_cadence", "r", false, "a routine has a cadence",
	PLAN "nodes:\n- {id: r, level: routine}\n"},
    {"stray_cadence", "a", true, "only a routine has a cadence",
	PLAN "nodes:\n- {id: a, level: task, effort: 1h, cadence: daily}\n"},
    {"impossible_cadence", "r", false, "FREQ is DAILY, WEEKLY, MONTHLY or YEARLY, not 'FOO'",
	ROUTINE("FREQ=FOO")},
    {"impossible_cadence", "r", false, "FREQ=HOURLY is more often than daily",
	ROUTINE("FREQ=HOURLY")},
    {"impossible_cadence", "r", false, "COUNT is from 1 to 999999999, not '0'",
	ROUTINE("FREQ=DAILY;COUNT=0")},
    {"impossible_cadence", "r", false, "INTERVAL is from 1 to 9999, not '0'",
	ROUTINE("FREQ=DAILY;INTERVAL=0")},
    {"impossible_cadence", "r", false, "BYMONTHDAY is from 1 to 31, or from -31 to -1, not '32'",
	ROUTINE("FREQ=MONTHLY;BYMONTHDAY=32")},
    {"impossible_cadence", "r", false, "BYMONTHDAY does not go with its FREQ",
	ROUTINE("FREQ=WEEKLY;BYMONTHDAY=3")},
    {"impossible_cadence", "r", false, "'XX' in BYDAY is no day",
	ROUTINE("FREQ=WEEKLY;BYDAY=MO,XX")},
    {"impossible_cadence", "r", false, "'2MO' in BYDAY does not go with its FREQ",
	ROUTINE("FREQ=WEEKLY;BYDAY=2MO")},
    {"impossible_cadence", "r", false, "UNTIL is a day like 20260331, not '2027'",
	ROUTINE("FREQ=DAILY;UNTIL=2027")},
    {"impossible_cadence", "r", false, "both COUNT and UNTIL",
	ROUTINE("FREQ=DAILY;UNTIL=20270301;COUNT=3")},
    {"impossible_cadence", "r", false, "a rule has no part 'FOO'", ROUTINE("FREQ=DAILY;FOO=3")},
    {"impossible_cadence", "r", false, "'BYDAY' is no part like INTERVAL=2",
	ROUTINE("FREQ=DAILY;BYDAY")},
    {"impossible_cadence", "r", false, "has no day at all",
	ROUTINE("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")},
    {"impossible_cadence", "r", false, "has no day at all", ROUTINE("FREQ=DAILY;UNTIL=20260301")},
    {"impossible_dates", "a", false, "window.from",
	PLAN "nodes:\n- {id: a, effort: 1h, window: {from: 2026-03-05, to: 2026-03-02}}\n"},
    {"impossible_dates", NULL, false, "start 2026-03-05 00:00 lies behind deadline",
	PLAN "start: 2026-03-05\ndeadline: 2026-03-02\nnodes:\n- {id: a, effort: 1h}\n"},
    {"unknown_pattern", NULL, false, "'waterfall' is no pattern",
	PLAN "pattern: waterfall\nnodes:\n- {id: a, effort: 1h}\n"},
    {"pattern_mismatch", NULL, false, "a recurring_cycle has at least 1 routine; there are 0",
	PLAN "pattern: recurring_cycle\nnodes:\n- {id: a, effort: 1h}\n"},
    {"pattern_mismatch", NULL, false, "takes at least 56d",
	PLAN "pattern: strategic_transformation\nstart: 2026-03-02\ndeadline: 2026-03-20\nnodes:\n"
	     "- {id: p, level: phase, nodes: [{id: m, level: milestone}]}\n"
	     "- {id: q, level: phase, after: p, nodes: [{id: n, level: milestone, after: m}]}\n"},
    {"unknown_subtype", NULL, false, "write 'proposed:tidal' to propose it",
	PLAN "pattern: {pattern_type: recurring_cycle, subtype: tidal}\n"
	     "nodes:\n- {id: r, cadence: daily}\n"},
    {"rfc_missing", NULL, false, "says in rfc why",
	PLAN "pattern: {pattern_type: recurring_cycle, subtype: 'proposed:tidal'}\n"
	     "nodes:\n- {id: r, cadence: daily}\n"},
};

static bool has_code(const struct roadmap_violations *v, const char *code, size_t *at)
{
	for (*at = 0; *at < v->count; (*at)++)
		if (strcmp(violation_codes[v->list[*at].code], code) == 0)
			return true;
	return false;
}

/* Applies the violation's fix; fails the test if the violation is still there. */
static void mended(struct roadmap *r, const struct roadmap_violation *v, const json_t *table)
{
	struct problems problems = PROBLEMS_INIT;
	struct roadmap_violations left = {0};
	struct roadmap again;
	char *text = roadmap_fix_text(r, v);
	size_t at;

	assert_non_null(text);
	free(text);
	assert_true(roadmap_fix_apply(r, v));
	assert_true(roadmap_read(&again, r->document, "fixed", NULL, &problems));
	roadmap_validate(&again, table, &left);
	if (has_code(&left, violation_codes[v->code], &at))
		fail_msg("still: %s", left.list[at].text);
	roadmap_violations_free(&left);
	roadmap_free(&again);
}

static void each_rule_has_a_code_a_sentence_and_perhaps_a_fix_that_mends_it(void **state)
{
	json_t *table = patterns();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct roadmap_violations v = {0};
		struct roadmap r;
		size_t at;

		read_text(&r, rows[i].yaml);
		assert_false(roadmap_validate(&r, table, &v));
		if (!has_code(&v, rows[i].code, &at))
			fail_msg("no %s for row %zu but: %s", rows[i].code, i, v.list[0].text);
		if (!strstr(v.list[at].text, rows[i].says))
			fail_msg("row %zu says: %s", i, v.list[at].text);
		if (rows[i].node)
			assert_string_equal(r.outline.nodes[v.list[at].node].id, rows[i].node);
		assert_int_equal(v.list[at].fix.kind != FIX_NONE,
		    rows[i].fixed || strcmp(rows[i].code, "unknown_pattern") == 0);
		if (rows[i].fixed)
			mended(&r, &v.list[at], table);
		roadmap_violations_free(&v);
		roadmap_free(&r);
	}
	json_decref(table);
}

/* What RFC 5545 allows, in either case, is followed. */
static void rules_of_recurrence_that_can_be_followed_are_no_violation(void **state)
{
	static const char *const plans[] = {
	    ROUTINE("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"),
	    ROUTINE("FREQ=MONTHLY;BYDAY=-1FR,2MO"),
	    ROUTINE("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1"),
	    ROUTINE("FREQ=MONTHLY;BYMONTHDAY=-1,+15;WKST=SU"),
	    ROUTINE("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO"),
	    ROUTINE("freq=weekly;byday=mo;until=20270301T120000Z"),
	    ROUTINE("FREQ=DAILY;INTERVAL=400;COUNT=1;"),
	};
	json_t *table = patterns();

	for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
		struct roadmap_violations v = {0};
		struct roadmap r;

		read_text(&r, plans[i]);
		if (!roadmap_validate(&r, table, &v))
			fail_msg("%s", v.list[0].text);
		roadmap_free(&r);
	}
	json_decref(table);
}

/* A code that no row above makes is one that nothing holds. */
static void every_code_is_tested(void **state)
{
	for (int code = 0; code < VIOLATION_COUNT; code++) {
		const char *name = violation_codes[code];
		bool found =
		    code == VIOLATION_PROPOSAL_REFUSED; /* by a flag: tests/e2e/roadmaps.sh */

		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			found = found || strcmp(rows[i].code, name) == 0;
		if (!found)
			fail_msg("no row for %s", name);
	}
}

static void a_proposed_subtype_with_its_reason_waits_for_approval(void **state)
{
	json_t *table = patterns();
	struct roadmap_violations v = {0};
	struct roadmap r;

	read_text(&r, PLAN "pattern: {pattern_type: recurring_cycle, confidence: 0.7,"
			   " subtype: 'proposed:daily_health_protocol_v2', rfc: 'none fits',"
			   " introduced_by: ai_adaptation, source_pattern: recurring_cycle}\n"
			   "nodes:\n- {id: r, cadence: daily, duration: 10m}\n");
	assert_true(roadmap_validate(&r, table, &v));
	assert_true(v.rfc_pending);
	assert_true(pattern_proposed(&r.outline.pattern));
	assert_int_equal(r.outline.pattern.introduced_by, INTRODUCED_AI_ADAPTATION);
	roadmap_free(&r);
	json_decref(table);
}

static void words_of_a_goal_hint_at_its_pattern(void **state)
{
	static const struct {
		const char *goal, *type, *subtype;
	} goals[] = {
	    {"run a half marathon in May", "milestone_project", "race_training"},
	    {"take my medication every morning", "recurring_cycle", "protocol_routine"},
	    {"Learn to play the piano", "progressive_accumulation_arc", "skill_building"},
	    {"launch a newsletter alongside my course", "hybrid_project_cycle",
		"publication_series"},
	    {"change my career and become a nurse", "strategic_transformation", "career_change"},
	    {"xyzzy", NULL, NULL},
	};
	json_t *table = patterns();

	for (size_t i = 0; i < sizeof goals / sizeof *goals; i++) {
		struct pattern_spec p = {0};

		assert_int_equal(pattern_guess(table, goals[i].goal, &p), goals[i].type != NULL);
		if (goals[i].type) {
			assert_string_equal(p.type, goals[i].type);
			assert_string_equal(p.subtype, goals[i].subtype);
			assert_true(p.confidence > 0 && p.confidence < 1);
		}
		pattern_free(&p);
	}
	json_decref(table);
}

static void a_policy_overrides_field_by_field(void **state)
{
	struct interaction_policy p = interaction_policy_default;
	json_t *session = json_pack("{s:s, s:i, s:s}", "conversation_style", "concise",
	    "probing_depth", 0, "tone", "clinical");
	struct problems problems = PROBLEMS_INIT;
	json_t *out;

	assert_true(contract_check(CONTRACT_POLICY, session, "policy", NULL, &problems));
	assert_false(p.style_known);
	interaction_policy_merge(&p, session);
	assert_true(p.style_known);
	assert_int_equal(p.style, TALK_CONCISE);
	assert_int_equal(p.probing_depth, 0);
	assert_int_equal(p.autonomy, AUTONOMY_MEDIUM);
	out = interaction_policy_json(&p);
	assert_true(contract_check(CONTRACT_POLICY, out, "policy", NULL, &problems));
	assert_string_equal(json_str(out, "tone", ""), "clinical");
	json_decref(out);
	json_decref(session);
}

static void what_a_file_says_wrongly_is_told_with_its_place(void **state)
{
	static const struct {
		const char *yaml, *line;
	} files[] = {
	    {"goal: g\nnodes:\n- {id: a, effort: soon}\n",
		"plan.yaml:3:3: node 'a': effort 'soon': is no duration; write '90m', '2h', '3d', "
		"'1w', or '2ed' for days by the clock"},
	    {"goal: g\nnodes:\n- id: a\n  efort: 1h\n", "plan.yaml:4:10: 'nodes[0].efort' "},
	    {"goal: g\ntimezone: Mars/Base\nnodes: []\n",
		"plan.yaml:2:11: timezone unknown time zone 'Mars/Base'"},
	    {"goal: g\nnodes:\n- {id: a, effort: 1h, after: 'b later'}\n",
		"plan.yaml:3:3: node 'a': after 'b later': is no link"},
	    {"goal: g\nhours: {mon: 9 to 5}\nnodes: []\n",
		"plan.yaml:2:8: hours '9 to 5': are no hours"},
	    {"goal: g\nnodes:\n- {id: r, cadence: now and then}\n",
		"plan.yaml:3:3: node 'r': cadence 'now and then': is no cadence"},
	    {"goal: g\nnodes:\n- {id: a, effort: 1h, start: 2026-02-30}\n",
		"plan.yaml:3:3: node 'a': start '2026-02-30': is no date"},
	};

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct problems problems = PROBLEMS_INIT;
		struct yaml_marks *marks;
		struct roadmap r;
		json_t *d = yaml_parse(
		    "plan.yaml", files[i].yaml, strlen(files[i].yaml), &marks, &problems);
		char *line;

		assert_false(roadmap_read(&r, d, "plan.yaml", marks, &problems));
		line = problem_line(&problems.list[0]);
		if (strncmp(line, files[i].line, strlen(files[i].line)) != 0)
			fail_msg("%s", line);
		free(line);
		problems_free(&problems);
		marks_free(marks);
		json_decref(d);
	}
}

static void a_day_off_is_a_date_with_all_its_digits(void **state)
{
	static const char *const none[] = {
	    "+1-+5", "02-30", "2026-02-29", "2026-3-02", "2026-03-0", "26-03-02"};
	struct roadmap r;

	read_text(&r, PLAN "holidays: [02-29, 2026-12-25]\nnodes:\n- {id: a, effort: 1h}\n");
	assert_int_equal(r.hours.exception_count, 2);
	assert_true(r.hours.exceptions[0].yearly);
	assert_int_equal(r.hours.exceptions[0].day, 229);
	assert_int_equal(r.hours.exceptions[1].day, day_from(2026, 12, 25));
	roadmap_free(&r);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		char *yaml =
		    xasprintf(PLAN "holidays: ['%s']\nnodes:\n- {id: a, effort: 1h}\n", none[i]);

		refused(yaml, "holidays");
		free(yaml);
	}
}

/* Units are counted in hundredths, and work is divided by them. */
static void less_than_a_hundredth_of_a_resource_is_refused(void **state)
{
	struct roadmap r;

	read_text(&r, PLAN "resources: [{id: me, capacity: 0.01}]\nnodes:\n"
			   "- {id: a, effort: 1h, resources: [{id: me, units: 0.01}]}\n");
	assert_int_equal(r.resources[0].capacity, 1);
	assert_int_equal(r.outline.nodes[0].needs[0].units, 1);
	roadmap_free(&r);
	refused(PLAN "nodes:\n- {id: a, effort: 1h, resources: [{id: me, units: 0.001}]}\n",
	    "resources");
	refused(PLAN "resources: [{id: me, capacity: 0.001}]\nnodes:\n- {id: a, effort: 1h}\n",
	    "capacity");
}

static void what_is_no_link_leaves_nothing_to_free(void **state)
{
	static const char *const none[] = {" SS+2d", "", "a later", "a SS soon"};
	struct roadmap_link l;

	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		assert_false(link_parse(none[i], 480, &l));
		assert_null(l.id);
	}
	assert_true(link_parse("a SS+2d", 480, &l));
	assert_string_equal(l.id, "a");
	assert_int_equal(l.lag.minutes, 960);
	free(l.id);
}

static void cadences_are_words_or_rules(void **state)
{
	static const char *const words[][2] = {
	    {"daily", "FREQ=DAILY"},
	    {"weekdays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},
	    {"mon, thu", "FREQ=WEEKLY;BYDAY=MO,TH"},
	    {"every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"},
	    {"every month", "FREQ=MONTHLY;INTERVAL=1"},
	    {"sat-sun", "FREQ=WEEKLY;BYDAY=SA,SU"},
	    {"RRULE:FREQ=DAILY;COUNT=3", "FREQ=DAILY;COUNT=3"},
	};
	char *rule;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		rule = cadence_rule(words[i][0]);
		assert_string_equal(rule, words[i][1]);
		free(rule);
	}
	assert_null(cadence_rule("every so often"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_rule_has_a_code_a_sentence_and_perhaps_a_fix_that_mends_it),
	    cmocka_unit_test(rules_of_recurrence_that_can_be_followed_are_no_violation),
	    cmocka_unit_test(every_code_is_tested),
	    cmocka_unit_test(a_proposed_subtype_with_its_reason_waits_for_approval),
	    cmocka_unit_test(words_of_a_goal_hint_at_its_pattern),
	    cmocka_unit_test(a_policy_overrides_field_by_field),
	    cmocka_unit_test(what_a_file_says_wrongly_is_told_with_its_place),
	    cmocka_unit_test(a_day_off_is_a_date_with_all_its_digits),
	    cmocka_unit_test(less_than_a_hundredth_of_a_resource_is_refused),
	    cmocka_unit_test(what_is_no_link_leaves_nothing_to_free),
	    cmocka_unit_test(cadences_are_words_or_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
