/*
 * /undo, between turns.
 */
#ifndef AGENT_UNDO_TURN_H
#define AGENT_UNDO_TURN_H

#include <stdbool.h>

struct agent;
void agent_undo(struct agent *a, bool force);

#endif
