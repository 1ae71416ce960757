/*
 * How long a plan lives beside its changes: when the model is reminded of it, when it is given up,
 * and which plans are too small to be remembered.
 */
#include "plan/plan.h"

#include "base/core/alloc.h"
#include "config/prompt.h"
#include "plan/plan_item_edit.h"

static const struct todo *first_of(const struct plan *p, enum todo_status status)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->items[i].status == status)
			return &p->items[i];
	return NULL;
}

char *plan_reminder(const struct plan *p, int rounds, const struct settings *s)
{
	const int every = (int)setting_int(s, "planner.remind_rounds");
	const struct todo *now = plan_current(p), *item = now ? now : first_of(p, TODO_PENDING);
	const struct todo *failed = item ? NULL : first_of(p, TODO_FAILED);
	char count[16];

	item = item ? item : failed;
	if (p->status != PLAN_ACTIVE || !item || every == 0 || rounds <= 0 || rounds % every != 0)
		return NULL;
	snprintf(count, sizeof count, "%d", rounds);
	return prompt_text(now	    ? "plan_reminder"
			   : failed ? "plan_reminder_failed"
				    : "plan_reminder_idle",
	    (struct prompt_var[]){{"rounds", count}, {"id", item->id}, {"item", item->content}}, 3);
}

bool plan_stale(const struct plan *p, const struct settings *s)
{
	int64_t turns = setting_int(s, "planner.abandon_turns");

	/* the turn of the last update counts too, since it has ended */
	return p->status == PLAN_ACTIVE && turns > 0 && p->idle_turns > turns;
}

bool plan_trivial(const struct plan *p, const struct settings *s)
{
	return (int64_t)p->count < setting_int(s, "planner.trivial_todos");
}
