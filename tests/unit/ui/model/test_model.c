/* SPDX-License-Identifier: MIT
 * The model of what is seen, folded from events: what each event does to the feed and to the other state. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "tests/support/events.h"
#include "ui/model/model.h"

static struct ui_model m;
static struct feeder f;

static void take_into_model(void *self, const struct event *ev)
{
	ui_model_take(self, ev);
}

static int begin(void **state)
{
	ui_model_init(&m);
	f = (struct feeder){.sink = {.take = take_into_model, .self = &m},
	    .at_ms = 1000,
	    .turn = 1,
	    .iteration = 1};
	feed(&f, EVENT_SESSION_START, NULL,
	    "{'id':'01A','cwd':'/x','model':'tiny','title':'t','context_tokens':1000}");
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'do it','depth':'react'}");
	return 0;
}

static int end(void **state)
{
	ui_model_free(&m);
	return 0;
}

static const struct block *block(size_t i)
{
	assert_true(i < m.count);
	return &m.blocks[i];
}

#define SAYS(i, want) assert_string_equal(buf_str(&block(i)->text), want)

static void a_turn_begins_with_its_prompt(void **state)
{
	assert_int_equal(m.count, 1);
	assert_int_equal(block(0)->kind, BLOCK_USER);
	SAYS(0, "do it");
	assert_true(m.running);
	assert_string_equal(m.model, "tiny");
	assert_string_equal(m.depth, "react");
	assert_int_equal(m.seq, 2);
}

static void evidence_that_does_not_hold_is_struck(void **state)
{
	feed(&f, EVENT_TURN_END, NULL,
	    "{'outcome':'answered','answer':'x it holds','untrue':[1,'it','']}");
	SAYS(1, "x ~~it~~ holds");
}

static void deltas_become_the_message(void **state)
{
	feed(&f, EVENT_DELTA, NULL, "{'kind':'thinking','text':'hm'}");
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'One '}");
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'two'}");
	assert_int_equal(m.count, 3);
	SAYS(2, "One two");
	assert_true(block(2)->open);
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'One two.'}]}");
	assert_int_equal(m.count, 2);
	SAYS(1, "One two.");
	assert_false(block(1)->open);
}

#define SAID(flags, text) \
	"{'role':'assistant'," flags "'parts':[{'type':'text','text':'" text "'}]}"

static void a_paused_answer_is_one_block_with_its_rest(void **state)
{
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'half'}");
	feed(&f, EVENT_MESSAGE, NULL, SAID("'paused':true,", "half"));
	feed(&f, EVENT_NOTICE, NULL, "{'level':'warning','text':'the window is small'}");
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':' of it'}");
	feed(&f, EVENT_MESSAGE, NULL, SAID("'paused':true,", " of it"));
	feed(&f, EVENT_MESSAGE, NULL, SAID("", " and the rest"));
	assert_int_equal(m.count, 3);
	SAYS(1, "half of it and the rest");
	feed(&f, EVENT_MESSAGE, NULL, SAID("", "Another."));
	SAYS(1, "half of it and the rest");
	SAYS(3, "Another.");
}

/* The next message has said nothing: whatever comes later is no rest of it. */
static void what_was_paused_before_calls_stands_by_itself(void **state)
{
	feed(&f, EVENT_MESSAGE, NULL, SAID("'paused':true,", "I look"));
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'call','call':'c','tool':'x','arguments':'{}'}]"
	    "}");
	feed(&f, EVENT_MESSAGE, NULL, SAID("", "Done."));
	SAYS(1, "I look");
	SAYS(2, "Done.");
}

/* What was answered before the model was sent back stands in front of its last words, once. */
static void an_answer_that_kept_earlier_words_is_shown_once(void **state)
{
	feed(&f, EVENT_MESSAGE, NULL, SAID("", "All is done."));
	feed(&f, EVENT_TURN_END, NULL,
	    "{'outcome':'answered','answer':'It works.\\n\\nAll is done.'}");
	assert_int_equal(m.count, 2);
	SAYS(1, "It works.\n\nAll is done.");
}

/* A model that was sent back and has nothing to add says the same again. */
static void an_answer_that_comes_again_stands_once(void **state)
{
	feed(&f, EVENT_MESSAGE, NULL, SAID("", "All done."));
	feed(&f, EVENT_MESSAGE, NULL, SAID("", "All done."));
	feed(&f, EVENT_MESSAGE, NULL, SAID("", "All done."));
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'answered','answer':'All done.'}");
	assert_int_equal(m.count, 2);
	SAYS(1, "All done.");
}

