/* SPDX-License-Identifier: MIT
 * The meter of the context and what is chosen to make room, on conversations written as a line: U a prompt, S steering,
 * A a reply, C a reply with a call, r a short result, R a long one, M a summary.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "agent/state/context_budget.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "session/conversation.h"
#include "session/store/store.h"

static json_t *item_of(char letter, int64_t seq)
{
	static const char *const kinds[128] = {['S'] = "steer", ['M'] = "summary"};
	bool reply = letter == 'A' || letter == 'C';
	char large[8001]; /* R takes 2000 of it, L all */
	json_t *item;

	memset(large, 'x', 8000);
	large[8000] = '\0';
	if (letter == 'R')
		large[2000] = '\0';
	if (letter == 'r' || letter == 'R' || letter == 'L')
		return json_pack("{s:s, s:I, s:s, s:s}", "type", "tool_result", "seq",
		    (json_int_t)seq, "call", "c1", "text", letter == 'r' ? "short" : large);
	item =
	    json_pack("{s:s, s:I, s:s, s:[{s:s, s:s}]}", "type", "message", "seq", (json_int_t)seq,
		"role", reply ? "assistant" : "user", "parts", "type", "text", "text", "words");
	if (letter == 'C')
		json_array_append_new(json_list(item, "parts"),
		    json_pack("{s:s, s:s, s:s}", "type", "call", "call", "c1", "arguments", "{}"));
	json_put_str(item, "kind", kinds[(unsigned char)letter]);
	return item;
}

static json_t *items_of(const char *line)
{
	json_t *items = json_array();

	for (size_t i = 0; line[i]; i++)
		json_array_append_new(items, item_of(line[i], (int64_t)i + 1));
	return items;
}

static char *seqs(const json_t *list)
{
	return json_line(list);
}

static const struct context_rules rules = {
    .keep_turns = 2, .keep_rounds = 2, .keep_results = 1, .trim_bytes = 512, .summary_bytes = 100};

