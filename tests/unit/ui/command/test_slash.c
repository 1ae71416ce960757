/* SPDX-License-Identifier: MIT
 * Slash commands: which texts are one, what runs, what is completed. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "ui/command/slash.h"

struct ground {
	struct loop *loop;
	struct settings *settings;
	struct session *session;
	struct ui_model model;
	struct commander commander;
	char *said, *page;
};

static void say(void *face, const char *text)
{
	struct ground *g = face;

	free(g->said);
	g->said = xstrdup(text);
}

static void show(void *face, const char *title, struct lines *body, int hang)
{
	struct ground *g = face;
	struct buf text = BUF_INIT;

	buf_addf(&text, "%s\n", title);
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
	ui_model_init(&g->model);
	g->commander = (struct commander){.loop = g->loop,
	    .session = g->session,
	    .settings = g->settings,
	    .model = &g->model,
	    .face = g,
	    .say = say,
	    .page = show};
	*state = g;
	return 0;
}

static int tear_down(void **state)
{
	struct ground *g = *state;

	ui_model_free(&g->model);
	session_free(g->session);
	settings_free(g->settings);
	loop_free(g->loop);
	free(g->said);
	free(g->page);
	free(g);
	return 0;
}

static void only_a_word_behind_the_slash_is_a_command(void **state)
{
	static const struct {
		const char *text;
		bool like;
	} rows[] = {
	    {"/help", true},
	    {"/help me", true},
	    {"/nonsense", true},
	    {"/help\nme", true},
	    {"/", false},
	    {"/ help", false},
	    {"/usr/bin/env", false},
	    {"/Help", false},
	    {"help", false},
	    {"", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (slash_like(rows[i].text) != rows[i].like)
			fail_msg("'%s'", rows[i].text);
}

static void rows_are_whole_and_in_order(void **state)
{
	for (size_t i = 0; slashes[i]; i++) {
		assert_true(i == 0 || strcmp(slashes[i - 1]->name, slashes[i]->name) < 0);
		assert_non_null(slashes[i]->help);
		assert_non_null(slashes[i]->run);
		/* what is completed is an argument */
		assert_true(!slashes[i]->complete || slashes[i]->arguments);
	}
}

static void an_unknown_command_names_the_nearest(void **state)
{
	struct ground *g = *state;

	assert_true(slash_run(&g->commander, "/hepl"));
	assert_string_equal(g->said, "no command /hepl; did you mean /help?");
	assert_true(slash_run(&g->commander, "/zzzzzzzz"));
	assert_string_equal(g->said, "no command /zzzzzzzz; /help lists them");
	assert_false(slash_run(&g->commander, "/etc/passwd"));
}

static void go_nowhere(void *ctx, enum go where, const char *what)
{
}

static void wrong_words_are_refused_with_the_right_ones(void **state)
{
	static const struct chat_host host = {.go = go_nowhere};
	static const struct {
		const char *text, *said;
	} rows[] = {
	    {"/compact now", "usage: /compact"},
	    {"/undo everything", "usage: /undo [force]"},
	    {"/memory forget", "usage: /memory [reload]"},
	    {"/approve nothing", "usage: /approve plan|read-only|ask|edits|all"},
	    {"/depth deep", "usage: /depth auto|direct|react|strategic"},
	    {"/budget much", "usage: /budget [turn|session|day] USD|off"},
	    {"/budget -1", "usage: /budget [turn|session|day] USD|off"},
	    {"/budget day", "usage: /budget [turn|session|day] USD|off"},
	    {"/budget nan", "usage: /budget [turn|session|day] USD|off"},
	    {"/budget off", "there is no budget"},
	    {"/budget", "turn no limit, session no limit, day no limit; /budget 2 sets the turn's"},
	    {"/model a b", "usage: /model [NAME] [EFFORT]"},
	    {"/config no.such", "unknown key 'no.such'; /config lists them"},
	    {"/config no.such 1", "unknown key 'no.such'; /config lists them"},
	    {"/config approve all", "'approve' holds from the start on; set it in your agent.yaml"},
	    {"/config ui.mouse perhaps",
		"'ui.mouse' must be true or false or null, not the text 'perhaps'"},
	    {"/diff yesterday", "usage: /diff [turn]"},
	    {"/diff", "no file was changed"},
	    {"/export", "there is nothing to export yet"},
	    {"/fork x:y", "usage: /fork [SEQ|ID[:SEQ]]"},
	    {"/fork 0", "usage: /fork [SEQ|ID[:SEQ]]"},
	    {"/fork", "there is nothing to fork yet"},
	    {"/resume last", "there is no session database to go on from"},
	    {"/replay", "there is no session database to go on from"},
	    {"/sessions", "there is no session database to go on from"},
	    {"/theme dark", "lines have no theme to change"},
	};
	struct ground *g = *state;

	g->commander.host = &host;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct intent in;
		assert_true(slash_run(&g->commander, rows[i].text));
		assert_string_equal(g->said, rows[i].said);
		assert_false(inbox_take(g->session, &in));
	}
}

