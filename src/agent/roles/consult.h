/* SPDX-License-Identifier: MIT
 * A consultation: one question to a role without tools, answered by JSON that a schema checks; a
 * reply that does not fit is sent back once with what is wrong with it.
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
/* Asks and waits. Returns the answer, a new reference; the same question is not asked twice if nothing
 * was written between. NULL: none, and *why, which the caller frees; the turn may be over then. */
json_t *consult(struct turn *t, const struct question *q, char **why);

/* The cache of the roles' answers in this process, by question and last write. cache_find returns an answer, a new
 * reference, or NULL; cache_keep stores one and steals nothing. prompt: name of the system prompt; request: what is
 * asked; last_write: seq of the last event that may have changed files. */
json_t *cache_find(struct agent *a, const char *prompt, const char *request, int64_t last_write);
void cache_keep(
    struct agent *a, const char *prompt, const char *request, int64_t last_write, json_t *value);

#endif
