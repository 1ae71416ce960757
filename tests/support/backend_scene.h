/* SPDX-License-Identifier: MIT
 * A backend over HTTP and a server on loopback that it speaks to: what came of a request is noted.
 */
#ifndef SUPPORT_BACKEND_SCENE_H
#define SUPPORT_BACKEND_SCENE_H

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

/* For cmocka: the scene stands in *state. */
int scene_setup(void **state);
int scene_teardown(void **state);
/* A setting by the JSON text of its value. */
void scene_set(struct backend_scene *s, const char *key, const char *value);
/* A server that gives those answers, and a backend for a model (NULL: none is named) at a path of it. */
void scene_open_at(struct backend_scene *s, const struct speaker_answer *answers, const char *model,
    const char *key, const char *path);
/* As scene_open_at, for model m at /v1. */
void scene_open(struct backend_scene *s, const struct speaker_answer *answers);
/* Starts a request; the second waits for its end too. What was noted before is forgotten. */
void scene_begin(struct backend_scene *s);
void scene_run(struct backend_scene *s);
/* The test fails unless the error has the words. */
void scene_says(const struct backend_scene *s, const char *words);

#endif