static void steering_does_not_cut_what_streams(void **state)
{
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'a'}");
	feed(&f, EVENT_STEER, NULL, "{'text':'hey'}");
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'b'}");
	assert_int_equal(m.count, 3);
	SAYS(1, "ab");
}

/* What was typed around it stays; spans that do not fit the words mark nothing, whoever wrote them. */
static void a_paste_is_a_mark_in_a_folded_prompt(void **state)
{
	static const struct {
		const char *pasted, *folded;
	} rows[] = {
	    {"[[3,5]]", "see[pasted 3 lines]why"},
	    {"[[0,3],[8,3]]", "[pasted 3 characters]\n1\n2\n[pasted 3 characters]"},
	    {"[[3,5],[4,2]]", "see[pasted 3 lines]why"},
	    {"[[3,900]]", ""},
	    {"[[-1,2]]", ""},
	    {"[[900,1]]", ""},
	    {"['no']", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		auto_free char *data =
		    xasprintf("{'text':'see\\n1\\n2\\nwhy','pasted':%s}", rows[i].pasted);

		feed(&f, EVENT_STEER, NULL, data);
		assert_string_equal(buf_str(&block(m.count - 1)->text), "see\n1\n2\nwhy");
		assert_string_equal(buf_str(&block(m.count - 1)->detail), rows[i].folded);
		assert_int_equal(block(m.count - 1)->folded, *rows[i].folded != '\0');
	}
}

static void words_beside_calls_become_the_reflection(void **state)
{
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'First. Second.'},"
	    "{'type':'call','call':'c','tool':'x','arguments':'{}'}]}");
	assert_int_equal(block(1)->kind, BLOCK_ANSWER);
	feed(&f, EVENT_REFLECTION, "First.", "{'text':'First.'}");
	assert_int_equal(m.count, 2);
	assert_int_equal(block(1)->kind, BLOCK_TAGGED);
	assert_int_equal(block(1)->phase, PHASE_REFLECT);
	SAYS(1, "First.");
	assert_string_equal(buf_str(&block(1)->detail), "First. Second.");
}

static void a_notice_in_between_leaves_the_words_to_the_reflection(void **state)
{
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'First.'},"
	    "{'type':'call','call':'c','tool':'x','arguments':'{}'}]}");
	feed(&f, EVENT_NOTICE, NULL, "{'level':'warning','text':'the window is small'}");
	feed(&f, EVENT_REFLECTION, "First.", "{'text':'First.'}");
	assert_int_equal(m.count, 3);
	assert_int_equal(block(1)->phase, PHASE_REFLECT);
	SAYS(1, "First.");
	assert_int_equal(block(2)->kind, BLOCK_NOTICE);
}

static void what_is_done_about_an_error_does_not_say_it_again(void **state)
{
	const char *failed = "{'on_track':false,'issues':['read_file: no such file'],'by':'rules'}";

	feed(&f, EVENT_TOOL_CALL, "read_file a", "{'call':'a','tool':'read_file'}");
	feed(&f, EVENT_TOOL_RESULT, "no such file",
	    "{'call':'a','tool':'read_file','ok':false,'text':'no such file'}");
	feed(&f, EVENT_EVALUATION, "read_file: no such file - another way (2 of 5)", failed);
	SAYS(2, "no such file");
	SAYS(3, "another way (2 of 5)");
	feed(&f, EVENT_EVALUATION, "read_file: no such file - planning anew (3 of 5)", failed);
	SAYS(4, "read_file: no such file - planning anew (3 of 5)");
}

static void an_error_of_one_line_has_nothing_to_unfold(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "edit_file a.c", "{'call':'a','tool':'edit_file'}");
	feed(&f, EVENT_TOOL_RESULT, "a.c changed since it was read",
	    "{'call':'a','tool':'edit_file','ok':false,'text':'a.c changed since it was read',"
	    "'duration_ms':3}");
	SAYS(2, "a.c changed since it was read · 3 ms");
	assert_string_equal(buf_str(&block(2)->detail), "");
}

