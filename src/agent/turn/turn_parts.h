/* SPDX-License-Identifier: MIT
 * A turn as it lies in memory. Only who makes one includes this; the others have a struct turn (turn_state.h) and
 * the headers of the parts that they use.
 */
#ifndef AGENT_TURN_TURN_PARTS_H
#define AGENT_TURN_TURN_PARTS_H

#include "agent/budget/budget.h"
#include "agent/budget/spend.h"
#include "agent/call/unchecked_changes.h"
#include "agent/context/answer_schema.h"
#include "agent/context/context_blocks.h"
#include "agent/plan/planning_ask.h"
#include "agent/plan/planning_round.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "agent/strategy/evaluate.h"

/* A turn with the parts of single rooms, which it points to. */
struct turn_parts {
	struct turn turn;
	struct turn_budget budget;
	struct turn_spending spent;
	struct turn_schema schema;
	struct context_blocks blocks;
	struct turn_planning planning;
	struct kept_gate gate;
	struct evaluation evaluation;
	struct unchecked_changes unchecked;
};
/* Fills p with the members of t and empty parts. Returns its turn, which points to them and to what its agent works
 * with. */
static inline struct turn *turn_parts_link(struct turn_parts *p, struct turn t)
{
	*p = (struct turn_parts){.turn = t};
	p->turn.session = t.agent->session;
	p->turn.settings = t.agent->settings;
	p->turn.budget = &p->budget;
	p->turn.spent = &p->spent;
	p->turn.schema = &p->schema;
	p->turn.blocks = &p->blocks;
	p->turn.planning = &p->planning;
	p->turn.gate = &p->gate;
	p->turn.evaluation = &p->evaluation;
	p->turn.unchecked = &p->unchecked;
	return &p->turn;
}

#endif
