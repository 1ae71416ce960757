/* SPDX-License-Identifier: MIT
 * The key and the quirks that a probe of a server's context window uses, while its backend learns others.
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
#include "llm/server/server_window.h"
#include "tests/support/backend_scene.h"

struct asked {
	char *key;	/* (owned) */
	json_t *quirks; /* (owned) */
	bool learnt, done;
};

/* Changes the backend's key and quirks, as after a refusal. */
static void learn(void *ctx, const json_t *quirks)
{
	struct asked *a = ctx;

	memset(a->key, '-', strlen(a->key));
	json_object_clear(a->quirks);
	json_decref(a->quirks);
	a->quirks = json_copy((json_t *)quirks);
	a->learnt = true;
}

static void end(void *ctx, int64_t tokens, const json_t *kind)
{
	((struct asked *)ctx)->done = true;
}

static bool is_done(void *ctx)
{
	return ((struct asked *)ctx)->done;
}

static void a_probe_asks_on_with_the_key_it_began_with(void **state)
{
	static const char template[] = SPEAK_JSON("200 OK", "",
	    "{\"chat_template_caps\":{\"supports_object_arguments\":true,"
	    "\"supports_tools\":false}}");
	static const char nothing[] = SPEAK_JSON("404 Not Found", "", "{}");
	static const struct speaker_answer answers[] = {
	    {template}, {nothing}, {nothing}, {nothing}, {0}};
	struct backend_scene *s = *state;
	struct asked a = {.key = xstrdup("k-1234"), .quirks = json_object()};
	struct window_probe *probe;
	struct model model = {.id = "m", .key = a.key, .quirks = a.quirks};
	char *url;

	scene_open(s, answers);
	url = xasprintf("http://127.0.0.1:%d/v1", speaker_port(s->speaker));
	model.base_url = url;
	probe = window_probe(s->loop, s->settings, &model, end, &a);
	assert_non_null(probe);
	window_probe_learns(probe, learn, &a);
	loop_await(s->loop, is_done, &a, NULL);
	assert_true(a.learnt);
	assert_true(speaker_requests(s->speaker) > 1);
	assert_non_null(strstr(speaker_request(s->speaker), "Authorization: Bearer k-1234\r\n"));
	json_decref(a.quirks);
	free(a.key);
	free(url);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_probe_asks_on_with_the_key_it_began_with, scene_setup, scene_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