static void results_follow_their_calls(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "read_file a", "{'call':'a','tool':'read_file'}");
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'b','tool':'run_command'}");
	feed(&f, EVENT_TOOL_OUTPUT, NULL, "{'call':'b','text':'cc\\n'}");
	assert_string_equal(buf_str(&block(2)->detail), "cc\n");
	feed(&f, EVENT_TOOL_RESULT, "exit 2",
	    "{'call':'b','ok':false,'text':'cc\\nboom','duration_ms':1800}");
	assert_string_equal(buf_str(&block(2)->detail), "");
	assert_false(block(2)->open);
	assert_true(block(1)->open);
	SAYS(3, "exit 2 · 1.8 s");
	assert_false(block(3)->ok);
	assert_true(block(3)->folded);
}

static void a_change_joins_the_row_of_its_call(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "edit_file a.c:3-4", "{'call':'a','tool':'edit_file'}");
	feed(&f, EVENT_TOOL_RESULT, "edited",
	    "{'call':'a','ok':true,'text':'@@ -3 +3 @@\\n-x\\n+y','data':{'added':6,'removed':2}}");
	assert_int_equal(m.count, 3);
	SAYS(1, "edit_file a.c:3-4  +6 -2");
	assert_true(block(1)->diff);
	assert_false(block(1)->folded);
	SAYS(2, "edited");
	assert_true(block(2)->pinned);
	feed(&f, EVENT_TOOL_CALL, "edit_file a.c:9", "{'call':'b','tool':'edit_file'}");
	feed(&f, EVENT_TOOL_RESULT, "edited",
	    "{'call':'b','ok':true,'text':'@@ -9 +9 @@\\n-x\\n+y','data':{'added':1,'removed':1}}");
	assert_int_equal(m.count, 4);
}

/* A call that the user edited says what ran. */
static void an_edited_call_keeps_what_was_asked_for(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command make clean; rm -rf build/",
	    "{'call':'a','tool':'run_command','arguments':{'command':'make clean; rm -rf "
	    "build/'}}");
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'approval','call':'a','text':'run_command','destructive':true,"
	    "'dangers':['rm -rf build/']}");
	assert_true(block(1)->destructive);
	feed(&f, EVENT_ANSWER, NULL,
	    "{'id':'q','choice':'edit','arguments':{'command':'echo harmless'}}");
	SAYS(1, "run_command echo harmless");
	assert_false(block(1)->destructive);
	assert_string_equal(block(1)->asked, "run_command make clean; rm -rf build/");
	assert_string_equal(block(1)->answer, "yes, edited");
}

/* Only a test that ran has an outcome, and a command that goes on in the background has none yet. */
static void what_did_not_run_has_no_outcome(void **state)
{
	static const struct {
		const char *result;
		bool ran, runs_on;
	} rows[] = {
	    {"{'call':'a','ok':true,'duration_ms':5}", true, false},
	    {"{'call':'a','ok':false,'duration_ms':5}", true, false},
	    {"{'call':'a','ok':false,'text':'interrupted, not run'}", false, false},
	    {"{'call':'a','ok':false,'denied':true,'duration_ms':5}", false, false},
	    {"{'call':'a','ok':true,'duration_ms':5,'data':{'running':true}}", false, true},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ui_model_forget_feed(&m);
		feed(&f, EVENT_TOOL_CALL, "run_command make test",
		    "{'call':'a','tool':'run_command','arguments':{'command':'make test'}}");
		feed(&f, EVENT_TOOL_RESULT, "x", rows[i].result);
		assert_true(block(0)->tests);
		assert_int_equal(block(0)->ran, rows[i].ran);
		assert_int_equal(block(0)->runs_on, rows[i].runs_on);
	}
}

/* A server may count its calls anew in each reply. */
static void a_result_of_the_plan_touches_no_row_of_the_same_id(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "edit_file a.c:3-4", "{'call':'call_1','tool':'edit_file'}");
	feed(&f, EVENT_TOOL_RESULT, "edited",
	    "{'call':'call_1','ok':true,'text':'@@ -3 +3 @@\\n-x\\n+y',"
	    "'data':{'added':6,'removed':2}}");
	feed(&f, EVENT_TOOL_RESULT, "plan updated",
	    "{'call':'call_1','tool':'write_todos','ok':true,'text':'{}'}");
	assert_int_equal(m.count, 3);
	assert_string_equal(buf_str(&block(1)->detail), "@@ -3 +3 @@\n-x\n+y");
	feed(&f, EVENT_TOOL_RESULT, "no such item",
	    "{'call':'call_1','tool':'write_todos','ok':false,'text':'no such item'}");
	assert_int_equal(m.count, 4);
	SAYS(3, "no such item");
	assert_string_equal(buf_str(&block(1)->detail), "@@ -3 +3 @@\n-x\n+y");
}

