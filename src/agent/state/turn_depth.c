/* SPDX-License-Identifier: MIT
 * The depth of a turn: what the user set, else what the rules choose; and going deeper in the
 * middle of one. The offline backend is rules itself and stays at react.
 */

#include "agent/state/turn_depth.h"

#include "agent/agent_internal.h"
#include "agent/state/route.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/log.h"
#include "config/prompt.h"

/* The table is the user's to change, so it may be broken: said once, then the loop does. */
static const json_t *routes_of(struct agent *a)
{
	struct problems problems = PROBLEMS_INIT;

	if (a->routes)
		return a->routes;
	a->routes = config_table("routes.yaml", &problems);
	if (!a->routes) {
		auto_free char *line = problem_line(&problems.list[0]);

		emit_notice(a->session, "warning", "the rules of depth are not used: %s", line);
		a->routes = json_pack("{s:i, s:s}", "react", 0, "otherwise", "no rules");
	}
	problems_free(&problems);
	return a->routes;
}

struct route turn_route(struct agent *a, const char *prompt, bool *routed)
{
	enum depth depth;

	*routed = false;
	if (!*a->backend->wire)
		return (struct route){DEPTH_REACT, xstrdup("the offline backend follows rules")};
	if (depth_find(setting_string(a->settings, "agent.depth"), &depth))
		return (struct route){
		    depth, xasprintf("set: %s", setting_source(a->settings, "agent.depth"))};
	*routed = true;
	a->folds.route.unfinished = a->folds.unfinished.strategy != NULL;
	return route_choose(routes_of(a), prompt, &a->folds.route);
}

void turn_react(struct turn *t, const char *level, const char *before, const char *why)
{
	auto_free char *text = xasprintf("%s, going on as react: %s", before, why);

	t->depth = DEPTH_REACT;
	log_add(LOG_INFO, "turn %d: depth react: %s, %s", t->number, before, why);
	emit(t->agent->session, EVENT_NOTICE, NULL,
	    event_build_notice(&(struct event_notice){.level = level,
		.text = text,
		.depth = depth_name(t->depth),
		.passing = strcmp(level, "info") == 0}));
}

bool turn_escalate(struct turn *t, const char *why)
{
	if (t->depth != DEPTH_DIRECT)
		return false;
	turn_react(t, "info", "direct did not do", why);
	return true;
}

bool turn_is_complex(const struct turn *t)
{
	if (t->depth != DEPTH_REACT)
		return t->depth == DEPTH_STRATEGIC &&
		       (!t->strategy.complexity || strcmp(t->strategy.complexity, "complex") == 0);
	struct route route = route_choose(routes_of(t->agent), t->words, &t->agent->folds.route);
	free(route.why);
	return route.depth == DEPTH_STRATEGIC;
}
