/* SPDX-License-Identifier: MIT
 * Queries about a running turn, and the ways to end it (turn_finish, turn_wrap_up), for all rooms.
 */
#include "agent/state/turn_state.h"

#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/outcome.h"
#include "agent/state/turn_roadmap.h"
#include "base/base.h"
#include "session/event/event_data.h"

static const struct {
	const char *name;
	int exit;
} outcomes[] = {
    [OUTCOME_ANSWERED] = {"answered", 0},
    [OUTCOME_UNMET] = {"unmet", 6},
    [OUTCOME_LIMIT] = {"limit", 3},
    [OUTCOME_TIMEOUT] = {"timeout", 124},
    [OUTCOME_BUDGET] = {"budget", 4},
    [OUTCOME_BLOCKED] = {"blocked", 5},
    [OUTCOME_INTERRUPTED] = {"interrupted", 130},
    [OUTCOME_FAILED] = {"failed", 1},
};

const char *outcome_name(enum outcome outcome)
{
	return outcomes[outcome].name;
}

int outcome_exit(enum outcome outcome)
{
	return outcomes[outcome].exit;
}

void turn_finish(struct turn *t, enum outcome outcome)
{
	if (!t->over)
		t->outcome = outcome;
	t->over = true;
}

void turn_wrap_up(struct turn *t, enum wrap_up why)
{
	if (!t->wrap_up)
		t->wrap_up = why;
}

bool wraps_up_for_budget(const struct turn *t)
{
	return t->wrap_up == WRAP_UP_BUDGET || t->wrap_up == WRAP_UP_TOKENS;
}

bool turn_is_direct(const struct turn *t)
{
	return t->depth == DEPTH_DIRECT;
}

bool turn_out_of_time(const struct turn *t)
{
	return t->limits.timed_out || t->limits.cut_for_answer;
}

void turn_timeout_error(struct turn *t)
{
	error_set(&t->error, ERR_TIMEOUT,
	    "the turn ran longer than %g s; give it more with --timeout",
	    setting_number(t->settings, "limits.wall_s"));
}

bool turn_cancelled(struct turn *t)
{
	if (!session_cancel(t->session)->requested)
		return false;
	if (t->limits.cut_for_answer && !t->limits.timed_out)
		return true;
	if (t->limits.timed_out && !t->over)
		turn_timeout_error(t);
	turn_finish(t, t->limits.timed_out ? OUTCOME_TIMEOUT : OUTCOME_INTERRUPTED);
	return true;
}

void turn_advice_drop(struct turn *t)
{
	free(t->advice.text);
	t->advice = (struct turn_advice){ADVICE_NONE, NULL};
}

void turn_advise_text(struct turn *t, enum advice kind, char *text)
{
	if (kind < t->advice.kind) {
		free(text);
		return;
	}
	turn_advice_drop(t);
	t->advice = (struct turn_advice){kind, text};
}

void turn_advise(struct turn *t, enum advice kind, const char *prompt,
    const struct prompt_var *vars, size_t count)
{
	turn_advise_text(t, kind, prompt_text(prompt, vars, count));
}

void turn_advice_tell(struct turn *t)
{
	if (t->advice.text)
		model_note_text(t->session, t->advice.text);
	turn_advice_drop(t);
}

void turn_denied(
    struct turn *t, const char *call, const char *tool, const char *reason, bool blocks)
{
	json_array_append_new(t->denials.calls, event_build_denied_call(&(struct event_denied_call){
						    .call = call, .tool = tool, .reason = reason}));
	t->denials.blocked |= blocks;
}

const struct tool_set *turn_tools(const struct turn *t)
{
	return t->roadmap ? t->roadmap->tools : t->agent->tools;
}
