/*
 * What the mode, the rules and the sandbox say of a call.
 */
#ifndef AGENT_APPROVAL_CALL_DECISION_H
#define AGENT_APPROVAL_CALL_DECISION_H

#include "tools/tool.h"
#include "workspace/permission/permission.h"

struct turn;

/* In the mode that is set. */
struct decision call_decision(const struct turn *t, const struct call *c);
/* In a mode: what it would be. */
struct decision call_decision_in(
    const struct turn *t, const struct call *c, enum approve_mode mode);

#endif
