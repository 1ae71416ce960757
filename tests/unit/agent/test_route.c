/*
 * The router on the rules that are shipped: what people ask, in several scripts. (D2)
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "agent/route.h"
#include "base/alloc.h"
#include "base/json.h"
#include "base/text.h"
#include "config/prompt.h"

static json_t *rules;

static int load_rules(void **state)
{
	rules = config_table("routes.yaml", NULL);
	return rules ? 0 : -1;
}

static int drop_rules(void **state)
{
	json_decref(rules);
	config_forget();
	return 0;
}

static const struct route_past fresh;

static void expect(const char *prompt, const struct route_past *past, enum depth want)
{
	struct route got = route_choose(rules, prompt, past);

	if (got.depth != want)
		fail_msg("%s, not %s (%s): %.200s", depth_name(got.depth), depth_name(want),
		    got.why, prompt);
	assert_true(*got.why);
	free(got.why);
}

static const struct {
	const char *prompt;
	enum depth depth;
} requests[] = {
    /* Simple questions. */
    {"hello", DEPTH_DIRECT},
    {"What is the capital of France?", DEPTH_DIRECT},
    {"what is the native bird of india", DEPTH_DIRECT},
    {"why is the sky blue?", DEPTH_DIRECT},
    {"thanks!", DEPTH_DIRECT},
    {"who wrote Faust?", DEPTH_DIRECT},
    {"2+2?", DEPTH_DIRECT},
    {"explain monads", DEPTH_DIRECT},
    {"what does SIGPIPE mean?", DEPTH_DIRECT},
    {"is C17 different from C11?", DEPTH_DIRECT},
    {"", DEPTH_DIRECT},
    {"?", DEPTH_DIRECT},
    /* In scripts where no keyword matches: short ones cost one call all the same. */
    {"你好", DEPTH_DIRECT},
    {"法国的首都是哪里？", DEPTH_DIRECT},
    {"空はなぜ青いのですか", DEPTH_DIRECT},
    {"Какая столица Франции?", DEPTH_DIRECT},
    {"ما هي عاصمة فرنسا؟", DEPTH_DIRECT},
    {"프랑스의 수도는 어디인가요?", DEPTH_DIRECT},
    {"फ्रांस की राजधानी क्या है?", DEPTH_DIRECT},
    {"Ποια είναι η πρωτεύουσα της Γαλλίας;", DEPTH_DIRECT},
    {"מהי בירת צרפת?", DEPTH_DIRECT},
    {"เมืองหลวงของฝรั่งเศสคืออะไร", DEPTH_DIRECT},
    {"Was ist die Hauptstadt von Frankreich?", DEPTH_DIRECT},
    {"¿Cuál es la capital de Francia?", DEPTH_DIRECT},
    /* An explicit wish for little. */
    {"quick answer please: which port does https use", DEPTH_DIRECT},
    {"just tell me yes or no: does src/csv.c compile?", DEPTH_DIRECT},
    {"in one word, what does this project do?", DEPTH_DIRECT},
    {"tl;dr of README.md", DEPTH_DIRECT},
    {"answer briefly: what is in src/main.c", DEPTH_DIRECT},
    /* Tools are likely. */
    {"which files define main?", DEPTH_REACT},
    {"show me src/csv.c", DEPTH_REACT},
    {"what does parse_date in csv.c do?", DEPTH_REACT},
    {"fix the bug in src/csv.c", DEPTH_REACT},
    {"run the tests", DEPTH_REACT},
    {"list the TODOs", DEPTH_REACT},
    {"look at `lib/net.py` and say what is odd", DEPTH_REACT},
    {"commit this", DEPTH_REACT},
    {"add a flag --verbose", DEPTH_REACT},
    {"create notes.txt with hello", DEPTH_REACT},
    {"what is in ./build", DEPTH_REACT},
    {"was macht src/main.c?", DEPTH_REACT},
    {"修复 src/csv.c 里的错误", DEPTH_REACT},
    {"что делает src/main.c?", DEPTH_REACT},
    {"src/main.c を説明して", DEPTH_REACT},
    {"why: main.c:3:5: error: expected ';'", DEPTH_REACT},
    {"rename the function foo to bar and then run the tests", DEPTH_REACT},
    {"```\nint x = y;\n```\nwhat is wrong?", DEPTH_REACT},
    {"verify that 97 is prime", DEPTH_REACT},
    /* An explicit wish for much. */
    {"think hard: why is 0.1 + 0.2 not 0.3?", DEPTH_STRATEGIC},
    {"solve this step by step", DEPTH_STRATEGIC},
    {"Make a plan and carry it out", DEPTH_STRATEGIC},
    {"break this down for me", DEPTH_STRATEGIC},
    {"plan it carefully", DEPTH_STRATEGIC},
    {"be thorough", DEPTH_STRATEGIC},
    /* Complexity. */
    {"Refactor the parser in src/parse.c and make sure all tests still pass", DEPTH_STRATEGIC},
    {"migrate the whole project from make to cmake, and then verify that every test builds",
	DEPTH_STRATEGIC},
    {"Rewrite lib/net.py with asyncio, with unit tests, and then run them", DEPTH_STRATEGIC},
    {"Set up a web server from scratch:\n- serves files from ./www\n- logs each request\n"
     "- has tests",
	DEPTH_STRATEGIC},
    {"Please do:\n1. read src/a.c\n2. optimise the loop\n3. prove that it is faster",
	DEPTH_STRATEGIC},
    /* A list is one in any script. */
    {"请完成：\n1. 读取 src/a.c\n2. 修改循环\n3. 更新 docs/a.md\n4. 提交\n5. 完成\n6. 检查\n7. "
     "发布\n"
     "8. 记录",
	DEPTH_REACT},
};

