/* SPDX-License-Identifier: MIT
 * Each change is a strategy event with all criteria, so that the screen, a replay and the next turn see the same ones.
 */
#include "agent/plan/own_criteria.h"

#include "agent/agent_internal.h"
#include "agent/state/turn_depth.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"

/* Where no strategist was asked there are the user's criteria alone. */
static void emit_own(struct agent *a, struct strategy *s, char *summary /* steals */)
{
	if (!s->approach) {
		s->approach = prompt_text("strategy/own", NULL, 0);
		s->complexity = xstrdup("moderate");
	}
	json_t *data = strategy_event(s, a->turn ? a->turn->limits.rounds : 0, NULL);
	json_put_str(data, "by", "user");
	emit(a->session, EVENT_STRATEGY, summary, data);
	if (a->turn)
		turn_escalate(a->turn, "there are criteria of yours");
}

void own_criteria_edit(struct agent *a, const char *words)
{
	freed_by(strategy_free) struct strategy waiting = {0};
	struct strategy *s = a->turn ? &a->turn->strategy : &waiting;

	if (!a->turn)
		unfinished_read(&a->folds.unfinished, s);
	auto_free char *said = strategy_edit(s, words);
	if (said)
		emit_own(a, s, xasprintf("you %s", said));
	else
		emit_notice(a->session, "warning",
		    "the criteria stay as they are: none is meant by '%s'; usage: /criteria add "
		    "TEXT "
		    "[`COMMAND`] | mend N TEXT | strike N",
		    words);
}

void own_criteria_begin(struct turn *t)
{
	freed_by(strategy_free) struct strategy before = {0};

	if (!unfinished_read(&t->agent->folds.unfinished, &before))
		return;
	strategy_keep_own(&t->strategy, &before);
	if (t->strategy.count)
		emit_own(t->agent, &t->strategy, xstrdup("your criteria hold until they are met"));
}
