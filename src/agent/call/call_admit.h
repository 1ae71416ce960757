/* SPDX-License-Identifier: MIT
 * Leave for a call: the gate of its item, the results that it names, the rules and the user.
 */
#ifndef AGENT_CALL_CALL_ADMIT_H
#define AGENT_CALL_CALL_ADMIT_H

#include <stdbool.h>

struct call_slot;
/* Announces a checked call and gets leave for it; a planner's call is run by this. The slot is finished
 * where the call may not run. False: the turn was cancelled meanwhile. */
bool slot_admit(struct call_slot *s);

#endif
