/* SPDX-License-Identifier: MIT
 * The rows of the feed, literally as screens.md draws them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <locale.h>
#include <string.h>
#include "base/text/text.h"
#include "tests/support/events.h"
#include "tests/support/rows.h"
#include "ui/view/feed/feed.h"
#include "ui/view/feed/row_groups.h"

static struct ui_model m;
static struct feeder f;
static struct feed_view v;

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
	v = (struct feed_view){.cells = 60, .live_rows = 3};
	return 0;
}

static int end(void **state)
{
	ui_model_free(&m);
	return 0;
}

static void expect(const char *want)
{
	struct lines out = {0};

	for (size_t i = 0; i < m.count; i++)
		feed_block(&m, i, &v, &out);
	rows_expect(&out, want);
}

static void a_turn_as_rows(void **state)
{
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'make the importer accept ISO dates'}");
	feed(&f, EVENT_PLAN, "2 steps; done when `make test` passes and README says so", "{}");
	feed(&f, EVENT_TOOL_CALL, "search_text \"strptime\" in src/",
	    "{'call':'a','tool':'search_text'}");
	feed(&f, EVENT_TOOL_RESULT, "3 matches in src/csv.c",
	    "{'call':'a','ok':true,'text':'src/csv.c:1: x','duration_ms':4}");
	feed(&f, EVENT_REFLECTION, "One change is enough.", "{}");
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'Done: **all** of it.'}]}");
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'limit','error':'10 rounds used'}");
	expect(" you       make the importer accept ISO dates\n"
	       "\n"
	       " [Plan]    2 steps; done when `make test` passes and README\n"
	       "           says so\n"
	       " [Act]   ✔ search_text \"strptime\" in src/\n"
	       " [Obs]     3 matches in src/csv.c · 4 ms                  ▸\n"
	       " [Reflect] One change is enough.\n"
	       "\n"
	       " Done: all of it.\n"
	       "\n"
	       " end       10 rounds used\n");
}

static void details_unfold_below_their_row(void **state)
{
	feed(&f, EVENT_TOOL_RESULT, "exit 1",
	    "{'call':'a','ok':true,'text':'one\\n\\ttwo\\n','tool':'run_command'}");
	expect(" [Obs]     exit 1                                         ▸\n");
	ui_fold(&m, 0, false);
	expect(" [Obs]     exit 1                                         ▾\n"
	       "           one\n"
	       "                   two\n");
	v.ascii = true;
	ui_fold(&m, 0, true);
	expect(" [Obs]     exit 1                                         >\n");
}

static void a_diff_has_its_line_numbers(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "edit_file a.c:88", "{'call':'a','tool':'edit_file'}");
	feed(&f, EVENT_TOOL_RESULT, "x",
	    "{'call':'a','ok':true,'data':{'added':1,'removed':1},'text':"
	    "'--- a\\n+++ b\\n@@ -87,2 +87,2 @@\\n x\\n-old\\n+new\\n@@ -99 +99 @@\\n-a\\n+b\\n'}");
	expect(" [Act]   ✔ edit_file a.c:88  +1 -1                        ▾\n"
	       "   87   87   x\n"
	       "   88      - old\n"
	       "        88 + new\n"
	       "           ⋯\n"
	       "   99      - a\n"
	       "        99 + b\n"
	       " [Obs]     x\n");
}

static void a_running_command_shows_its_last_lines(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'a','tool':'run_command'}");
	feed(&f, EVENT_TOOL_OUTPUT, NULL, "{'call':'a','text':'1\\n2\\n3\\n4\\n5'}");
	expect(" [Act]   ⠋ make\n"
	       "           3\n"
	       "           4\n"
	       "           5\n");
}

/* Anything that runs longer than a second says how long. */
static void a_running_call_says_since_when(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'a','tool':'run_command'}");
	v.now_ms = 1999;
	expect(" [Act]   ⠧ make\n");
	v.now_ms = 43000;
	expect(" [Act]   ⠼ make                                        42 s\n");
	feed(&f, EVENT_TOOL_RESULT, "exit 0",
	    "{'call':'a','tool':'run_command','ok':true,'duration_ms':62}");
	expect(" [Act]   ✔ make\n"
	       " [Obs]     exit 0 · 62 ms\n");
}

