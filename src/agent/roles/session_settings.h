/* SPDX-License-Identifier: MIT
 * Changes settings within a session.
 */
#ifndef AGENT_ROLES_SESSION_SETTINGS_H
#define AGENT_ROLES_SESSION_SETTINGS_H

#include <jansson.h>
#include "llm/wire/reply.h"

struct agent;
/* Changes a setting for this session, by the user. False: it cannot be changed; a notice says why. Steals value. */
bool setting_set(struct agent *a, const char *key, json_t *value);
/* Called when a server keeps failing: makes backend.fallback_model the turn's model, with a notice.
 * False: there is none, it is the failing one, or another model would fail likewise. */
bool model_fall_back(struct agent *a, enum failure failure, const char *why);
/* Applies a setting from the record of a resumed session; the command line of this start goes before it. */
void setting_restore(struct agent *a, const char *key, const json_t *value /* or NULL */);

#endif