static void commands_become_intents(void **state)
{
	static const struct {
		const char *text, *intent, *data;
	} rows[] = {
	    {"/compact", "compact", NULL},
	    {"/criteria mend 1 it sings `true`", "plan_edit",
		"{\"action\":\"criteria\",\"text\":\"mend 1 it sings `true`\"}"},
	    {"/memory", "memory", "{\"reload\":false}"},
	    {"/memory  reload ", "memory", "{\"reload\":true}"},
	    {"/undo", "undo", "{\"force\":false}"},
	    {"/undo force", "undo", "{\"force\":true}"},
	    {"/roadmap swim by June", "roadmap", "{\"text\":\"swim by June\"}"},
	    {"/roadmaps approve swim", "roadmap", "{\"run\":\"swim\"}"},
	    {"/roadmaps revise swim  more hours", "roadmap",
		"{\"run\":\"swim\",\"text\":\"more hours\"}"},
	    {"/policy tone friendly", "set", "{\"key\":\"roadmap.tone\",\"value\":\"friendly\"}"},
	    {"/policy probing_depth 0", "set", "{\"key\":\"roadmap.probing_depth\",\"value\":0}"},
	    {"/quit", "quit", NULL},
	    {"/approve edits", "set", "{\"key\":\"approve\",\"value\":\"edits\"}"},
	    {"/depth react", "set", "{\"key\":\"agent.depth\",\"value\":\"react\"}"},
	    {"/model gpt-x", "set", "{\"key\":\"backend.model\",\"value\":\"gpt-x\"}"},
	    {"/budget 2", "set", "{\"key\":\"budget.turn_usd\",\"value\":2.0}"},
	    {"/budget $0.5", "set", "{\"key\":\"budget.turn_usd\",\"value\":0.5}"},
	    {"/budget day 20", "set", "{\"key\":\"budget.day_usd\",\"value\":20.0}"},
	    {"/budget session off", "set", "{\"key\":\"budget.session_usd\",\"value\":null}"},
	};
	struct ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct intent in;
		assert_true(slash_run(&g->commander, rows[i].text));
		assert_true(inbox_take(g->session, &in));
		assert_string_equal(intent_name(in.kind), rows[i].intent);
		char *data = in.data ? json_line(in.data) : NULL;
		if (rows[i].data)
			assert_string_equal(data, rows[i].data);
		else
			assert_null(data);
		free(data);
		intent_free(&in);
	}
}

struct model_host {
	int asked;
	void (*done)(void *ctx, const json_t *models);
	void *ctx;
};

static bool ask_models(
    void *ctx, void (*done)(void *done_ctx, const json_t *models), void *done_ctx)
{
	struct model_host *h = ctx;

	h->asked += done != NULL;
	h->done = done;
	h->ctx = done_ctx;
	return true;
}

static void pick_nothing(void *face, const struct pick_source *source)
{
}

static void expect_prompt(struct ground *g, const char *wanted)
{
	struct intent in;

	assert_true(inbox_take(g->session, &in));
	assert_int_equal(in.kind, INTENT_PROMPT);
	assert_string_equal(json_str(in.data, "text", ""), wanted);
	assert_false(g->commander.choosing);
	intent_free(&in);
}

