/*
 * The second door: one operation at a time, {action, ...}. The model's tool manage_todos and the
 * user's hand (the panel's keys, /plan) come through here; the table says who may do what. What the
 * user does is marked as such and becomes a note for the model. The actions of both authors are in
 * plan_list_edit.c, moving an item on is in plan_update.c, the user's own in plan_user_edit.c.
 */
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "plan/plan_action.h"

static const struct plan_action actions[] = {
    {"create", BY_ANYONE, ON_ANY, action_create},
    {"add", BY_ANYONE, ON_ANY, action_add},
    {"update", BY_MODEL, ON_ACTIVE, action_update},
    {"complete", BY_MODEL, ON_ACTIVE, action_complete},
    {"remove", BY_ANYONE, ON_KNOWN, action_remove},
    {"reorder", BY_ANYONE, ON_ACTIVE, action_reorder},
    {"edit", BY_USER, ON_KNOWN, action_edit},
    {"move", BY_USER, ON_ACTIVE, action_move},
    {"tick", BY_USER, ON_KNOWN, action_tick},
    {"untick", BY_USER, ON_KNOWN, action_untick},
    {"skip", BY_USER, ON_KNOWN, action_skip},
    {"retry", BY_USER, ON_KNOWN, action_retry},
    {"next", BY_USER, ON_KNOWN, action_next},
    {"gate", BY_USER, ON_ACTIVE, action_gate},
    {"branch", BY_USER, ON_ACTIVE, action_branch},
    {"abandon", BY_USER, ON_ACTIVE, action_abandon},
};

static char *check_ground(const struct edit *e, const struct plan_action *a)
{
	enum plan_status status = e->to->status;

	if (a->on == ON_ANY || status == PLAN_ACTIVE)
		return NULL;
	if (a->on == ON_KNOWN && e->by == AUTHOR_USER && status == PLAN_COMPLETED)
		return NULL;
	return xstrdup("action: there is no active plan; begin one with action create");
}

static char *run_edit_action(struct edit *e)
{
	const char *name = json_str(e->args, "action", "");
	const int who = e->by == AUTHOR_USER ? BY_USER : BY_MODEL;
	struct buf may = BUF_INIT;
	char *why;

	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
		const struct plan_action *a = &actions[i];

		if (!(a->who & who))
			continue;
		if (strcmp(a->name, name) == 0) {
			buf_free(&may);
			why = check_ground(e, a);
			return why ? why : a->run(e);
		}
		buf_addf(&may, "%s%s", may.len ? ", " : "", a->name);
	}
	why = xasprintf("action: must be one of %s", buf_str(&may));
	buf_free(&may);
	return why;
}

struct change plan_edit(struct plan *p, const json_t *args, const char *goal, enum author by,
    const struct plan_limits *limits, int64_t now)
{
	return plan_change(p, run_edit_action, args, goal, by, limits, now);
}