static void one_tag_alone_can_be_shown(void **state)
{
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'go'}");
	feed(&f, EVENT_PLAN, "2 steps", "{}");
	feed(&f, EVENT_TOOL_CALL, "list_files", "{'call':'a','tool':'list_files'}");
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'Done.'}]}");
	v.only = PHASE_ACT;
	expect(" you       go\n [Act]   ⠋ list_files\n");
	v.only = PHASE_NONE;
}

static void read_two(void)
{
	feed(&f, EVENT_TOOL_CALL, "read_file a.c", "{'call':'a','tool':'read_file'}");
	feed(&f, EVENT_TOOL_CALL, "search_text \"x\" in .", "{'call':'b','tool':'search_text'}");
	feed(&f, EVENT_TOOL_RESULT, "80 lines",
	    "{'call':'a','ok':true,'tool':'read_file','text':'x'}");
	feed(&f, EVENT_TOOL_RESULT, "1 match in b.c", "{'call':'b','ok':true,'text':'y'}");
}

/* Never "2 files read": the row that stands for them names them. */
static void reading_rows_become_one_that_names_them(void **state)
{
	v.group = true;
	read_two();
	expect(" [Act]   ✔ read_file a.c; search_text \"x\" in .            ▸\n"
	       " [Obs]     80 lines                                       ▸\n"
	       " [Obs]     1 match in b.c                                 ▸\n");
	feed(&f, EVENT_REFLECTION, "It is in b.c.", "{}");
	expect(" [Act]   ✔ read_file a.c; search_text \"x\" in .            ▸\n"
	       " [Obs]     80 lines                                       ▸\n"
	       " [Obs]     1 match in b.c                                 ▸\n"
	       " [Reflect] It is in b.c.\n");
	row_group_open(&m, 0, 3);
	expect(" [Act]   ✔ read_file a.c\n"
	       " [Act]   ✔ search_text \"x\" in .\n"
	       " [Obs]     80 lines                                       ▸\n"
	       " [Obs]     1 match in b.c                                 ▸\n"
	       " [Reflect] It is in b.c.\n");
}

static void a_reading_that_failed_stands_alone(void **state)
{
	v.group = true;
	feed(&f, EVENT_TOOL_CALL, "read_file a.c", "{'call':'a','tool':'read_file'}");
	feed(&f, EVENT_TOOL_RESULT, "no such file", "{'call':'a','ok':false,'text':'x'}");
	feed(&f, EVENT_TOOL_CALL, "read_file b.c", "{'call':'b','tool':'read_file'}");
	feed(&f, EVENT_TOOL_RESULT, "8 lines",
	    "{'call':'b','ok':true,'tool':'read_file','text':'x'}");
	feed(&f, EVENT_REFLECTION, "So.", "{}");
	expect(" [Act]   ✘ read_file a.c\n"
	       " [Obs]     no such file                                   ▸\n"
	       "           x\n"
	       " [Act]   ✔ read_file b.c                                  ▸\n"
	       " [Reflect] So.\n");
}

static void rolling_keeps_the_last_rows_and_a_line_of_finished_turns(void **state)
{
	v.last_rows = 1;
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'one'}");
	read_two();
	expect(" you       one\n\n"
	       " ▸ 2 calls\n"
	       " [Obs]     80 lines                                       ▸\n"
	       " [Obs]     1 match in b.c                                 ▸\n");
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'answered','answer':'Done.'}");
	f.turn = 2;
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'two'}");
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'a','tool':'run_command'}");
	expect(" you       one\n\n"
	       " ▸ 2 calls\n"
	       "\n Done.\n\n"
	       " you       two\n\n"
	       " [Act]   ⠋ make\n");
	v.last_rows = 0; /* full */
	expect(" you       one\n\n"
	       " [Act]   ✔ read_file a.c\n"
	       " [Act]   ✔ search_text \"x\" in .\n"
	       " [Obs]     80 lines                                       ▸\n"
	       " [Obs]     1 match in b.c                                 ▸\n"
	       "\n Done.\n\n"
	       " you       two\n\n"
	       " [Act]   ⠋ make\n");
}

