/* SPDX-License-Identifier: MIT
 * The plain face: the rows of screens.md "One shot", literally. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/events.h"
#include "ui/output/plain.h"

struct printed {
	struct feeder f;
	struct plain *plain;
	char *text;
	size_t len;
	struct plain_options options;
};

static void begin(struct printed *p)
{
	p->options.out = open_memstream(&p->text, &p->len);
	p->plain = plain_new(&p->options);
	p->f.sink = plain_sink(p->plain);
}

static void expect(struct printed *p, const char *want)
{
	plain_free(p->plain);
	fclose(p->options.out);
	assert_string_equal(p->text, want);
	free(p->text);
}

static void a_turn_is_its_tagged_rows(void **state)
{
	struct printed p = {0};

	begin(&p);
	feed(&p.f, EVENT_TURN_START, NULL, "{'prompt':'which files define main?','depth':'react'}");
	feed(&p.f, EVENT_TOOL_CALL, "write_todos", "{'call':'c0','tool':'write_todos'}");
	feed(&p.f, EVENT_PLAN, "2 steps", "{'plan':{}}");
	feed(&p.f, EVENT_TOOL_RESULT, "2 steps", "{'call':'c0','tool':'write_todos','ok':true}");
	feed(&p.f, EVENT_TOOL_CALL, "search_text \"int main(\" in .",
	    "{'call':'c1','tool':'search_text'}");
	feed(&p.f, EVENT_TOOL_RESULT, "2 matches in src/main.c, tests/run.c",
	    "{'call':'c1','ok':true,'duration_ms':2}");
	feed(&p.f, EVENT_REFLECTION, "Both are plain.", "{'text':'Both are plain.'}");
	feed(&p.f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'src/main.c:31'}]}");
	feed(&p.f, EVENT_TURN_END, NULL, "{'outcome':'answered','answer':'src/main.c:31'}");
	expect(&p, "[Plan]    2 steps\n"
		   "[Act]     search_text \"int main(\" in .\n"
		   "[Obs]     2 matches in src/main.c, tests/run.c · 2 ms\n"
		   "[Reflect] Both are plain.\n");
}

static void what_is_no_row_of_a_phase_stands_in_the_same_columns(void **state)
{
	struct printed p = {0};

	begin(&p);
	feed(&p.f, EVENT_NOTICE, NULL, "{'level':'warning','text':'not saved'}");
	feed(&p.f, EVENT_RETRY, NULL, "{'attempt':1,'wait_ms':500,'reason':'503'}");
	feed(&p.f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'ask_user','text':'which?','options':['a','b']}");
	feed(&p.f, EVENT_ANSWER, NULL, "{'id':'q','choice':'a','by':'user'}");
	feed(&p.f, EVENT_ANSWER, NULL, "{'id':'r','choice':'denied','by':'mode'}");
	feed(&p.f, EVENT_STEER, NULL, "{'text':'also the tests'}");
	feed(&p.f, EVENT_TURN_END, NULL, "{'outcome':'failed','error':'no connection'}");
	expect(&p, "warning   not saved\n"
		   "waiting   retry 1 in 500 ms: 503\n"
		   "question  which?\n"
		   "          1 a\n"
		   "          2 b\n"
		   "answer    a\n"
		   "denied    denied (by mode)\n"
		   "you       also the tests\n"
		   "end       failed: no connection\n");
}

static void a_replay_prints_prompt_and_answer_once(void **state)
{
	struct printed p = {.options.answer = true};

	begin(&p);
	feed(&p.f, EVENT_TURN_START, NULL, "{'prompt':'hello'}");
	feed(&p.f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'Hi.'}]}");
	feed(&p.f, EVENT_TURN_END, NULL, "{'outcome':'answered','answer':'Hi.'}");
	expect(&p, "you       hello\nHi.\n");
}

/* What goes on after calls is another answer, and what never goes on is all there is. */
static void a_paused_answer_is_printed_whole(void **state)
{
#define PAUSED_SAID(text) \
	"{'role':'assistant','paused':true,'parts':[{'type':'text','text':'" text "'}]}"
	struct printed p = {.options.answer = true};

	begin(&p);
	feed(&p.f, EVENT_TURN_START, NULL, "{'prompt':'hello'}");
	feed(&p.f, EVENT_MESSAGE, NULL, PAUSED_SAID("half"));
	feed(&p.f, EVENT_MESSAGE, NULL, PAUSED_SAID(" of it"));
	feed(&p.f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':' and the rest.'}]}");
	feed(&p.f, EVENT_TURN_END, NULL,
	    "{'outcome':'answered','answer':'half of it and the rest.'}");
	feed(&p.f, EVENT_TURN_START, NULL, "{'prompt':'more'}");
	feed(&p.f, EVENT_MESSAGE, NULL, PAUSED_SAID("half"));
	feed(&p.f, EVENT_TURN_END, NULL, "{'outcome':'answered'}");
	expect(&p, "you       hello\nhalf of it and the rest.\nyou       more\nhalf\n");
}

static void nothing_leaves_unsafe_and_ascii_is_ascii(void **state)
{
	struct printed p = {.options.ascii = true};

	begin(&p);
	feed(&p.f, EVENT_NOTICE, NULL, "{'text':'a\\u001b[31mb · c… → ☃'}");
	expect(&p, "note      a?[31mb - c... -> ?\n");
}

static void colour_is_asked_for(void **state)
{
	struct printed p = {.options.color = true};

	begin(&p);
	feed(&p.f, EVENT_PLAN, "2 steps", "{}");
	plain_free(p.plain);
	fclose(p.options.out);
	assert_non_null(strstr(p.text, "\033["));
	assert_non_null(strstr(p.text, "[Plan]\033[0m    2 steps\n"));
	free(p.text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_turn_is_its_tagged_rows),
	    cmocka_unit_test(what_is_no_row_of_a_phase_stands_in_the_same_columns),
	    cmocka_unit_test(a_replay_prints_prompt_and_answer_once),
	    cmocka_unit_test(a_paused_answer_is_printed_whole),
	    cmocka_unit_test(nothing_leaves_unsafe_and_ascii_is_ascii),
	    cmocka_unit_test(colour_is_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
