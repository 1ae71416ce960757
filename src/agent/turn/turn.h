/* SPDX-License-Identifier: MIT
 * Running a turn: from a prompt to its turn_end. Everything it does is visible as events of the session.
 */
#ifndef AGENT_TURN_TURN_H
#define AGENT_TURN_TURN_H

#include <stdbool.h>
#include "agent/state/outcome.h"
#include "agent/turn/turn_begin.h"

struct agent;

/* Runs one turn to its turn_end. It is cancelled through session_cancel. */
enum outcome turn_run(struct agent *a, struct prompt prompt);
/* Runs one for a task with a check, a shell command that succeeds when it is done (NULL: it has none).
 * *passed: the check ran and succeeded. */
enum outcome turn_run_task(struct agent *a, const char *prompt, const char *check, bool *passed);

#endif