static void a_command_of_the_user_is_not_rolled_up_with_the_turn_before_it(void **state)
{
	v.last_rows = 1;
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'one'}");
	read_two();
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'answered','answer':'Done.'}");
	feed(&f, EVENT_TOOL_CALL, "! ls", "{'call':'u','tool':'run_command','by':'user'}");
	feed(&f, EVENT_TOOL_RESULT, "exit 0 · a.c · 3 ms",
	    "{'call':'u','ok':true,'class':'runs','tool':'run_command','by':'user','text':'exit "
	    "0\\na.c\\nb.c\\n',"
	    "'output':{'before':7}}");
	f.turn = 2;
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'two'}");
	expect(" you       one\n\n"
	       " ▸ 2 calls\n"
	       "\n Done.\n\n"
	       " [Act]   ✔ ! ls\n"
	       " [Obs]     exit 0 · a.c · 3 ms                            ▾\n"
	       "           a.c\n"
	       "           b.c\n\n"
	       " you       two\n");
}

static void ran(const char *call, const char *command, bool ok, const char *text)
{
	char name[100], data[400];

	snprintf(name, sizeof name, "run_command %s", command);
	snprintf(data, sizeof data,
	    "{'call':'%s','tool':'run_command','class':'runs','arguments':{'command':'%s'}}", call,
	    command);
	feed(&f, EVENT_TOOL_CALL, name, data);
	snprintf(data, sizeof data,
	    "{'call':'%s','ok':%s,'class':'runs','text':'%s','duration_ms':62,"
	    "'output':{'before':7}}",
	    call, ok ? "true" : "false", text);
	feed(&f, EVENT_TOOL_RESULT, ok ? "exit 0 · last" : "exit 2 · last", data);
}

/* What it printed unfolds below it; what the row says is not said again. */
static void a_call_that_went_well_is_one_row(void **state)
{
	ran("z", "make", true, "exit 0\\n");
	ui_model_forget_feed(&m);
	ran("a", "make test", true, "exit 0\\nfirst\\nlast\\n");
	expect(" [Act]   ✔ make test  62 ms                               ▸\n");
	ui_fold(&m, 0, false);
	expect(" [Act]   ✔ make test  62 ms                               ▾\n"
	       "           first\n"
	       "           last\n");
}

static void what_failed_shows_its_last_five_lines(void **state)
{
	ran("a", "make test", false, "exit 2\\n1\\n2\\n3\\n4\\n5\\nlast\\n");
	expect(" [Act]   ✘ make test\n"
	       " [Obs]     exit 2 · 62 ms                                 ▸\n"
	       "           2\n"
	       "           3\n"
	       "           4\n"
	       "           5\n"
	       "           last\n");
}

/* The four tags are seen in every turn that plans and acts. */
static void the_first_outcome_of_a_turn_that_plans_has_a_row(void **state)
{
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'go'}");
	feed(&f, EVENT_PLAN, "2 steps", "{}");
	ran("a", "make", true, "exit 0\\n");
	ran("b", "make test", true, "exit 0\\n");
	expect(" you       go\n\n"
	       " [Plan]    2 steps\n"
	       " [Act]   ✔ make\n"
	       " [Obs]     exit 0 · last · 62 ms\n"
	       " [Act]   ✔ make test  62 ms\n");
}

static void an_answer_is_a_mark_on_its_act(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'a','tool':'run_command'}");
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'approval','call':'a','text':'run_command make'}");
	feed(&f, EVENT_ANSWER, NULL, "{'id':'q','choice':'once'}");
	feed(&f, EVENT_TOOL_RESULT, "exit 0",
	    "{'call':'a','tool':'run_command','ok':true,'duration_ms':9}");
	expect(" [Act]   ✔ make  yes, once\n"
	       " [Obs]     exit 0 · 9 ms\n");
}

static void a_call_that_was_not_let_is_one_row(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'a','tool':'run_command'}");
	feed(&f, EVENT_TOOL_RESULT, "denied: the mode is plan",
	    "{'call':'a','ok':false,'denied':true,'text':'Denied, for the mode is plan.'}");
	expect(" [Act]   ✘ make  denied: the mode is plan\n");
}

/* What is about no call has its answer behind it. */
static void a_question_and_its_answer_are_one_row(void **state)
{
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'limit','text':'10 rounds "
	    "used','rounds':10,'options':['more','stop']}");
	feed(&f, EVENT_ANSWER, NULL, "{'id':'q','choice':'stop'}");
	expect(" question  10 rounds used  stopped here\n");
}

