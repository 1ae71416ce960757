/* SPDX-License-Identifier: MIT
 * The words of /plan, as tables: what each does with the plan that is shown.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/text/text.h"
#include "tests/support/sample_plans.h"
#include "ui/command/slash.h"

struct ground {
	struct loop *loop;
	struct settings *settings;
	struct session *session;
	struct plan plan, none;
	struct commander commander;
	json_t *edit;
	char *said, *page, *input;
};

static void say(void *face, const char *text)
{
	string_set(&((struct ground *)face)->said, text);
}

static void put_input(void *face, const char *text)
{
	string_set(&((struct ground *)face)->input, text);
}

static void keep_edit(void *face, json_t *edit)
{
	struct ground *g = face;

	json_decref(g->edit);
	g->edit = edit;
}

static void show_page(void *face, const char *title, struct lines *body, int hang)
{
	struct ground *g = face;
	struct buf text = BUF_INIT;

	for (size_t i = 0; i < body->count; i++) {
		size_t len;
		const char *line = lines_text(body, i, &len);
		buf_add(&text, line, len);
		buf_addc(&text, '\n');
	}
	free(g->page);
	g->page = buf_take(&text);
}

static int set_up(void **state)
{
	struct ground *g = xcalloc(1, sizeof *g);
	struct problems problems = PROBLEMS_INIT;

	g->loop = loop_new();
	g->settings =
	    settings_load(&(struct settings_request){.workspace = "/", .bare = true}, &problems);
	assert_non_null(g->settings);
	g->session = session_new(g->loop, NULL);
	struct change c = plans_send(&g->plan, "a completed, b in_progress, c pending", 1);
	assert_int_equal(c.kind, PLAN_CHANGED);
	change_free(&c);
	g->commander = (struct commander){.session = g->session,
	    .settings = g->settings,
	    .plan = &g->plan,
	    .face = g,
	    .say = say,
	    .page = show_page,
	    .plan_edit = keep_edit,
	    .input = put_input};
	*state = g;
	return 0;
}

static int tear_down(void **state)
{
	struct ground *g = *state;

	json_decref(g->edit);
	plan_free(&g->plan);
	session_free(g->session);
	settings_free(g->settings);
	loop_free(g->loop);
	free_all(g->said, g->page, g->input, g);
	return 0;
}

static void run(struct ground *g, const char *words)
{
	char *text = xasprintf("/plan %s", words);

	string_set(&g->said, NULL);
	string_set(&g->input, NULL);
	assert_true(slash_run(&g->commander, text));
	free(text);
}

/* Returns the edit that the face, or for a wish the agent, has to make; NULL: none. New reference. */
static json_t *take_edit(struct ground *g)
{
	struct intent in;
	json_t *edit = g->edit;

	g->edit = NULL;
	if (!edit && inbox_take(g->session, &in)) {
		assert_int_equal(in.kind, INTENT_PLAN_EDIT);
		edit = json_incref(in.data);
		intent_free(&in);
	}
	return edit;
}

static void every_word_is_one_edit(void **state)
{
	static const struct {
		const char *words, *edit;
	} rows[] = {
	    {" add Write the notes", "{'action':'add','content':'Write the notes'}"},
	    {"add after 1 Look  twice", "{'action':'add','content':'Look  twice','position':1}"},
	    {"add after 3 Last", "{'action':'add','content':'Last','position':3}"},
	    {"add after lunch, call", "{'action':'add','content':'after lunch, call'}"},
	    {"edit 2 Other words", "{'action':'edit','content':'Other words','id':'b'}"},
	    {"edit c Other words", "{'action':'edit','content':'Other words','id':'c'}"},
	    {"delete 3", "{'action':'remove','id':'c'}"},
	    {"move 3 1", "{'action':'move','id':'c','position':0}"},
	    {"move 2 up", "{'action':'move','id':'b','position':0}"},
	    {"move 1 up", "{'action':'move','id':'a','position':0}"},
	    {"move 2 down", "{'action':'move','id':'b','position':2}"},
	    {"move 3 down", "{'action':'move','id':'c','position':2}"},
	    {"tick 2", "{'action':'tick','id':'b'}"},
	    {"skip c ", "{'action':'skip','id':'c'}"},
	    {"next 3", "{'action':'next','id':'c'}"},
	    {"gate 3", "{'action':'gate','id':'c'}"},
	    {"retry 1", "{'action':'retry','id':'a'}"},
	    {"abandon", "{'action':'abandon'}"},
	    {"abandon we do it  by hand", "{'action':'abandon','text':'we do it  by hand'}"},
	    {"undo", "{'action':'undo'}"},
	    {"untick 1", "{'action':'untick','id':'a'}"},
	    {"branch", "{'action':'branch'}"},
	    {"branch Ask ; Wait;; ",
		"{'action':'branch','todos':[{'content':'Ask'},{'content':'Wait'}]}"},
	};
	struct ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		run(g, rows[i].words);
		json_t *edit = take_edit(g);
		char *got = json_dumps(edit, JSON_COMPACT | JSON_SORT_KEYS);

		for (char *s = got; s && *s; s++)
			*s = *s == '"' ? '\'' : *s;
		if (!got || strcmp(got, rows[i].edit) != 0)
			fail_msg("%s: %s %s", rows[i].words, got, g->said);
		free(got);
		json_decref(edit);
	}
}