static void a_change_without_a_diff_keeps_the_cards(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "write_file a", "{'call':'a','tool':'write_file'}");
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'approval','call':'a','text':'write_file a',"
	    "'detail':'creates a\\n@@ -0,0 +1 @@\\n+x'}");
	feed(&f, EVENT_ANSWER, NULL, "{'id':'q','choice':'once'}");
	feed(&f, EVENT_TOOL_RESULT, "created",
	    "{'call':'a','ok':true,'text':'created a (1 line)','data':{'added':1,'removed':0}}");
	assert_string_equal(buf_str(&block(1)->detail), "creates a\n@@ -0,0 +1 @@\n+x");
	assert_true(block(1)->diff);
	assert_false(block(1)->folded);
}

static void a_card_keeps_what_would_run(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command rm -r b",
	    "{'call':'a','tool':'run_command','arguments':{'command':'rm -r b'}}");
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q1','kind':'approval','text':'run_command rm -r b','destructive':true}");
	assert_string_equal(m.question, "q1");
	assert_int_equal(block(2)->kind, BLOCK_QUESTION);
	assert_true(block(2)->open);
	assert_true(block(1)->destructive);
	assert_string_equal(json_string_value(json_object_get(
				json_object_get(block(2)->data, "arguments"), "command")),
	    "rm -r b");
	feed(&f, EVENT_ANSWER, NULL, "{'id':'q1','choice':'no','text':'not here','by':'user'}");
	assert_null(m.question);
	assert_false(block(2)->open);
	assert_string_equal(block(2)->answer, "no: not here");
}

static void what_the_row_says_is_not_said_again_below_it(void **state)
{
	static const struct {
		const char *row, *data, *below;
	} rows[] = {
	    {"no such file", "{'call':'a','tool':'x','ok':false,'text':'no such file'}", ""},
	    {"manage_todos: no item x",
		"{'call':'b','tool':'manage_todos','ok':false,'text':'no item x'}", ""},
	    {"exit 0", "{'call':'c','tool':'run_command','ok':true,'text':'0'}", "0"},
	    {"not found", "{'call':'d','tool':'x','ok':false,'text':'not found\\nread it'}",
		"not found\nread it"},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		feed(&f, EVENT_TOOL_RESULT, rows[i].row, rows[i].data);
		assert_string_equal(buf_str(&block(m.count - 1)->detail), rows[i].below);
	}
}

static void an_edited_call_says_what_ran(void **state)
{
	feed(&f, EVENT_QUESTION, NULL, "{'id':'q1','kind':'approval','text':'run_command ls'}");
	feed(&f, EVENT_ANSWER, NULL,
	    "{'id':'q1','choice':'edit','arguments':{'command':'ls -l'},'by':'user'}");
	assert_string_equal(block(1)->answer, "yes, edited: ls -l");
	feed(&f, EVENT_QUESTION, NULL, "{'id':'q2','kind':'approval','text':'edit_file a'}");
	feed(&f, EVENT_ANSWER, NULL,
	    "{'id':'q2','choice':'edit','arguments':{'path':'b'},'by':'user'}");
	assert_string_equal(block(2)->answer, "yes, edited: {\"path\":\"b\"}");
}

static void a_countdown_ends_with_what_comes_next(void **state)
{
	feed(&f, EVENT_RETRY, NULL, "{'attempt':1,'wait_ms':2000,'reason':'503'}");
	assert_true(block(1)->open);
	assert_int_equal(block(1)->until_ms, 3000);
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'a'}");
	assert_false(block(1)->open);
}

