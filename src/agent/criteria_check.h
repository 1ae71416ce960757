/*
 * Checking the criteria of a strategy that the program can check itself.
 */
#ifndef AGENT_CRITERIA_CHECK_H
#define AGENT_CRITERIA_CHECK_H

#include <stdbool.h>

struct turn;
struct call;
/* Runs the checks that are stale; false: the turn was cancelled meanwhile. commands: those that run
 * commands too, or only what costs nothing. */
bool criteria_check(struct turn *t, bool commands);
/* A command of the model's that is a criterion's own: what it said counts, and costs nothing. */
void criteria_note(struct turn *t, const struct call *call);

#endif
