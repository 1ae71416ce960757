/* SPDX-License-Identifier: MIT
 * Undo plans: which changes are chosen, what each file needs, what is left alone.
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
#include "tests/support/scratch.h"
#include "workspace/undo.h"

struct ground {
	char *dir;
	struct workspace *w;
	struct session *s;
	struct undo_log *log;
};

static void take(void *self, const struct event *ev)
{
	undo_log_take(self, ev);
}

static struct ground ground_new(void)
{
	struct ground g = {.dir = scratch_new(), .log = undo_log_new()};

	g.w = workspace_open(g.dir, NULL);
	g.s = session_new(NULL, NULL);
	session_sink(g.s, (struct event_sink){take, g.log});
	emit(g.s, EVENT_SESSION_START, NULL, NULL);
	return g;
}

static void ground_free(struct ground *g)
{
	session_free(g->s);
	undo_log_free(g->log);
	workspace_free(g->w);
	scratch_free(g->dir);
}

static json_t *ref(struct ground *g, const char *text)
{
	char name[40];

	if (!text)
		return json_null();
	session_blob_put(g->s, text, strlen(text), name);
	return json_string(name);
}

/* Makes a change as the agent does: the file, and its event. */
static void change(
    struct ground *g, int turn, const char *path, const char *before, const char *after)
{
	json_t *data = json_object();

	json_put_str(data, "path", path);
	json_put(data, "before", ref(g, before));
	json_put(data, "after", ref(g, after));
	if (!before)
		json_put(data, "created", json_true());
	if (!after)
		json_put(data, "removed", json_true());
	session_at(g->s, turn, 1);
	emit(g->s, EVENT_FILE_CHANGE, xstrdup(path), data);
	if (after)
		scratch_text(g->dir, path, after);
	else
		workspace_remove(g->w, path, NULL);
}

static void expect_plan(struct ground *g, int64_t seq, const char *wanted)
{
	struct undo_plan plan = undo_plan_new(g->log, seq, g->s, g->w);
	struct buf out = BUF_INIT;

	undo_plan_write(&plan, false, &out);
	assert_string_equal(buf_str(&out), wanted);
	buf_free(&out);
	undo_plan_free(&plan);
}

static size_t undo(struct ground *g, int64_t seq, bool force)
{
	struct undo_plan plan = undo_plan_new(g->log, seq, g->s, g->w);
	size_t done = undo_apply(&plan, force, g->s, g->w);

	undo_plan_free(&plan);
	return done;
}

static void expect_file(struct ground *g, const char *path, const char *wanted)
{
	char *got = scratch_read(g->dir, path, NULL);

	if (wanted)
		assert_string_equal(got, wanted);
	else
		assert_null(got);
	free(got);
}

static void several_changes_of_a_file_are_one_step(void **state)
{
	struct ground g = ground_new();

	(void)state;
	scratch_text(g.dir, "a", "1");
	change(&g, 1, "a", "1", "2");
	change(&g, 1, "b", NULL, "x");
	change(&g, 1, "a", "2", "3");
	change(&g, 1, "c", NULL, "y");
	change(&g, 1, "c", "y", NULL);
	expect_plan(&g, UNDO_LAST_TURN, "  restores a\n  removes b\n  as before c\n");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, false), 2);
	expect_file(&g, "a", "1");
	expect_file(&g, "b", NULL);
	expect_plan(&g, UNDO_LAST_TURN, "");
	ground_free(&g);
}

static void each_undo_goes_one_turn_further_back(void **state)
{
	struct ground g = ground_new();

	(void)state;
	scratch_text(g.dir, "a", "1");
	change(&g, 1, "a", "1", "2");
	change(&g, 2, "a", "2", "3");
	change(&g, 4, "a", "3", NULL);
	expect_plan(&g, UNDO_LAST_TURN, "  recreates a\n");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, false), 1);
	expect_file(&g, "a", "3");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, false), 1);
	expect_file(&g, "a", "2");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, false), 1);
	expect_file(&g, "a", "1");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, false), 0);
	ground_free(&g);
}

static void an_event_chooses_how_far_back(void **state)
{
	struct ground g = ground_new();
	int64_t seq;

	(void)state;
	scratch_text(g.dir, "a", "1");
	change(&g, 1, "a", "1", "2");
	seq = session_seq(g.s);
	change(&g, 2, "a", "2", "3");
	change(&g, 3, "a", "3", "4");
	expect_plan(&g, seq, "  restores a\n");
	assert_int_equal(undo(&g, seq, false), 1);
	expect_file(&g, "a", "2");
	assert_int_equal(undo(&g, 0, false), 1);
	expect_file(&g, "a", "1");
	ground_free(&g);
}

