/* SPDX-License-Identifier: MIT
 * Success criteria of the user: added, mended and struck by /criteria, in a turn of any depth and between turns. They
 * hold until they are met or struck.
 */
#ifndef AGENT_PLAN_OWN_CRITERIA_H
#define AGENT_PLAN_OWN_CRITERIA_H

#include <jansson.h>

struct agent;
struct turn;
/* Carries out an edit (strategy_edit) on the turn's criteria, between turns on those that wait for the next. What
 * cannot be done is said in a notice. */
void own_criteria_edit(struct agent *a, const char *words);
/* A turn without a strategist of its own takes those that wait. */
void own_criteria_begin(struct turn *t);

#endif
