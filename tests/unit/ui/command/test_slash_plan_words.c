/* SPDX-License-Identifier: MIT
 * The words of /plan, as a table: what each means for the plan that is shown.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "tests/support/sample_plans.h"
#include "ui/command/slash.h"
#include "ui/command/slash_plan_words.h"

static struct plan three(void)
{
	struct plan p = {0};
	struct change c = plans_send(&p, "a completed, b in_progress, c pending", 1);

	assert_int_equal(c.kind, PLAN_CHANGED);
	change_free(&c);
	return p;
}

static struct plan_words read_words(const struct plan *p, const char *words)
{
	return plan_words_read(p, words, &plans_limits, NULL);
}

/* B9 */
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
	struct plan p = three();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct plan_words w = read_words(&p, rows[i].words);
		char *got = json_dumps(w.edit, JSON_COMPACT | JSON_SORT_KEYS);

		for (char *s = got; s && *s; s++)
			*s = *s == '"' ? '\'' : *s;
		if (w.meant != PLAN_MEANT_EDIT || strcmp(got, rows[i].edit) != 0)
			fail_msg("%s: %s %s", rows[i].words, got, w.text);
		free(got);
		plan_words_free(&w);
	}
	plan_free(&p);
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
	};
	struct plan p = three(), none = {0};
	struct plan_words w;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		w = read_words(&p, rows[i].words);
		if (w.meant != PLAN_MEANT_WRONG ||
		    strncmp(w.text, rows[i].text, strlen(rows[i].text)) != 0)
			fail_msg("%s: %s", rows[i].words, w.text);
		plan_words_free(&w);
	}
	w = read_words(&none, "tick 1");
	assert_string_equal(w.text, "there is no plan; /plan add begins one");
	plan_words_free(&w);
	plan_free(&p);
}

static void show_and_hide_are_the_faces_own(void **state)
{
	struct plan p = three();
	struct plan_words w = read_words(&p, "");
	struct buf list = BUF_INIT;

	assert_int_equal(w.meant, PLAN_MEANT_SHOW);
	plan_words_free(&w);
	w = read_words(&p, " hide");
	assert_int_equal(w.meant, PLAN_MEANT_HIDE);
	plan_words_free(&w);
	plan_words_list(&p, &list);
	assert_string_equal(buf_str(&list), "the goal\n1 [x] a\n2 [>] b\n3 [ ] c");
	buf_free(&list);
	plan_free(&p);
}

/* B11 */
static void a_template_is_a_plan_or_says_what_it_needs(void **state)
{
	struct plan p = {0};
	struct plan_words w = read_words(&p, "template bug-hunt it hangs check=make check");
	struct change c;

	assert_int_equal(w.meant, PLAN_MEANT_EDIT);
	c = plan_edit(&p, w.edit, NULL, AUTHOR_USER, &plans_limits, 1);
	assert_int_equal(c.kind, PLAN_CHANGED);
	assert_string_equal(p.goal, "Fix: it hangs");
	assert_string_equal(p.items[4].content, "Run make check: all pass");
	change_free(&c);
	plan_words_free(&w);
	w = read_words(&p, "template migration from=svn");
	assert_int_equal(w.meant, PLAN_MEANT_WRONG);
	assert_string_equal(w.again, "/plan template migration from=svn what= to=");
	plan_words_free(&w);
	w = read_words(&p, "template");
	assert_int_equal(w.meant, PLAN_MEANT_LIST);
	assert_non_null(
	    strstr(w.text, "\nbug-hunt: Find and fix a fault (symptom, check?)\nmigration: "));
	plan_words_free(&w);
	plan_free(&p);
}

static void note_offer(void *ctx, const char *word, const char *help)
{
	struct buf *out = ctx;

	buf_addf(out, "%s%s", out->len ? " " : "", word);
}

static void what_may_come_next_is_offered(void **state)
{
	static const struct {
		const char *words, *offers;
		size_t from;
	} rows[] = {
	    {"",
		"show hide add edit delete move tick untick skip next gate retry abandon undo "
		"branch template export import",
		0},
	    {" s", "show skip", 1},
	    {"tick ", "1 2 3", 5},
	    {"tick 2", "2", 5},
	    {"tick 2 ", "", 7},
	    {"add a", "after", 4},
	    {"add after ", "1 2 3", 10},
	    {"template ", "bulk-change analysis bug-hunt migration research release", 9},
	    {"template re", "research release", 9},
	    {"template migration ", "what= from= to=", 19},
	    {"template migration from=svn t", "to=", 28},
	    {"frob ", "", 5},
	};
	struct plan p = three();

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf got = BUF_INIT;
		size_t from = plan_words_complete(&p, rows[i].words, NULL, note_offer, &got);

		if (strcmp(buf_str(&got), rows[i].offers) != 0 || from != rows[i].from)
			fail_msg("'%s': %s at %zu", rows[i].words, buf_str(&got), from);
		buf_free(&got);
	}
	plan_free(&p);
}

/* Through the commands: what was typed of the word selects. */
static void the_row_of_plan_completes(void **state)
{
	static const struct {
		const char *text, *first;
	} rows[] = {
	    {"/pl", "/plan"},
	    {"/plan temp", "template"},
	    {"/plan template migr", "migration"},
	    {"/plan template migration from=svn wh", "what="},
	    {"/plan tick 3", "3"},
	    {"/plan add after ", "1"},
	};
	struct plan p = three();
	struct commander c = {.plan = &p};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct candidates out;

		assert_true(slash_complete(&c, rows[i].text, strlen(rows[i].text), &out));
		assert_string_equal(out.list[0].text, rows[i].first);
		candidates_free(&out);
	}
	plan_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_word_is_one_edit),
	    cmocka_unit_test(what_cannot_be_meant_is_said_with_the_way_out),
	    cmocka_unit_test(show_and_hide_are_the_faces_own),
	    cmocka_unit_test(a_template_is_a_plan_or_says_what_it_needs),
	    cmocka_unit_test(what_may_come_next_is_offered),
	    cmocka_unit_test(the_row_of_plan_completes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
