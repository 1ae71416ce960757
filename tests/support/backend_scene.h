/* SPDX-License-Identifier: MIT
 * A backend over HTTP and a server on loopback that it speaks to; what came of a request is kept in the scene.
 */
#ifndef TESTS_SUPPORT_BACKEND_SCENE_H
#define TESTS_SUPPORT_BACKEND_SCENE_H

#include "base/json/json.h"
#include "llm/backend.h"
#include "tests/support/speaker.h"

struct backend_scene { /* all (owned) */
	struct loop *loop;
	struct settings *settings;
	struct speaker *speaker;
	struct backend *backend;
	char *dir;
	json_t *items;

	struct completion *completion;
	struct buf text, thinking, retries;
	int deltas, retried, dones;
	bool stop_in_delta, stop_in_retry, stop_when_taken_back;
	enum failure failure;
	struct error error;
	char *reply_text;
	struct usage usage, lost;
	size_t calls;
};

/* For cmocka: *state is the scene. */
int scene_setup(void **state);
int scene_teardown(void **state);
/* Sets a setting to a value given as JSON text. */
void scene_set(struct backend_scene *s, const char *key, const char *value);
/* Opens a server that gives these answers, and a backend for a model (NULL: none is named) at a path of it. */
void scene_open_at(struct backend_scene *s, const struct speaker_answer *answers, const char *model,
    const char *key, const char *path);
/* As scene_open_at, for model m at /v1. */
void scene_open(struct backend_scene *s, const struct speaker_answer *answers);
/* Both start a request and clear what was kept of the one before; scene_run also waits for its end. */
void scene_begin(struct backend_scene *s);
void scene_run(struct backend_scene *s);
/* Fails the test unless the error's text contains the words. */
void scene_says(const struct backend_scene *s, const char *words);

#endif