static void what_was_changed_since_is_left_alone_and_kept_when_forced(void **state)
{
	struct ground g = ground_new();
	char mine[40];
	struct buf content = BUF_INIT;

	(void)state;
	scratch_text(g.dir, "a", "1");
	change(&g, 1, "a", "1", "2");
	change(&g, 1, "b", NULL, "made");
	scratch_text(g.dir, "a", "mine");
	scratch_text(g.dir, "b", "mine, too");
	expect_plan(
	    &g, UNDO_LAST_TURN, "  changed since a (left alone)\n  changed since b (left alone)\n");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, false), 0);
	expect_file(&g, "a", "mine");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, true), 2);
	expect_file(&g, "a", "1");
	expect_file(&g, "b", NULL);
	blob_ref("mine", 4, mine);
	assert_true(session_blob_get(g.s, mine, &content, NULL));
	assert_string_equal(buf_str(&content), "mine");
	buf_free(&content);
	ground_free(&g);
}

static void a_file_removed_by_hand_conflicts_unless_it_was_made(void **state)
{
	struct ground g = ground_new();

	(void)state;
	scratch_text(g.dir, "a", "1");
	change(&g, 1, "a", "1", "2");
	change(&g, 1, "b", NULL, "made");
	workspace_remove(g.w, "a", NULL);
	workspace_remove(g.w, "b", NULL);
	expect_plan(&g, UNDO_LAST_TURN, "  changed since a (left alone)\n  as before b\n");
	ground_free(&g);
}

static void what_was_not_kept_is_told(void **state)
{
	struct ground g = ground_new();

	(void)state;
	scratch_text(g.dir, "a", "large");
	session_at(g.s, 1, 1);
	emit(g.s, EVENT_FILE_CHANGE, xstrdup("a"),
	    json_pack("{s:s, s:n, s:n, s:b}", "path", "a", "before", "after", "kept", 0));
	emit(g.s, EVENT_FILE_CHANGE, xstrdup("b"),
	    json_pack("{s:s, s:s, s:n, s:b}", "path", "b", "before",
		"blob:00000000000000000000000000", "after", "kept", 0));
	expect_plan(&g, UNDO_LAST_TURN, "  not kept a (left alone)\n  not kept b (left alone)\n");
	assert_int_equal(undo(&g, UNDO_LAST_TURN, true), 0);
	expect_file(&g, "a", "large");
	ground_free(&g);
}

static void names_that_lead_out_are_refused(void **state)
{
	static const char *const names[] = {"../x", "/etc/agent-undo-test", ".git/hooks/x", ""};
	struct ground g = ground_new();

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		session_at(g.s, (int)i + 1, 1);
		emit(g.s, EVENT_FILE_CHANGE, xstrdup("x"),
		    json_pack("{s:s, s:o, s:n, s:b}", "path", names[i], "before",
			ref(&g, "hostile"), "after", "removed", 1));
		assert_int_equal(undo(&g, UNDO_LAST_TURN, true), 0);
	}
	expect_file(&g, ".git/hooks/x", NULL);
	ground_free(&g);
}

/* The event has the quoted form of a name that is no UTF-8; its folder is to be found in that. */
static void a_folder_made_for_a_file_goes_with_it_whatever_its_name(void **state)
{
	static const char *const names[][2] = {
	    {"new/a", "new/a"}, {"\"new/caf\\351\"", "new/caf\xe9"}};
	struct ground g = ground_new();

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct stat st;

		scratch_text(g.dir, names[i][1], "x");
		session_at(g.s, (int)i + 1, 1);
		emit(g.s, EVENT_FILE_CHANGE, xstrdup("x"),
		    json_pack("{s:s, s:n, s:o, s:b, s:i}", "path", names[i][0], "before", "after",
			ref(&g, "x"), "created", 1, "folders", 1));
		assert_int_equal(undo(&g, UNDO_LAST_TURN, false), 1);
		assert_false(workspace_stat(g.w, "new", &st, NULL));
	}
	ground_free(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(several_changes_of_a_file_are_one_step),
	    cmocka_unit_test(each_undo_goes_one_turn_further_back),
	    cmocka_unit_test(an_event_chooses_how_far_back),
	    cmocka_unit_test(what_was_changed_since_is_left_alone_and_kept_when_forced),
	    cmocka_unit_test(a_file_removed_by_hand_conflicts_unless_it_was_made),
	    cmocka_unit_test(what_was_not_kept_is_told),
	    cmocka_unit_test(names_that_lead_out_are_refused),
	    cmocka_unit_test(a_folder_made_for_a_file_goes_with_it_whatever_its_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
