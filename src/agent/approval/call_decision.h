/* SPDX-License-Identifier: MIT
 * Decides about a call by the approval mode, the rules and the sandbox.
 */
#ifndef AGENT_APPROVAL_CALL_DECISION_H
#define AGENT_APPROVAL_CALL_DECISION_H

#include "tools/tool.h"
#include "workspace/permission/permission.h"

struct turn;

/* Decides about a call in the mode that is set. */
struct decision call_decision(const struct turn *t, const struct call *c);
/* Decides about it in another mode. */
struct decision call_decision_in(
    const struct turn *t, const struct call *c, enum approve_mode mode);
/* Finds the least mode in which the call would be allowed, or asked about where there is a user. The modes are tried
 * one by one, since rules, protected files, checks and the sandbox decide too. False: there is none. */
bool call_least_mode(const struct turn *t, const struct call *c, enum approve_mode *least);

#endif