static void what_happens_now_is_said_until_it_is_over(void **state)
{
	static const struct {
		enum event_type type;
		const char *data, *says; /* NULL: nothing */
	} rows[] = {
	    {EVENT_STATUS, "{'text':'judging the work'}", "judging the work"},
	    {EVENT_RETRY, "{'attempt':1,'wait_ms':500,'reason':'busy'}", "judging the work"},
	    {EVENT_USAGE, "{'role':'evaluator','input':1,'output':1}", "judging the work"},
	    {EVENT_EVALUATION, "{'on_track':true}", NULL},
	    {EVENT_STATUS, "{'text':'waiting for the model'}", "waiting for the model"},
	    {EVENT_DELTA, "{'kind':'thinking','text':'hm'}", "the model thinks"},
	    {EVENT_DELTA, "{'kind':'text','text':'One'}", "the model answers"},
	    {EVENT_MESSAGE, "{'role':'assistant','parts':[]}", NULL},
	    {EVENT_STATUS, "{'text':'no store','persistent':true}", "no store"},
	    {EVENT_NOTICE, "{'level':'info','text':'x'}", "no store"},
	    {EVENT_TURN_END, "{'outcome':'answered'}", NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		feed(&f, rows[i].type, NULL, rows[i].data);
		if (rows[i].says ? !m.status || strcmp(m.status, rows[i].says) : m.status != NULL)
			fail_msg("row %zu: %s", i, m.status ? m.status : "nothing");
	}
}

static void a_question_that_gives_rounds_raises_the_limit(void **state)
{
	static const struct {
		const char *question, *choice;
		int limit;
	} rows[] = {
	    {"{'id':'q','kind':'limit','rounds':5}", "{'id':'q','choice':'more'}", 15},
	    {"{'id':'q','kind':'limit','seconds':5}", "{'id':'q','choice':'more'}", 15},
	    {"{'id':'q','kind':'limit','rounds':5}", "{'id':'q','choice':'stop'}", 15},
	    {"{'id':'q','kind':'limit','rounds':5}", "{'id':'q','choice':'nolimit'}", -1},
	};

	m.max_iterations = 10;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		feed(&f, EVENT_QUESTION, NULL, rows[i].question);
		feed(&f, EVENT_ANSWER, NULL, rows[i].choice);
		assert_int_equal(m.max_iterations, rows[i].limit);
	}
}

static void spend_is_the_sum_of_usage(void **state)
{
	feed(&f, EVENT_USAGE, NULL,
	    "{'role':'turn','input':100,'output':10,'cached':50,'cost_usd':0.5}");
	feed(&f, EVENT_USAGE, NULL,
	    "{'role':'turn','input':200,'output':20,'cached':100,'cost_usd':0.25}");
	assert_int_equal(m.input, 300);
	assert_int_equal(m.cached, 150);
	assert_true(m.priced);
	assert_true(m.cost_usd == 0.75);
	assert_int_equal(m.context_used, 220);
	feed(&f, EVENT_USAGE, NULL, "{'role':'turn','input':1,'output':1,'cost_usd':null}");
	assert_false(m.priced);
}

static void a_turn_ends_and_closes_what_is_open(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'b','tool':'run_command'}");
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'half'}");
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'interrupted'}");
	assert_false(m.running);
	for (size_t i = 0; i < m.count; i++)
		assert_false(m.blocks[i].open);
	assert_int_equal(block(m.count - 1)->kind, BLOCK_END);
	SAYS(m.count - 1, "stopped");
}

static void an_answer_only_the_end_knows_is_shown(void **state)
{
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'answered','answer':'42'}");
	assert_int_equal(m.count, 2);
	SAYS(1, "42");
}

static void nothing_unsafe_enters(void **state)
{
	feed(&f, EVENT_NOTICE, NULL, "{'level':'error','text':'a\\u001b]52;c;x\\u0007\\u202eb'}");
	SAYS(1, "a\xe2\x90\x9b]52;c;x\xe2\x90\x87\xef\xbf\xbd"
		"b");
	assert_int_equal(block(1)->level, LEVEL_ERROR);
}

static void live_output_keeps_its_end(void **state)
{
	char data[4200];

	feed(&f, EVENT_TOOL_CALL, "run_command yes", "{'call':'b','tool':'run_command'}");
	for (int i = 0; i < 40; i++) {
		snprintf(data, sizeof data, "{'call':'b','text':'%04000d\\n%d\\n'}", 0, i);
		feed(&f, EVENT_TOOL_OUTPUT, NULL, data);
	}
	const struct buf *d = &block(1)->detail;
	assert_true(d->len <= (64 << 10));
	assert_string_equal(d->data + d->len - 3, "39\n");
}

