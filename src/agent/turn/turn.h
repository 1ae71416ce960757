/* SPDX-License-Identifier: MIT
 * Running a turn: from a prompt to its turn_end. Everything it does is visible as events of the session.
 *
 * Here: a turn in its order: how it begins, its requests, its answer, what holds the answer back,
 * its end, and what the user says meanwhile.
 * Not here: what a round works with: each of the rooms left of this one in docs/architecture.md has
 * its own part; the turn calls them and none of them calls it. Turns of the roadmap planner are in
 * agent/roadmap.
 */
#ifndef AGENT_TURN_TURN_H
#define AGENT_TURN_TURN_H

#include <jansson.h>
#include <stdbool.h>
#include "agent/state/outcome.h"
#include "agent/turn/turn_begin.h"

struct agent;

/* Runs one turn to its turn_end. It can be cancelled through session_cancel. */
enum outcome turn_run(struct agent *a, struct prompt prompt);
/* Runs a turn for a task of a kept roadmap (kept_task), which is begun and becomes the plan. *revision: of the roadmap
 * with the task recorded as done; 0: it stays open. unattended: only a check that passes makes it done. */
enum outcome turn_run_task(struct agent *a, const json_t *task, bool unattended, int *revision);

#endif