static void what_cannot_be_meant_is_said_with_the_way_out(void **state)
{
	static const struct {
		const char *words, *text;
	} rows[] = {
	    {"frob", "no word 'frob'; usage: /plan [show | hide | add [after N] TEXT"},
	    {"add", "usage: /plan add [after N] TEXT"},
	    {"add after 2", "usage: /plan add [after N] TEXT"},
	    {"edit 2", "usage: /plan edit N TEXT"},
	    {"edit 9 x", "no item '9'; they are 1 to 3"},
	    {"edit 0 x", "no item '0'; they are 1 to 3"},
	    {"tick", "usage: /plan tick N"},
	    {"tick -1", "no item '-1'; they are 1 to 3"},
	    {"tick 99999999999999999999999", "no item '99999999999999999999999'; they are"},
	    {"tick 1 2", "usage: /plan tick N"},
	    {"move 1", "usage: /plan move N M|up|down"},
	    {"move 1 left", "no place 'left'; they are 1 to 3, up and down"},
	    {"move 1 4", "no place '4'; they are 1 to 3, up and down"},
	    {"add after 4 is no item", "no item '4' to add it after"},
	    {"undo it", "usage: /plan undo"},
	    {"template frob", "no template 'frob'"},
	    {"template bug-hunt check=make",
		"template 'bug-hunt': needs symptom (what goes wrong)"},
	    {"import", "usage: /plan import FILE"},
	    {"hide", "there is no panel to hide"},
	};
	struct ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		run(g, rows[i].words);
		if (!g->said || strncmp(g->said, rows[i].text, strlen(rows[i].text)) != 0)
			fail_msg("%s: %s", rows[i].words, g->said);
		assert_null(take_edit(g));
	}
	g->commander.plan = &g->none;
	run(g, "tick 1");
	assert_string_equal(g->said, "there is no plan; /plan add begins one");
}

static void a_plan_without_a_panel_is_a_page(void **state)
{
	struct ground *g = *state;

	run(g, "");
	assert_string_equal(g->page, " the goal\n 1 [x] a\n 2 [>] b\n 3 [ ] c\n");
	g->commander.plan = &g->none;
	run(g, "show");
	assert_string_equal(g->page, " there is no plan\n");
}

static void a_template_is_a_plan_or_says_what_it_needs(void **state)
{
	struct ground *g = *state;

	run(g, "template bug-hunt it hangs check=make check");
	json_t *edit = take_edit(g);
	struct change c = plan_edit(&g->none, edit, NULL, AUTHOR_USER, &plans_limits, 1);
	assert_int_equal(c.kind, PLAN_CHANGED);
	assert_string_equal(g->none.goal, "Fix: it hangs");
	assert_string_equal(g->none.items[4].content, "Run make check: all pass");
	change_free(&c);
	json_decref(edit);
	plan_free(&g->none);
	run(g, "template migration from=svn");
	assert_non_null(g->said);
	assert_string_equal(g->input, "/plan template migration from=svn what= to=");
	run(g, "template");
	assert_non_null(
	    strstr(g->page, "\n bug-hunt: Find and fix a fault (symptom, check?)\n migration: "));
}

/* What was typed of a word selects. */
static void what_may_come_next_is_offered(void **state)
{
	static const struct {
		const char *text, *offers;
	} rows[] = {
	    {"/pl", "/plan /plans"},
	    {"/plan ",
		"show hide add edit delete move tick untick skip next gate retry abandon undo "
		"branch template export import"},
	    {"/plan temp", "template"},
	    {"/plan tick ", "1 2 3"},
	    {"/plan tick 2", "2"},
	    {"/plan tick 2 ", ""},
	    {"/plan add a", "after"},
	    {"/plan add after ", "1 2 3"},
	    {"/plan template ", "bulk-change analysis bug-hunt migration research release"},
	    {"/plan template migr", "migration"},
	    {"/plan template migration ", "what= from= to="},
	    {"/plan template migration from=svn wh", "what="},
	    {"/plan frob ", ""},
	};
	struct ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct candidates out;
		struct buf got = BUF_INIT;

		slash_complete(&g->commander, rows[i].text, strlen(rows[i].text), &out);
		for (size_t k = 0; k < out.count; k++)
			buf_addf(&got, "%s%s", k ? " " : "", out.list[k].text);
		if (strcmp(buf_str(&got), rows[i].offers) != 0)
			fail_msg("'%s': %s", rows[i].text, buf_str(&got));
		buf_free(&got);
		candidates_free(&out);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(every_word_is_one_edit),
	    TEST(what_cannot_be_meant_is_said_with_the_way_out),
	    TEST(a_plan_without_a_panel_is_a_page),
	    TEST(a_template_is_a_plan_or_says_what_it_needs),
	    TEST(what_may_come_next_is_offered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