/* Changed settings are of use until the next thing happens; why a depth was chosen is told in a full feed alone. */
static void notes_of_the_program_pass(void **state)
{
	static const char start[] = "{'prompt':'go','depth':'react','why':'it acts','routed':true}";

	feed(&f, EVENT_TURN_START, NULL, start);
	expect(" you       go\n");
	feed(&f, EVENT_SETTING, NULL, "{'key':'approve','value':'edits'}");
	expect(" you       go\n\n note      approve is now edits\n");
	feed(&f, EVENT_NOTICE, NULL, "{'level':'info','text':'this stays'}");
	feed(&f, EVENT_REFLECTION, "So.", "{}");
	expect(" you       go\n\n note      this stays\n [Reflect] So.\n");
	v.level = FEED_FULL;
	expect(" you       go\n\n note      approve is now edits\n note      this stays\n"
	       " [Reflect] So.\n");
	m.full = true;
	feed(&f, EVENT_TURN_START, NULL, start);
	expect(" you       go\n\n note      approve is now edits\n note      this stays\n"
	       " [Reflect] So.\n\n you       go\n\n note      depth react: it acts\n");
}

/* However often room is made in a turn, one row says how much there is. */
static void compactions_of_a_turn_are_one_row(void **state)
{
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'go'}");
	feed(
	    &f, EVENT_COMPACTION, NULL, "{'through_seq':1,'tokens_before':900,'tokens_after':700}");
	feed(&f, EVENT_REFLECTION, "So.", "{}");
	feed(&f, EVENT_COMPACTION, NULL,
	    "{'through_seq':2,'summary':'s','tokens_before':800,'tokens_after':200}");
	expect(
	    " you       go\n\n note      context compacted: 800 to 200 tokens\n [Reflect] So.\n");
	f.turn = 2;
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'on'}");
	feed(
	    &f, EVENT_COMPACTION, NULL, "{'through_seq':3,'tokens_before':400,'tokens_after':300}");
	expect(
	    " you       go\n\n note      context compacted: 800 to 200 tokens\n [Reflect] So.\n\n"
	    " you       on\n\n note      old output trimmed: 400 to 300 tokens\n");
}

/* A prompt with a paste is its beginning until it is unfolded. */
static void a_long_prompt_is_folded(void **state)
{
	struct buf whole = BUF_INIT;

	buf_adds(&whole, " you       line 1\n");
	for (int i = 2; i <= 13; i++)
		buf_addf(&whole, "           line %d\n", i);
	feed(&f, EVENT_TURN_START, NULL,
	    "{'prompt':'line 1\\nline 2\\nline 3\\nline 4\\nline 5\\nline 6\\nline 7\\nline "
	    "8\\nline "
	    "9\\nline 10\\nline 11\\nline 12\\nline 13\\n'}");
	assert_true(feed_folds(&m.blocks[0]));
	expect(" you       line 1\n           line 2\n           line 3\n           line 4\n"
	       "           line 5\n           line 6\n           ▸ 7 more lines\n");
	m.blocks[0].folded = false;
	expect(buf_str(&whole));
	feed(&f, EVENT_STEER, NULL, "{'text':'one\\ntwo\\nthree'}");
	assert_false(feed_folds(&m.blocks[1]));
	buf_free(&whole);
}

static void no_row_says_what_the_row_above_said(void **state)
{
	feed(&f, EVENT_REFLECTION, "the tests pass: met", "{}");
	feed(&f, EVENT_EVALUATION, "the tests pass: met", "{}");
	feed(&f, EVENT_EVALUATION, "not yet", "{}");
	expect(" [Reflect] the tests pass: met\n [Reflect] not yet\n");
}

static void a_reflection_is_whole_and_rendered(void **state)
{
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'See `a.c`. Then **b.c**.'},"
	    "{'type':'call','call':'a','tool':'x'}]}");
	feed(&f, EVENT_REFLECTION, "See `a.c`.", "{'text':'See `a.c`.'}");
	expect(" [Reflect] See a.c. Then b.c.\n");
	ui_model_forget_feed(&m);
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'One.\\n\\nTwo.\\n\\nThree.'},"
	    "{'type':'call','call':'a','tool':'x'}]}");
	feed(&f, EVENT_REFLECTION, "One.", "{'text':'One.'}");
	expect(" [Reflect] One.                                           ▸\n"
	       "\n           Two.…\n");
	ui_fold(&m, 0, false);
	expect(" [Reflect] One.                                           ▾\n"
	       "\n           Two.\n\n           Three.\n");
}

