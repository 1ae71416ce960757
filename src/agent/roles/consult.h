/* SPDX-License-Identifier: MIT
 * A consultation: one question to a role without tools, answered by JSON that a schema checks; a
 * reply that is none is sent back once with what is wrong with it.
 */
#ifndef AGENT_ROLES_CONSULT_H
#define AGENT_ROLES_CONSULT_H

#include <jansson.h>
#include "agent/state/role.h"

struct turn;
struct question {
	enum role role;
	const char *prompt;  /* name of the system prompt */
	const char *request; /* what is asked; owned by the caller */
	const char *schema;  /* config_schema the answer is held to */
	const char *status;  /* what the user reads meanwhile */
};
/* Returns the answer, a new reference; the one that was given before, where nothing was written since.
 * NULL: none, and why (owned by the caller); the turn may be over then: cancelled, or without budget. */
json_t *consult(struct turn *t, const struct question *q, char **why);

/* What roles answered is kept for the session under a key of all that was asked and of the last write before it: the
 * same question on the same ground is not asked twice. The answer that was kept, a new reference, NULL: there is none;
 * and the keeping of one, which stays the caller's too. prompt: name of the system prompt; request: what is asked;
 * last_write: seq of the last event that may have changed files. */
json_t *cache_find(struct agent *a, const char *prompt, const char *request, int64_t last_write);
void cache_keep(
    struct agent *a, const char *prompt, const char *request, int64_t last_write, json_t *value);

#endif