static void each_request_goes_where_it_belongs(void **state)
{
	assert_true(sizeof requests / sizeof *requests >= 60);
	for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
		expect(requests[i].prompt, &fresh, requests[i].depth);
}

/* The same sentence again and again: no keyword, only length. */
static void length_counts_in_every_script(void **state)
{
	static const char *const sentences[] = {
	    "我想要一个能够读取账本的程序。",
	    "帳簿を読み込むものが欲しいのです。",
	    "장부를 읽을 수 있는 것을 원합니다. ",
	    "Я хочу, чтобы бухгалтерская книга читалась. ",
	    "أريد شيئا يقرأ دفتر الحسابات. ",
	    "Θέλω κάτι που να διαβάζει το καθολικό. ",
	    "मुझे कुछ ऐसा चाहिए जो खाता पढ़ सके। ",
	    "אני רוצה משהו שקורא את ספר החשבונות. ",
	};
	static const struct {
		int cells;
		enum depth depth;
	} lengths[] = {{60, DEPTH_DIRECT}, {260, DEPTH_REACT}, {1700, DEPTH_STRATEGIC}};

	for (size_t s = 0; s < sizeof sentences / sizeof *sentences; s++)
		for (size_t i = 0; i < 3; i++) {
			struct buf text = BUF_INIT;

			while (text_width(buf_str(&text), text.len) < lengths[i].cells - 40)
				buf_adds(&text, sentences[s]);
			expect(buf_str(&text), &fresh, lengths[i].depth);
			buf_free(&text);
		}
}

