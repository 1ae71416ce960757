/*
 * What the agent folds besides the plan, and the conversation, may go on from what they saved: for
 * sessions made at random, cut at every event, the fold of all is the fold of the rest on what was
 * saved before.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "agent/agent_folds.h"
#include "base/json.h"
#include "session/conversation.h"
#include "session/event_data.h"
#include "tests/support/random_session.h"

#define SESSIONS 30
#define EVENTS 60

struct both {
	struct agent_folds folds;
	struct conversation conversation;
};

static void both_init(struct both *b)
{
	*b = (struct both){0};
	conversation_init(&b->conversation);
}

static void both_free(struct both *b)
{
	agent_folds_free(&b->folds);
	conversation_free(&b->conversation);
}

static void both_take(struct both *b, const struct event *events, int from, int to)
{
	for (int i = from; i < to; i++) {
		agent_folds_take(&b->folds, &events[i]);
		conversation_take(&b->conversation, &events[i]);
	}
}

static char *both_line(const struct both *b)
{
	json_t *saved = json_object();
	char *line;

	json_put(saved, "folds", agent_folds_save(&b->folds));
	json_put(saved, "conversation", conversation_save(&b->conversation));
	json_put_int(saved, "bytes", (int64_t)b->conversation.bytes);
	line = json_line(saved);
	json_decref(saved);
	return line;
}

/* Through its bytes, as in a cache. */
static void save_and_load(struct both *b)
{
	char *line = both_line(b);
	json_t *saved = json_parse(line, strlen(line), NULL);

	agent_folds_load(&b->folds, json_map(saved, "folds"));
	conversation_load(&b->conversation, json_map(saved, "conversation"));
	json_decref(saved);
	free(line);
}

static void cut_at(const struct event *events, int cut, const char *whole)
{
	struct both parted;
	char *line;

	both_init(&parted);
	both_take(&parted, events, 0, cut);
	save_and_load(&parted);
	both_take(&parted, events, cut, EVENTS);
	line = both_line(&parted);
	assert_string_equal(line, whole);
	free(line);
	both_free(&parted);
}

static void a_fold_goes_on_from_what_it_saved(void **state)
{
	for (unsigned seed = 1; seed <= SESSIONS; seed++) {
		struct event events[EVENTS];
		struct both whole;
		char *line;

		random_session(events, EVENTS, seed);
		both_init(&whole);
		both_take(&whole, events, 0, EVENTS);
		line = both_line(&whole);
		for (int cut = 0; cut <= EVENTS; cut++)
			cut_at(events, cut, line);
		free(line);
		both_free(&whole);
		for (int i = 0; i < EVENTS; i++)
			event_free(&events[i]);
	}
}

static struct event made(enum event_type type, json_t *data)
{
	return (struct event){.seq = 7, .at_ms = 1000, .turn = 1, .type = type, .data = data};
}

/* What an edit of the user was, and that nobody told the model yet, outlives a summary. */
static void an_edit_of_the_plan_outlives_what_is_left_out(void **state)
{
	struct event ev = made(EVENT_PLAN,
	    event_build_plan(&(struct event_plan){
		.plan = json_pack("{s:i}", "revision", 2), .by = "user", .text = "ticked a"}));
	struct both b;

	both_init(&b);
	both_take(&b, &ev, 0, 1);
	save_and_load(&b);
	assert_string_equal(buf_str(&b.folds.planning.notes), "- ticked a\n");
	assert_int_equal(json_array_size(b.folds.planning.edits), 1);
	event_free(&ev);
	both_free(&b);
}

static void a_strategy_of_an_imported_session_does_not_go_on(void **state)
{
	struct event events[] = {
	    made(EVENT_SESSION_START, event_build_session_start(&(struct event_session_start){
					  .imported = json_object()})),
	    made(EVENT_STRATEGY, event_build_strategy(&(struct event_strategy){
				     .approach = "theirs", .success_criteria = json_array()})),
	};
	struct both b;

	both_init(&b);
	both_take(&b, events, 0, 2);
	assert_null(b.folds.unfinished.strategy);
	both_take(&b, events, 1, 2);
	b.folds.imported = false;
	both_take(&b, events, 1, 2);
	assert_non_null(b.folds.unfinished.strategy);
	both_free(&b);
	for (size_t i = 0; i < 2; i++)
		event_free(&events[i]);
}

static void what_was_not_saved_is_as_if_nothing_had_come(void **state)
{
	struct both b;

	both_init(&b);
	b.folds.usd = 3;
	agent_folds_load(&b.folds, NULL);
	conversation_load(&b.conversation, NULL);
	assert_true(b.folds.usd == 0);
	assert_int_equal(json_array_size(b.conversation.items), 0);
	both_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_fold_goes_on_from_what_it_saved),
	    cmocka_unit_test(an_edit_of_the_plan_outlives_what_is_left_out),
	    cmocka_unit_test(a_strategy_of_an_imported_session_does_not_go_on),
	    cmocka_unit_test(what_was_not_saved_is_as_if_nothing_had_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
