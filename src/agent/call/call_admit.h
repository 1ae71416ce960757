/* SPDX-License-Identifier: MIT
 * Decides whether a call may run: the gate of its item, the results that it names, hooks, the rules and the user.
 */
#ifndef AGENT_CALL_CALL_ADMIT_H
#define AGENT_CALL_CALL_ADMIT_H

#include <stdbool.h>

struct call_slot;
/* Announces a checked call and gets approval for it; runs it if it is a planner's. The slot is finished
 * if the call may not run, or was run. False: the turn was cancelled meanwhile. */
bool slot_admit(struct call_slot *s);

#endif
