/* SPDX-License-Identifier: MIT
 * Hooks around a call: before it is announced, and after its result.
 */
#ifndef AGENT_CALL_CALL_HOOKS_H
#define AGENT_CALL_CALL_HOOKS_H

#include <stdbool.h>

struct call_slot;
struct decision;
/* Runs PreToolUse and waits. It may change the arguments, which are checked anew, or refuse the call, which is finished
 * then. False: the user stopped the turn. */
bool call_hooks_before(struct call_slot *s);
/* Changes a decision by what PreToolUse said: a hook may allow a call that the mode asks about (hooks_may_allow), or
 * make the user be asked about one that is allowed. */
void call_hooks_judge(const struct call_slot *s, struct decision *d);
/* Starts PostToolUse or PostToolUseFailure of a call that ran. Its slot is finished when they end, maybe at once. */
void call_hooks_after(struct call_slot *s);

#endif
