/*
 * The limits of a plan as the settings have them. They are read here and not in plan.c, so that
 * the value itself knows no configuration.
 */
#include "plan/plan.h"

#include <string.h>

static bool asks_nothing(const struct settings *s)
{
	const char *mode = setting_string(s, "approve");

	return mode && strcmp(mode, "all") == 0;
}

struct plan_limits plan_limits_of(const struct settings *s)
{
	return (struct plan_limits){
	    .max_todos = (int)setting_int(s, "planner.max_todos"),
	    .max_id = (int)setting_int(s, "planner.max_id"),
	    .max_content = (int)setting_int(s, "planner.max_content"),
	    .max_focus = (int)setting_int(s, "planner.max_focus"),
	    .max_note = (int)setting_int(s, "planner.max_note"),
	    .max_items = (int)setting_int(s, "planner.max_items"),
	    .max_goal = (int)setting_int(s, "planner.max_goal"),
	    .gates = asks_nothing(s) ? NULL : setting_json(s, "planner.gates"),
	    .go_on = setting_json(s, "planner.go_on"),
	    .max_result = (int)setting_int(s, "planner.max_result"),
	};
}
