/* SPDX-License-Identifier: MIT
 * Settings the user changes in a session.
 */
#ifndef AGENT_ROLES_SESSION_SETTINGS_H
#define AGENT_ROLES_SESSION_SETTINGS_H

#include <jansson.h>
#include "llm/wire/reply.h"

struct agent;
/* Changes a setting for this session, by the user; false: it cannot be, which was said. value: steals. */
bool setting_set(struct agent *a, const char *key, json_t *value);
/* The server keeps failing: the model of backend.fallback_model is asked from now on, which is said.
 * False: there is none, it is the one that fails, or the failure is none that another model mends. */
bool model_fall_back(struct agent *a, enum failure failure, const char *why);
/* Takes a setting event of a session that goes on; what was asked for at this start wins. */
void setting_restore(struct agent *a, const char *key, const json_t *value /* or NULL */);

#endif
