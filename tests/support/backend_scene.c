/* SPDX-License-Identifier: MIT
 * A backend over HTTP and a loopback server for it, with what came of a request (backend_scene.h).
 */
#include "tests/support/backend_scene.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/secret.h"
#include "tests/support/scratch.h"

void scene_set(struct backend_scene *s, const char *key, const char *value)
{
	struct error e = ERROR_INIT;

	if (!setting_change(s->settings, key, json_parse(value, strlen(value), NULL), &e))
		fail_msg("%s", e.message);
}

int scene_setup(void **state)
{
	struct backend_scene *s = xcalloc(1, sizeof *s);
	struct problems problems = PROBLEMS_INIT;

	s->dir = scratch_new();
	setenv("XDG_CONFIG_HOME", s->dir, 1);
	s->loop = loop_new();
	s->settings = settings_load(&(struct settings_request){.workspace = s->dir}, &problems);
	assert_non_null(s->settings);
	scene_set(s, "backend.retry_base_ms", "1");
	scene_set(s, "backend.retry_max_ms", "2");
	s->items = json_pack("[{s:s, s:s, s:[{s:s, s:s}]}]", "type", "message", "role", "user",
	    "parts", "type", "text", "text", "hello");
	*state = s;
	return 0;
}

static void forget(struct backend_scene *s)
{
	buf_clear(&s->text);
	buf_clear(&s->thinking);
	buf_clear(&s->retries);
	s->deltas = s->retried = s->dones = 0;
	error_free(&s->error);
	free(s->reply_text);
	s->reply_text = NULL;
}

int scene_teardown(void **state)
{
	struct backend_scene *s = *state;

	forget(s);
	if (s->backend)
		backend_free(s->backend);
	if (s->speaker)
		speaker_free(s->speaker);
	loop_free(s->loop);
	settings_free(s->settings);
	scratch_free(s->dir);
	json_decref(s->items);
	buf_free(&s->text);
	buf_free(&s->thinking);
	buf_free(&s->retries);
	secret_clear();
	free(s);
	return 0;
}

/* base: NULL for the speaker's own /v1. */
void scene_open_at(struct backend_scene *s, const struct speaker_answer *answers, const char *model,
    const char *key, const char *path)
{
	char *base;
	struct model m = {.id = model, .key = key, .key_name = "SPEAKER_KEY", .temperature = NAN};

	s->speaker = speaker_new(s->loop, answers);
	base = xasprintf("http://user:word@127.0.0.1:%d%s", speaker_port(s->speaker), path);
	m.base_url = base;
	s->backend = backend_http_new(s->loop, s->settings, &m);
	free(base);
}

void scene_open(struct backend_scene *s, const struct speaker_answer *answers)
{
	scene_open_at(s, answers, "m", NULL, "/v1");
}

static void on_delta(void *ctx, enum delta_kind kind, const char *text, size_t len)
{
	struct backend_scene *s = ctx;

	s->deltas++;
	if (kind == DELTA_TAKEN_BACK || kind == DELTA_CUT)
		buf_clear(&s->text);
	else
		buf_add(kind == DELTA_TEXT ? &s->text : &s->thinking, text, len);
	if (s->stop_in_delta || (s->stop_when_taken_back && kind == DELTA_CUT)) {
		s->backend->stop(s->completion);
		s->completion = NULL;
	}
}

static void on_retry(void *ctx, int attempt, int wait_ms, const char *reason)
{
	struct backend_scene *s = ctx;

	s->retried++;
	assert_int_equal(attempt, s->retried);
	assert_true(wait_ms >= 0 && wait_ms <= 60000);
	buf_addf(&s->retries, "%s\n", reason);
	if (s->stop_in_retry) {
		s->backend->stop(s->completion);
		s->completion = NULL;
	}
}

static void on_done(
    void *ctx, const struct reply *reply, enum failure failure, const struct error *e)
{
	struct backend_scene *s = ctx;

	s->dones++;
	s->failure = failure;
	if (e)
		error_at(&s->error, e->code, e->where, "%s", e->message);
	s->reply_text = xstrdup(buf_str(&reply->text));
	s->usage = reply->usage;
	s->lost = reply->lost;
	s->calls = reply->call_count;
	assert_true(reply->ended_ms >= reply->started_ms && reply->started_ms > 0);
	/* Stopping what is done is harmless. */
	s->backend->stop(s->completion);
	s->completion = NULL;
}

static bool is_done(void *ctx)
{
	return ((struct backend_scene *)ctx)->dones > 0;
}

void scene_begin(struct backend_scene *s)
{
	struct context context = {.system = "be good", .items = s->items, .tail = "tail"};
	struct reply_sink sink = {on_delta, on_retry, on_done, s};

	forget(s);
	s->completion = s->backend->start(s->backend, &context, &sink);
	assert_int_equal(s->dones, 0);
}

void scene_run(struct backend_scene *s)
{
	scene_begin(s);
	assert_true(loop_await(s->loop, is_done, s, NULL));
	assert_int_equal(s->dones, 1);
}

void scene_says(const struct backend_scene *s, const char *words)
{
	if (!s->error.message || !strstr(s->error.message, words))
		fail_msg("'%s' does not hold '%s'", s->error.message, words);
}
