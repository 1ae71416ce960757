/* SPDX-License-Identifier: MIT
 * Hooks around a call: before it is announced, and behind its result.
 */
#ifndef AGENT_CALL_CALL_HOOKS_H
#define AGENT_CALL_CALL_HOOKS_H

#include <stdbool.h>

struct call_slot;
struct decision;
/* PreToolUse. The arguments may be others after it, checked anew; or the call has its result, a refusal. False: the
 * user stopped the turn. */
bool call_hooks_before(struct call_slot *s);
/* Lets what they said count where mode and rules leave it to the user. */
void call_hooks_judge(const struct call_slot *s, struct decision *d);
/* PostToolUse, or PostToolUseFailure, of a call that ran: its slot is finished when they have ended, maybe at once. */
void call_hooks_after(struct call_slot *s);

#endif