static void a_turn_of_all_kinds(void)
{
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'go'}");
	ran("a", "make test", false, "exit 2\\nbad\\n");
	for (int i = 0; i < 2; i++) {
		feed(&f, EVENT_TOOL_CALL, "edit_file a.c", "{'call':'b','tool':'edit_file'}");
		feed(&f, EVENT_TOOL_RESULT, "a.c",
		    "{'call':'b','ok':true,'data':{'added':6,'removed':1,'path':'a.c'}}");
	}
	feed(&f, EVENT_TOOL_CALL, "run_command cp a.c b.c", "{'call':'c','tool':'run_command'}");
	feed(&f, EVENT_TOOL_RESULT, "exit 0", "{'call':'c','tool':'run_command','ok':true}");
	feed(&f, EVENT_FILE_CHANGE, "b.c", "{'call':'c','path':'b.c'}");
	ran("d", "cd x && cargo nextest run", true, "exit 0\\n");
	f.at_ms += 17000;
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'answered','answer':'Done.'}");
}

static void a_finished_turn_is_one_row(void **state)
{
	v.last_rows = 40;
	a_turn_of_all_kinds();
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'more'}");
	m.turn = m.blocks[m.count - 1].turn = 2;
	char *rows = NULL;
	struct lines out = {0};
	feed_block(&m, 1, &v, &out);
	rows = rows_text(&out);
	assert_string_equal(rows, "\n ▸ 5 calls · 2 files +12 −2 · tests ✘ ✔ · 17 s\n");
	free(rows);
	lines_free(&out);
}

/* A test that was cancelled at its card has not failed. */
static void what_never_ran_has_not_failed_in_a_folded_turn(void **state)
{
	v.last_rows = 40;
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'go'}");
	feed(&f, EVENT_TOOL_CALL, "run_command make test",
	    "{'call':'a','tool':'run_command','arguments':{'command':'make test'}}");
	feed(&f, EVENT_TOOL_RESULT, "interrupted, not run",
	    "{'call':'a','ok':false,'text':'interrupted, not run'}");
	feed(&f, EVENT_TURN_END, NULL, "{'outcome':'cancelled'}");
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'more'}");
	m.turn = m.blocks[m.count - 1].turn = 2;
	struct lines out = {0};
	feed_block(&m, 1, &v, &out);
	rows_expect(&out, "\n ▸ not run: make test\n");
}

/* The rows of the newest turn stay until the next prompt, or go at once. */
static void a_quiet_feed_folds_a_turn_when_it_ends(void **state)
{
	v.last_rows = 40;
	a_turn_of_all_kinds();
	v.level = FEED_QUIET;
	expect(" you       go\n\n"
	       " ▸ 5 calls · 2 files +12 −2 · tests ✘ ✔ · 17 s\n"
	       "\n Done.\n");
}

static void a_full_feed_has_every_row(void **state)
{
	m.full = true;
	v.level = FEED_FULL;
	v.last_rows = 1;
	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'go'}");
	feed(&f, EVENT_TOOL_CALL, "run_command make", "{'call':'a','tool':'run_command'}");
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'approval','call':'a','text':'run_command make'}");
	feed(&f, EVENT_ANSWER, NULL, "{'id':'q','choice':'once'}");
	feed(&f, EVENT_TOOL_RESULT, "exit 0",
	    "{'call':'a','tool':'run_command','ok':true,'duration_ms':9}");
	expect(" you       go\n\n"
	       " [Act]   ✔ make\n"
	       " answer    yes, once\n"
	       " [Obs]     exit 0 · 9 ms\n");
}

/* What the user unfolded is unfolded when a replay makes the blocks again. */
static void a_fold_sticks_when_the_blocks_are_made_again(void **state)
{
	struct ui_model again;

	for (int round = 0; round < 2; round++) {
		feed(&f, EVENT_TURN_START, NULL, "{'prompt':'go'}");
		feed(&f, EVENT_TOOL_RESULT, "exit 1", "{'call':'a','ok':false,'text':'one'}");
		feed(&f, EVENT_TOOL_RESULT, "exit 2", "{'call':'b','ok':false,'text':'two'}");
		if (round == 1)
			break;
		ui_fold(&m, 1, false);
		ui_fold(&m, 2, false);
		ui_fold(&m, 2, true);
		ui_model_init(&again);
		ui_choices_copy(&again, &m);
		ui_model_free(&m);
		m = again;
		f.seq = 0;
	}
	assert_false(m.blocks[1].folded);
	assert_true(m.blocks[2].folded);
}

