/* SPDX-License-Identifier: MIT
 * Ends a turn. Calls that were cut get their results first, so that the kept conversation is one that a server takes.
 */
#include "agent/turn/turn_end.h"

#include "agent/budget/spend.h"
#include "agent/call/unchecked_changes.h"
#include "agent/context/context_blocks.h"
#include "agent/plan/planning_ask.h"
#include "agent/plan/planning_end.h"
#include "agent/plan/planning_round.h"
#include "agent/state/agent_state.h"
#include "agent/state/capsule.h"
#include "agent/state/limits.h"
#include "agent/state/outcome.h"
#include "agent/state/route.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "agent/strategy/evaluate.h"
#include "agent/strategy/past_strategies.h"
#include "agent/turn/final_answer.h"
#include "agent/turn/turn_answer.h"
#include "base/base.h"
#include "base/log.h"
#include "session/event/event_data.h"

static json_t *turn_end_data(struct turn *t)
{
	struct event_turn_end end = {
	    .outcome = outcome_name(t->outcome),
	    .depth = depth_name(t->depth),
	    .answer = t->answer.text,
	    .criteria = criteria_state(&t->strategy),
	    .open_items = planning_open_items(&t->agent->plan),
	    .failed_items = planning_failed_items(&t->agent->plan),
	    .denied = json_incref(t->denials.calls),
	    .totals = event_build_totals(&(struct event_totals){
		.iterations = t->iteration,
		.calls = t->calls,
		.input = t->spent->totals.input,
		.output = t->spent->totals.output,
		.cached = t->spent->totals.cached,
		.cost_usd = t->spent->priced ? t->spent->usd : (double)NAN,
		.duration_ms = clock_mono_ms() - t->limits.started_ms,
		.estimated = t->spent->totals.estimated,
	    }),
	};

	if (t->error.code != ERR_NONE) {
		auto_free char *line = error_line(&t->error);
		end.error = event_build_turn_error(&(struct event_turn_error){
		    .code = error_code_name(t->error.code), .message = line});
	}
	end.unmet = json_array();
	end.unverified = json_array();
	array_each (c, t->strategy.criteria, t->strategy.count) {
		if (c->met == MET_NO)
			json_array_append_new(end.unmet, json_string(c->id));
		else if (criterion_unverified(&t->strategy, c))
			json_array_append_new(end.unverified, json_string(c->id));
	}
	if (t->answer.unverified)
		json_array_extend(end.unverified, t->answer.unverified);
	end.untrue = json_incref(t->answer.untrue);
	return event_build_turn_end(&end);
}

void turn_end(struct turn *t)
{
	struct agent *a = t->agent;

	timer_stop(t->limits.wall);
	limits_withdraw(t, true);
	final_answer_held(t);
	session_settle(a->session, NULL);
	conversation_close_calls(&a->conversation, a->session);
	session_settle(a->session, NULL);
	json_t *data = capsule_data(&a->capsule, t->goal, t->answer.text, &a->plan);
	emit(a->session, EVENT_CAPSULE, capsule_line(data), data);
	planning_say_open(t);
	planning_say_failed(t);
	emit(a->session, EVENT_TURN_END, NULL, turn_end_data(t));
	log_add(LOG_INFO, "turn %d: %s after %d rounds in %lld ms", t->number,
	    outcome_name(t->outcome), t->iteration,
	    (long long)(clock_mono_ms() - t->limits.started_ms));
	if (session_store(a->session))
		server_notes_save(&a->roles.servers);
	pattern_keep(t);
	planning_offer(t);
	session_settle(a->session, NULL);
	session_at(a->session, 0, 0);
	session_cancel(a->session)->requested = false;
	a->host.goal = NULL;
	a->turn = NULL;
	json_decref(t->denials.calls);
	json_decref(t->past_steps);
	evaluation_free(t->evaluation);
	strategy_free(&t->strategy);
	unchecked_changes_free(t->unchecked);
	claims_free(&t->claims);
	context_blocks_free(t->blocks);
	turn_planning_free(t->planning);
	turn_advice_drop(t);
	error_free(&t->error);
	turn_answer_free(&t->answer);
	free_all(t->gate->item, t->gate->words, t->prompt, t->goal);
}