static void unknown_types_with_a_phase_are_rows(void **state)
{
	feed(&f, EVENT_STAGE, "COLLECT to OUTLINE", "{}");
	SAYS(1, "COLLECT to OUTLINE");
	feed(&f, EVENT_FILE_CHANGE, "a.c", "{'path':'a.c'}");
	assert_int_equal(m.count, 2);
}

static void folds_are_the_users(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "x", "{'call':'c','tool':'x'}");
	unsigned version = block(1)->version;
	ui_fold(&m, 1, false);
	assert_false(block(1)->folded);
	assert_true(block(1)->version > version);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

/* holds: step-delegate-shown */
static void the_steps_of_a_delegate_stand_below_its_call_while_it_works(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "delegate look", "{'call':'c1','tool':'delegate'}");
	feed(&f, EVENT_CHILD, NULL,
	    "{'call':'c1','session':'S','event':{'type':'tool_call','phase':'act',"
	    "'summary':'read_file a.c'}}");
	feed(&f, EVENT_CHILD, NULL,
	    "{'call':'c1','session':'S','event':{'type':'child','data':{'event':"
	    "{'type':'tool_result','phase':'obs','summary':'3 lines'}}}}");
	feed(&f, EVENT_CHILD, NULL, "{'call':'c1','event':{'type':'message','data':{}}}");
	feed(&f, EVENT_CHILD, NULL, /* closed, since the turn was cut */
	    "{'call':'c1','event':{'type':'tool_result','phase':'obs','summary':"
	    "'interrupted, not run','data':{'call':'x','ok':false,'text':'interrupted, not "
	    "run'}}}");
	feed(&f, EVENT_CHILD, NULL,
	    "{'call':'c1','event':{'type':'capsule','phase':'reflect','summary':'1 finding'}}");
	feed(&f, EVENT_CHILD, NULL,
	    "{'call':'other','event':{'type':'tool_call','phase':'act','summary':'x'}}");
	assert_string_equal(buf_str(&block(1)->detail), "[Act] read_file a.c\n  [Obs] 3 lines\n");
	feed(&f, EVENT_TOOL_RESULT, "answered: here", "{'call':'c1','ok':true,'text':'{}'}");
	assert_string_equal(buf_str(&block(1)->detail), "");
	assert_int_equal(m.count, 3);
	feed(&f, EVENT_CAPSULE, "1 finding", "{'goal':'g'}");
	assert_int_equal(m.count, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_turn_begins_with_its_prompt),
	    TEST(the_steps_of_a_delegate_stand_below_its_call_while_it_works),
	    TEST(evidence_that_does_not_hold_is_struck),
	    TEST(deltas_become_the_message),
	    TEST(a_paused_answer_is_one_block_with_its_rest),
	    TEST(an_answer_that_kept_earlier_words_is_shown_once),
	    TEST(an_answer_that_comes_again_stands_once),
	    TEST(what_was_paused_before_calls_stands_by_itself),
	    TEST(steering_does_not_cut_what_streams),
	    TEST(a_paste_is_a_mark_in_a_folded_prompt),
	    TEST(words_beside_calls_become_the_reflection),
	    TEST(what_is_done_about_an_error_does_not_say_it_again),
	    TEST(an_error_of_one_line_has_nothing_to_unfold),
	    TEST(a_notice_in_between_leaves_the_words_to_the_reflection),
	    TEST(results_follow_their_calls),
	    TEST(a_change_joins_the_row_of_its_call),
	    TEST(an_edited_call_keeps_what_was_asked_for),
	    TEST(what_did_not_run_has_no_outcome),
	    TEST(a_result_of_the_plan_touches_no_row_of_the_same_id),
	    TEST(a_change_without_a_diff_keeps_the_cards),
	    TEST(a_card_keeps_what_would_run),
	    TEST(what_the_row_says_is_not_said_again_below_it),
	    TEST(an_edited_call_says_what_ran),
	    TEST(a_countdown_ends_with_what_comes_next),
	    TEST(what_happens_now_is_said_until_it_is_over),
	    TEST(a_question_that_gives_rounds_raises_the_limit),
	    TEST(spend_is_the_sum_of_usage),
	    TEST(a_turn_ends_and_closes_what_is_open),
	    TEST(an_answer_only_the_end_knows_is_shown),
	    TEST(nothing_unsafe_enters),
	    TEST(live_output_keeps_its_end),
	    TEST(unknown_types_with_a_phase_are_rows),
	    TEST(folds_are_the_users),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