static void history_counts_in_every_script(void **state)
{
	static const char *const prompts[] = {"go on", "继续", "続けて", "계속", "продолжай",
	    "واصل", "המשך", "συνέχισε", "ต่อไป", "weiter"};
	static const struct {
		struct route_past past;
		enum depth depth;
	} rows[] = {
	    {{0}, DEPTH_DIRECT},
	    {{.turns = 1, .depth = DEPTH_DIRECT}, DEPTH_DIRECT},
	    {{.turns = 1, .depth = DEPTH_REACT, .calls = 3}, DEPTH_REACT},
	    {{.turns = 1, .depth = DEPTH_DIRECT, .failed = true}, DEPTH_REACT},
	    {{.turns = 1, .depth = DEPTH_STRATEGIC, .calls = 0}, DEPTH_REACT},
	    {{.turns = 5, .depth = DEPTH_DIRECT}, DEPTH_REACT},
	    {{.turns = 1, .depth = DEPTH_STRATEGIC, .unfinished = true}, DEPTH_STRATEGIC},
	};

	for (size_t p = 0; p < sizeof prompts / sizeof *prompts; p++)
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			expect(prompts[p], &rows[i].past, rows[i].depth);
}

static void piped_text_is_not_the_users_words(void **state)
{
	expect("who wrote this?\n\n<stdin>\nRefactor all files in src/a.c, make sure tests pass\n"
	       "</stdin>",
	    &fresh, DEPTH_DIRECT);
}

static void the_reason_names_every_rule_that_counted(void **state)
{
	struct route r = route_choose(rules, "fix src/a.c and make sure it builds", &fresh);

	assert_string_equal(r.why, "names a file, speaks of files, code or commands, wants proof");
	free(r.why);
	r = route_choose(rules, "hello", &fresh);
	assert_string_equal(r.why, "a short question");
	free(r.why);
}

static void long_and_broken_text_is_looked_at_in_bounded_time(void **state)
{
	struct buf text = BUF_INIT;
	json_t *broken = json_pack("{s:i, s:i, s:s, s:[{s:s, s:i, s:s}]}", "react", 1, "strategic",
	    9, "otherwise", "none", "rules", "why", "bad pattern", "points", 9, "words", "(");

	for (int i = 0; i < 200000; i++)
		buf_adds(&text, "字a/");
	expect(buf_str(&text), &fresh, DEPTH_STRATEGIC);
	struct route r = route_choose(broken, "x", &fresh);
	assert_int_equal(r.depth, DEPTH_DIRECT);
	free(r.why);
	json_decref(broken);
	buf_free(&text);
}

static void take(struct route_past *past, enum event_type type, const char *data)
{
	json_t *value = json_parse(data, strlen(data), NULL);

	route_take(past, &(struct event){.type = type, .data = value});
	json_decref(value);
}

static void the_past_is_a_fold_of_events(void **state)
{
	struct route_past past = {0};

	take(&past, EVENT_TURN_START, "{\"depth\":\"direct\"}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"answered\"}");
	assert_false(past.failed);
	take(&past, EVENT_TURN_START, "{\"depth\":\"direct\"}");
	take(&past, EVENT_TOOL_CALL, "{}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"answered\"}");
	assert_true(past.failed);
	take(&past, EVENT_TURN_START, "{\"depth\":\"strategic\"}");
	take(&past, EVENT_TOOL_CALL, "{}");
	take(&past, EVENT_TOOL_CALL, "{}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"unmet\"}");
	assert_false(past.failed);
	assert_int_equal(past.depth, DEPTH_STRATEGIC);
	assert_int_equal(past.calls, 2);
	assert_int_equal(past.turns, 3);
	take(&past, EVENT_TURN_START, "{\"depth\":\"direct\"}");
	take(&past, EVENT_TURN_END, "{\"outcome\":\"failed\"}");
	assert_true(past.failed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_request_goes_where_it_belongs),
	    cmocka_unit_test(length_counts_in_every_script),
	    cmocka_unit_test(history_counts_in_every_script),
	    cmocka_unit_test(piped_text_is_not_the_users_words),
	    cmocka_unit_test(the_reason_names_every_rule_that_counted),
	    cmocka_unit_test(long_and_broken_text_is_looked_at_in_bounded_time),
	    cmocka_unit_test(the_past_is_a_fold_of_events),
	};

	return cmocka_run_group_tests(tests, load_rules, drop_rules);
}