static bool choose_for(struct ground *g, const char *text)
{
	json_auto_t *prompt = json_pack("{s:s}", "text", text);

	return slash_choose_model(&g->commander, prompt);
}

static void a_prompt_that_waits_for_its_model_is_not_lost(void **state)
{
	struct ground *g = *state;
	struct model_host asked = {0};
	const struct chat_host host = {.ctx = &asked, .models = ask_models};

	g->commander.host = &host;
	g->commander.pick = pick_nothing;
	assert_true(choose_for(g, "one"));
	assert_true(
	    slash_run(&g->commander, "/model")); /* by the palette, which the input is not */
	assert_string_equal(g->said, "the server is being asked for its models already");
	assert_int_equal(asked.asked, 1);
	asked.done(asked.ctx, NULL);
	expect_prompt(g, "one");
	assert_true(choose_for(g, "two"));
	slash_end(&g->commander); /* nor is it kept for ever when the chat ends */
	assert_null(asked.done);
	expect_prompt(g, "two");
}

static void help_names_every_command(void **state)
{
	struct ground *g = *state;

	slash_run(&g->commander, "/help");
	for (size_t i = 0; slashes[i]; i++) {
		char *name = xasprintf(" /%s ", slashes[i]->name);
		if (!strstr(g->page, name) || !strstr(g->page, slashes[i]->help))
			fail_msg("no row for %s", name);
		free(name);
	}
}

/* '|' is the cursor. wanted: FROM-TO and the first candidates. */
static void completion(void **state)
{
	static const struct {
		const char *text, *wanted;
	} rows[] = {
	    {"/he|", "0-3 /help"},
	    {"/cmp|", ""},
	    {"/com|pact", "0-8 /compact"},
	    {"/approve e|", "9-10 edits"},
	    {"/approve |all", "9-12 plan"},
	    {"/depth strat|", "7-12 strategic"},
	    {"/budget |", "8-8 turn"},
	    {"/budget turn o|", "13-14 off"},
	    {"/theme mo|", "7-9 mono"},
	    {"/config approve|", "8-15 approve"},
	    {"/export ht|", "8-10 html"},
	    {"/diff t|", "6-7 turn"},
	    {"/model 4o-mini|", "7-14 gpt-4o-mini"},
	    {"/memory |", "8-8 reload"},
	    {"/memory re|", "8-10 reload"},
	    {"/memory xyz|", ""},
	    {"/memory reload |", ""},
	    {"/undo f|", "6-7 force"},
	    {"/help |", ""},
	    {"/nonsense |", ""},
	    {"/zz|", ""},
	    {"|/help", ""},
	    {"word|", ""},
	};
	struct ground *g = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct candidates found;
		struct buf got = BUF_INIT;
		size_t at = strcspn(rows[i].text, "|");
		char *text = xasprintf("%.*s%s", (int)at, rows[i].text, rows[i].text + at + 1);
		if (slash_complete(&g->commander, text, at, &found))
			buf_addf(&got, "%zu-%zu %s", found.from, found.to, found.list[0].text);
		if (strcmp(buf_str(&got), rows[i].wanted) != 0)
			fail_msg("%s: '%s', not '%s'", rows[i].text, buf_str(&got), rows[i].wanted);
		candidates_free(&found);
		buf_free(&got);
		free(text);
	}
}

static void a_slash_alone_offers_every_command(void **state)
{
	struct ground *g = *state;
	struct candidates found;
	size_t count = 0;

	while (slashes[count])
		count++;
	assert_true(slash_complete(&g->commander, "/", 1, &found));
	assert_int_equal(found.count, count);
	assert_string_equal(found.list[0].about, slashes[0]->help);
	candidates_free(&found);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_a_word_behind_the_slash_is_a_command),
	    cmocka_unit_test(rows_are_whole_and_in_order),
	    TEST(an_unknown_command_names_the_nearest),
	    TEST(wrong_words_are_refused_with_the_right_ones),
	    TEST(commands_become_intents),
	    TEST(a_prompt_that_waits_for_its_model_is_not_lost),
	    TEST(help_names_every_command),
	    TEST(completion),
	    TEST(a_slash_alone_offers_every_command),
	};

	json_setup();
	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
