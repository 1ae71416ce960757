/*
 * What the user says while a turn runs, and between turns.
 */
#ifndef AGENT_INTENTS_H
#define AGENT_INTENTS_H

#include "session/intent.h"

struct agent;
struct turn;
/* Steering, settings and stops that came since the last step. */
void intents_take(struct turn *t);
/* Changes a setting for this session, by the user; false: it cannot be, which was said. Steals. */
bool setting_set(struct agent *a, const char *key, json_t *value);
/* Tells what the user allowed on cards by now. */
void grants_tell(struct agent *a);
/* An intent outside a turn. */
void intent_apply(struct agent *a, const struct intent *in);

#endif
