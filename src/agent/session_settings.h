/*
 * Settings the user changes in a session.
 */
#ifndef AGENT_SESSION_SETTINGS_H
#define AGENT_SESSION_SETTINGS_H

#include <jansson.h>
#include "base/error.h"
#include "llm/context.h"

struct agent;
/* Whether a setting can be changed now; false: e says why not. */
bool setting_possible(struct agent *a, const char *key, const json_t *value, struct error *e);
/* It was: what was made from it is made anew. */
void setting_changed(struct agent *a, const char *key);
/* The server keeps failing: the model of backend.fallback_model is asked from now on, which is said.
 * False: there is none, it is the one that fails, or the failure is none that another model mends. */
bool model_fall_back(struct agent *a, enum failure failure, const char *why);
/* A setting event of a session that goes on. */
void setting_restore(struct agent *a, const char *key, const json_t *value /* or NULL */);

#endif