static void a_word_is_marked_wherever_it_stands(void **state)
{
	struct lines one = {0}, out = {0};

	lines_adds(&one, STYLE_ACT, "[Act]");
	lines_adds(&one, STYLE_TEXT, " act again, ACT");
	lines_end(&one);
	lines_mark(&out, &one, 0, "act", STYLE_FOUND);
	lines_end(&out);
	size_t len;
	const char *s = lines_text(&out, 0, &len);
	assert_memory_equal(s, "[Act] act again, ACT", len);
	for (size_t i = 0; i < len; i++) {
		bool marked = (i >= 1 && i < 4) || (i >= 6 && i < 9) || i >= 17;
		assert_int_equal(lines_style(&out, 0, i) == STYLE_FOUND, marked);
	}
	lines_free(&one);
	lines_free(&out);
}

static void what_streams_has_a_bar(void **state)
{
	feed(&f, EVENT_DELTA, NULL, "{'kind':'text','text':'The parser\\n\\nnow'}");
	expect("▌The parser\n▌\n▌now\n");
}

static void what_streams_grows_into_what_it_is_made_as(void **state)
{
	static const char *const deltas[] = {"One\\n\\n", "two ", "and\\n",
	    "more.\\n\\n- a\\n- b\\n\\n", "```c\\nint a;\\n", "int b;\\n```\\n", "## H\\n\\nend"};
	struct feed_growth growth = {0};
	struct lines grown = {0};

	feed(&f, EVENT_TURN_START, NULL, "{'prompt':'p'}");
	for (size_t i = 0; i < sizeof deltas / sizeof *deltas; i++) {
		struct lines whole = {0};
		char data[200];

		snprintf(data, sizeof data, "{'kind':'text','text':'%s'}", deltas[i]);
		feed(&f, EVENT_DELTA, NULL, data);
		assert_true(feed_grows(&m.blocks[1]));
		feed_grow(&m, 1, &v, &grown, &growth);
		feed_block(&m, 1, &v, &whole);
		char *rows = rows_text(&whole);
		struct lines seen = {0};
		for (size_t k = 0; k < grown.count; k++) {
			lines_copy(&seen, &grown, k);
			lines_end(&seen);
		}
		rows_expect(&seen, rows);
		free(rows);
		lines_free(&whole);
	}
	assert_int_equal(growth.rows, 10); /* up to the last heading */
	lines_free(&grown);
	feed(&f, EVENT_MESSAGE, NULL, "{'role':'assistant','parts':[{'type':'text','text':'x'}]}");
	assert_false(feed_grows(&m.blocks[1]));
}

static void of_long_thinking_the_end_is_shown(void **state)
{
	feed(&f, EVENT_DELTA, NULL, "{'kind':'thinking','text':'the beginning'}");
	for (int i = 0; i < 2000; i++)
		feed(&f, EVENT_DELTA, NULL, "{'kind':'thinking','text':' and é'}");
	feed(&f, EVENT_DELTA, NULL, "{'kind':'thinking','text':' so it ends'}");
	struct lines out = {0};
	feed_block(&m, 0, &v, &out);
	char *rows = rows_text(&out);
	assert_non_null(strstr(rows, "and é so it ends"));
	free(rows);
	lines_free(&out);
}

static void an_open_question_is_said_by_its_card(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command rm -r build/",
	    "{'call':'a','tool':'run_command','arguments':{'command':'rm -r build/'}}");
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'approval','tool':'run_command','text':'run_command rm -r build/',"
	    "'destructive':true,'where':'in src','options':['once','no']}");
	expect(" [Act]     rm -r build/                         destructive\n");
	v.card_apart = true; /* the card says it, until it is answered */
	expect("");
	feed(&f, EVENT_ANSWER, NULL, "{'id':'q','choice':'no','text':'keep it'}");
	expect(" [Act]   ⠋ rm -r build/  no: keep it            destructive\n");
	feed(&f, EVENT_QUESTION, NULL, /* after a preview it is asked about again */
	    "{'id':'r','kind':'approval','tool':'run_command','text':'run_command rm -r build/',"
	    "'destructive':true,'where':'in src','options':['once','no']}");
	expect("");
}