static void each_level_names_what_it_takes(void **state)
{
	static const struct {
		const char *line;
		enum context_level level;
		size_t cut;
		int64_t through;
		const char *kept, *trimmed;
	} rows[] = {
	    {"UCRAUCRAUCRA", CONTEXT_TRIM, 0, 0, "[]", "[3]"},
	    {"UCrAUCRAUCRA", CONTEXT_TRIM, 0, 0, "[]", "[]"},
	    {"UCRAUCRAUCRA", CONTEXT_SUMMARY, 4, 4, "[]", "[]"},
	    {"UCRAUCRA", CONTEXT_SUMMARY, 0, 0, "[]", "[]"},
	    {"MUCRAUCRA", CONTEXT_SUMMARY, 0, 0, "[]", "[]"}, /* nothing but a summary before */
	    {"MUAUCRAUCRA", CONTEXT_SUMMARY, 3, 3, "[]", "[]"},
	    {"UCRAUCRAUCRA", CONTEXT_TRIM_LAST, 4, 4, "[]", "[7]"},
	    {"UCRAUCRAUCRA", CONTEXT_LAST_TURN, 8, 8, "[]", "[]"},
	    {"UAUCRCRSCRCR", CONTEXT_MID_TURN, 8, 8, "[3,8]", "[10]"},
	    {"UAUCRCR", CONTEXT_MID_TURN, 3, 3, "[3]", "[5]"},
	    {"UAUCR", CONTEXT_MID_TURN, 2, 2, "[]", "[]"},
	    {"UAUCRCRCL", CONTEXT_ALL, 7, 7, "[3]", "[9]"},
	    {"UAUCRCRCR", CONTEXT_ALL, 7, 7, "[3]", "[]"} /* short enough, and not read yet */,
	    {"", CONTEXT_ALL, 0, 0, "[]", "[]"},
	    {"U", CONTEXT_ALL, 0, 0, "[]", "[]"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *items = items_of(rows[i].line);
		struct context_cut p = context_cut_at(items, &rules, rows[i].level);
		char *kept = seqs(p.kept), *trimmed = seqs(p.trimmed);

		if (p.cut != rows[i].cut || p.through_seq != rows[i].through ||
		    strcmp(kept, rows[i].kept) != 0 || strcmp(trimmed, rows[i].trimmed) != 0)
			fail_msg("row %zu '%s': cut %zu through %d kept %s trimmed %s", i,
			    rows[i].line, p.cut, (int)p.through_seq, kept, trimmed);
		free(kept);
		free(trimmed);
		context_cut_free(&p);
		json_decref(items);
	}
}

/* What was not read yet stays in part; either way the reference leads to all of it. */
static void a_trimmed_result_names_where_it_is(void **state)
{
	json_t *result = item_of('L', 1), *read = item_trimmed(result, false),
	       *unread = item_trimmed(result, true);
	const char *text = json_str(result, "text", "");
	char ref[40];

	blob_ref(text, strlen(text), ref);
	assert_non_null(strstr(json_str(read, "text", ""), ref));
	assert_null(strstr(json_str(read, "text", ""), "xxx"));
	assert_non_null(strstr(json_str(unread, "text", ""), ref));
	assert_non_null(strstr(json_str(unread, "text", ""), "xxx"));
	assert_true(item_bytes(unread) < item_bytes(result) / 2);
	json_decref(result);
	json_decref(read);
	json_decref(unread);
}

/* What a plan promises is what the fold of its event gives. */
static void a_plan_tells_the_bytes_there_will_be(void **state)
{
	static const char *const lines[] = {
	    "UCRAUCRAUCRAUCRA", "UAUCRCRSCRCRCR", "MUCRAUCRAUCR", "UCRCRCRCRCR"};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		for (enum context_level level = CONTEXT_TRIM; level < CONTEXT_LEVELS; level++) {
			struct conversation c;
			struct event ev = {.seq = 99, .type = EVENT_COMPACTION};
			json_t *items = items_of(lines[i]), *first;
			struct context_cut p = context_cut_at(items, &rules, level);

			conversation_init(&c);
			json_array_extend(c.items, items);
			ev.data = json_pack("{s:I, s:s?, s:O, s:O}", "through_seq",
			    (json_int_t)p.through_seq, "summary", p.cut ? "sum" : NULL, "kept",
			    p.kept, "trimmed", p.trimmed);
			conversation_compact(&c, &ev);
			first = json_array_get(c.items, 0);
			assert_int_equal(json_int(first, "seq", 0) == 99, p.cut > 0);
			assert_int_equal(c.bytes - (p.cut ? item_bytes(first) : 0),
			    p.after - (p.cut ? rules.summary_bytes : 0));
			json_decref(ev.data);
			context_cut_free(&p);
			conversation_free(&c);
			json_decref(items);
		}
}

static void the_least_that_fits_is_done(void **state)
{
	json_t *items = items_of("UCRAUCRAUCRA");
	static const struct {
		size_t goal, summary;
		enum context_level level;
	} rows[] = {
	    {100000, 500, CONTEXT_TRIM},
	    {5000, 500, CONTEXT_TRIM},
	    {5000, 100, CONTEXT_SUMMARY}, /* it is shorter than what a trim leaves */
	    {4500, 100, CONTEXT_SUMMARY},
	    {3000, 100, CONTEXT_TRIM_LAST},
	    {2300, 100, CONTEXT_LAST_TURN},
	    {1000, 100, CONTEXT_ALL},
	    {0, 100, CONTEXT_ALL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct context_rules with = rules;
		with.summary_bytes = rows[i].summary;
		struct context_cut p = context_cut_for(items, &with, CONTEXT_TRIM, rows[i].goal);

		if (p.level != rows[i].level)
			fail_msg(
			    "goal %zu: level %d, %zu bytes", rows[i].goal, (int)p.level, p.after);
		context_cut_free(&p);
	}
	json_decref(items);
}

static void the_meter_learns_from_what_was_reported(void **state)
{
	struct context_budget r = {.head = 4000, .tail = 400, .bytes_per_token = 4};

	assert_int_equal(context_budget_tokens(&r, 3600), 2001);
	assert_int_equal(context_budget_bytes(&r, 2000), 3600);
	context_budget_seen(&r, 6000, 5000); /* with the head: two bytes a token */
	assert_int_equal(context_budget_tokens(&r, 3600), 4001);
	assert_int_equal(context_budget_bytes(&r, 4000), 3600);
	context_budget_seen(&r, 6000, 0); /* nothing was reported */
	assert_int_equal(context_budget_tokens(&r, 3600), 4001);
	context_budget_seen(&r, 6000, 1000000); /* a lie */
	assert_int_equal(context_budget_tokens(&r, 3600), 8001);
	assert_int_equal(context_budget_bytes(&r, 10), 0);
}

static void the_smaller_of_window_and_ceiling_counts(void **state)
{
	assert_int_equal(context_budget_limit(&(struct context_budget){0}), 0);
	assert_int_equal(context_budget_limit(&(struct context_budget){.window = 9}), 9);
	assert_int_equal(context_budget_limit(&(struct context_budget){.ceiling = 7}), 7);
	assert_int_equal(
	    context_budget_limit(&(struct context_budget){.window = 9, .ceiling = 7}), 7);
	assert_int_equal(
	    context_budget_limit(&(struct context_budget){.window = 5, .ceiling = 7}), 5);
}

/* Some servers cut what is too long and say nothing; others report without what was in their cache. */
static void a_server_that_cuts_silently_is_found_out(void **state)
{
	static const struct {
		const char *who;
		struct {
			size_t bytes;
			int64_t tokens;
			enum intake intake;
		} asked[5];
		int64_t ceiling;
	} rows[] = {
	    {"whole", {{16000, 4000, 0}, {24000, 6000, 0}, {25000, 6200, 0}}, 0},
	    {"whole, of few tokens", {{16000, 4000, 0}, {48000, 5200, 0}, {80000, 6400, 0}}, 0},
	    {"made shorter", {{40000, 10000, 0}, {16000, 4000, 0}, {20000, 5000, 0}}, 0},
	    {"cut", {{16000, 4000, 0}, {44000, 4090, INTAKE_CUT}, {48000, 4080, INTAKE_CUT}}, 4090},
	    {"cut, little by little",
		{{16000, 4000, 0}, {17000, 4090, 0}, {18500, 4085, 0}, {20000, 4088, INTAKE_CUT}},
		4090},
	    {"cut from the first on", {{20000, 4090, 0}, {26000, 4080, INTAKE_CUT}}, 4090},
	    {"without its cache",
		{{16000, 4000, 0}, {18000, 510, INTAKE_PART}, {26000, 2100, 0}, {27000, 260, 1}},
		0},
	    {"nothing reported", {{16000, 4000, 0}, {36000, 0, 0}, {40000, 10000, 0}}, 0},
	    {"no tokens of words", {{16000, 10, 0}, {36000, 10, 0}}, 0},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct context_budget r = {0};

		for (size_t k = 0; k < 5 && rows[i].asked[k].bytes; k++) {
			r.asking = rows[i].asked[k].bytes;
			if (context_budget_reported(&r, rows[i].asked[k].tokens) !=
			    rows[i].asked[k].intake)
				fail_msg("%s: request %zu", rows[i].who, k);
		}
		if (r.ceiling != rows[i].ceiling)
			fail_msg("%s: ceiling %d", rows[i].who, (int)r.ceiling);
	}
}

static void what_a_server_did_not_take_in_teaches_the_meter_nothing(void **state)
{
	struct context_budget r = {.bytes_per_token = 4};

	r.asking = 16000;
	assert_int_equal(context_budget_reported(&r, 4000), INTAKE_WHOLE);
	context_budget_seen(&r, 16000, 4000);
	r.asking = 48000;
	assert_int_equal(context_budget_reported(&r, 4000), INTAKE_CUT);
	context_budget_seen(&r, 48000, 4000);
	assert_int_equal(context_budget_tokens(&r, 48000), 12001);
	context_budget_forget(&r);
	assert_int_equal(r.ceiling, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_level_names_what_it_takes),
	    cmocka_unit_test(a_trimmed_result_names_where_it_is),
	    cmocka_unit_test(a_plan_tells_the_bytes_there_will_be),
	    cmocka_unit_test(the_least_that_fits_is_done),
	    cmocka_unit_test(the_meter_learns_from_what_was_reported),
	    cmocka_unit_test(a_server_that_cuts_silently_is_found_out),
	    cmocka_unit_test(what_a_server_did_not_take_in_teaches_the_meter_nothing),
	    cmocka_unit_test(the_smaller_of_window_and_ceiling_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
