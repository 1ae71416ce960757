/* SPDX-License-Identifier: MIT
 * Stopping a request works at every stage of it.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "tests/support/backend_scene.h"

/* The stages a completion can be stopped at; each waits until it is there. */
static bool stage_request(void *ctx)
{
	return speaker_requests(((struct backend_scene *)ctx)->speaker) > 0;
}

static bool stage_connected(void *ctx)
{
	return speaker_connections(((struct backend_scene *)ctx)->speaker) > 0;
}

static bool stage_delta(void *ctx)
{
	return ((struct backend_scene *)ctx)->deltas > 0;
}

static bool stage_retry(void *ctx)
{
	return ((struct backend_scene *)ctx)->retried > 0;
}

static bool stage_start(void *ctx)
{
	return true;
}

static bool stage_hung_up(void *ctx)
{
	return speaker_open(((struct backend_scene *)ctx)->speaker) == 0;
}

static void stopping_works_at_every_stage(void **state)
{
	static const struct {
		bool (*stage)(void *ctx);
		const char *model;
		struct speaker_answer answer;
	} rows[] = {
	    {stage_start, "m", {"", THEN_KEEP}},
	    {stage_start, NULL, {"", THEN_KEEP}},
	    {stage_connected, "m", {"", THEN_KEEP}},
	    {stage_request, "m", {"", THEN_KEEP}},
	    {stage_request, NULL, {"", THEN_KEEP}},
	    {stage_delta, "m", {SPEAK_STREAM SPEAK_TEXT("a"), THEN_KEEP}},
	    {stage_retry, "m", {SPEAK_JSON("503 No", "Retry-After: 30\r\n", ""), THEN_CLOSE}},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct speaker_answer answers[] = {rows[i].answer, {0}};
		struct backend_scene *s;
		int64_t before;

		scene_teardown(state);
		scene_setup(state);
		s = *state;
		scene_open_at(s, answers, rows[i].model, NULL, "/v1");
		scene_begin(s);
		assert_true(loop_await(s->loop, rows[i].stage, s, NULL));
		if (rows[i].stage == stage_delta)
			assert_string_equal(
			    buf_str(&s->backend->partial(s->completion)->text), "a");
		before = clock_mono_ms();
		s->backend->stop(s->completion);
		assert_true(clock_mono_ms() - before < 50);
		assert_true(loop_await(s->loop, stage_hung_up, s, NULL));
		for (int turn = 0; turn < 5; turn++)
			loop_turn(s->loop, 1);
		assert_int_equal(s->dones, 0);
	}
}

static void stopping_works_inside_a_callback(void **state)
{
	static const struct speaker_answer answers[] = {
	    {SPEAK_STREAM SPEAK_TEXT("a") SPEAK_TEXT("b") SPEAK_END},
	    {SPEAK_JSON("503 No", "", "")}, {0}};
	struct backend_scene *s = *state;

	scene_open(s, answers);
	s->stop_in_delta = s->stop_in_retry = true;
	scene_begin(s);
	assert_true(loop_await(s->loop, stage_delta, s, NULL));
	for (int turn = 0; turn < 5; turn++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->dones, 0);
	assert_int_equal(s->deltas, 1);
	scene_begin(s);
	assert_true(loop_await(s->loop, stage_retry, s, NULL));
	for (int turn = 0; turn < 5; turn++)
		loop_turn(s->loop, 1);
	assert_int_equal(s->dones, 0);
	assert_int_equal(s->retried, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    TEST(stopping_works_at_every_stage),
	    TEST(stopping_works_inside_a_callback),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
