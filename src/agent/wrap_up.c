/*
 * See wrap_up.h.
 */
#include "agent/wrap_up.h"

#include "agent/turn_state.h"

void wrap_up(struct turn *t, enum wrap_up why)
{
	if (!t->wrap_up)
		t->wrap_up = why;
}

bool wraps_up_for_budget(const struct turn *t)
{
	return t->wrap_up == WRAP_UP_BUDGET || t->wrap_up == WRAP_UP_TOKENS;
}