static void the_time_of_a_call_begins_with_the_yes(void **state)
{
	feed(&f, EVENT_TOOL_CALL, "run_command make",
	    "{'call':'a','tool':'run_command','arguments':{'command':'make'}}");
	feed(&f, EVENT_QUESTION, NULL,
	    "{'id':'q','kind':'approval','tool':'run_command','text':'run_command "
	    "make','options':['once','no']}");
	v.now_ms = 9000;
	expect(" [Act]     make\n");
	feed(&f, EVENT_ANSWER, NULL, "{'id':'q','choice':'once'}");
	expect(" [Act]   ⠼ make  yes, once                              8 s\n");
}

static void a_countdown_counts(void **state)
{
	feed(&f, EVENT_RETRY, NULL, "{'attempt':2,'wait_ms':3000,'reason':'503'}");
	v.now_ms = 2500;
	expect(" waiting   retry 2 in 3.0 s: 503 · 2 s\n");
	feed(&f, EVENT_MESSAGE, NULL, "{'role':'assistant','parts':[]}");
	expect(" waiting   retry 2 in 3.0 s: 503\n");
}

static void every_row_fits_its_width(void **state)
{
	feed(&f, EVENT_TURN_START, NULL,
	    "{'prompt':'你好 wörld e\\u0301e\\u0301 👩‍💻 long long long'}");
	feed(&f, EVENT_TOOL_CALL, "run_command averyveryverylongwordthatdoesnotfit 你好你好你好",
	    "{'call':'a','tool':'run_command'}");
	feed(&f, EVENT_TOOL_OUTPUT, NULL, "{'call':'a','text':'你好你好你好你好你好\\n\\tx'}");
	feed(&f, EVENT_MESSAGE, NULL,
	    "{'role':'assistant','parts':[{'type':'text','text':'# "
	    "你好\\n\\n|a|你好你好你好|\\n|---|---|\\n"
	    "|1|2|\\n\\n```\\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\n```'}]}");
	for (int cells = 20; cells < 70; cells++) {
		struct lines out = {0};
		v.cells = cells;
		for (size_t i = 0; i < m.count; i++)
			feed_block(&m, i, &v, &out);
		for (size_t i = 0; i < out.count; i++) {
			size_t len;
			const char *s = lines_text(&out, i, &len);
			assert_in_range(text_width(s, len), 0, cells);
		}
		lines_free(&out);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(a_turn_as_rows),
	    TEST(details_unfold_below_their_row),
	    TEST(a_diff_has_its_line_numbers),
	    TEST(a_running_command_shows_its_last_lines),
	    TEST(a_running_call_says_since_when),
	    TEST(one_tag_alone_can_be_shown),
	    TEST(reading_rows_become_one_that_names_them),
	    TEST(a_reading_that_failed_stands_alone),
	    TEST(a_call_that_went_well_is_one_row),
	    TEST(what_failed_shows_its_last_five_lines),
	    TEST(the_first_outcome_of_a_turn_that_plans_has_a_row),
	    TEST(an_answer_is_a_mark_on_its_act),
	    TEST(a_call_that_was_not_let_is_one_row),
	    TEST(a_question_and_its_answer_are_one_row),
	    TEST(notes_of_the_program_pass),
	    TEST(compactions_of_a_turn_are_one_row),
	    TEST(a_long_prompt_is_folded),
	    TEST(no_row_says_what_the_row_above_said),
	    TEST(a_reflection_is_whole_and_rendered),
	    TEST(a_finished_turn_is_one_row),
	    TEST(what_never_ran_has_not_failed_in_a_folded_turn),
	    TEST(a_quiet_feed_folds_a_turn_when_it_ends),
	    TEST(a_full_feed_has_every_row),
	    TEST(rolling_keeps_the_last_rows_and_a_line_of_finished_turns),
	    TEST(a_command_of_the_user_is_not_rolled_up_with_the_turn_before_it),
	    TEST(a_fold_sticks_when_the_blocks_are_made_again),
	    TEST(a_word_is_marked_wherever_it_stands),
	    TEST(what_streams_has_a_bar),
	    TEST(what_streams_grows_into_what_it_is_made_as),
	    TEST(of_long_thinking_the_end_is_shown),
	    TEST(an_open_question_is_said_by_its_card),
	    TEST(the_time_of_a_call_begins_with_the_yes),
	    TEST(a_countdown_counts),
	    TEST(every_row_fits_its_width),
	};
	setlocale(LC_ALL, "");
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
