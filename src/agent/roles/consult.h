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
/* Returns the answer, a new reference; the one that was given before, where nothing was written since (role_cache.h). NULL: none, and why (owned by the caller); the turn may be
 * over    then: cancelled, or without budget. */
json_t *consult(struct turn *t, const struct question *q, char **why);

#endif
