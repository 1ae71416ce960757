/*
 * Where a turn ends however the work stands: rounds, the model's own time for one of them, and time
 * on the wall. Where there is someone to ask each is a question, and the work goes on while it is
 * open; without anyone it is the end, with its own message and outcome.
 */
#include <string.h>

#include "agent/agent_state.h"
#include "agent/role.h"
#include "base/alloc.h"
#include "base/json.h"

enum choice { CHOICE_STOP, CHOICE_MORE, CHOICE_NOLIMIT };

static bool asks(const struct turn *t)
{
	return !t->agent->one_shot && session_can_ask(t->agent->session);
}

/* what, amount: how much of what `more` would give. Both steal. */
static enum choice limit_ask(struct turn *t, char *text, const char *what, json_t *amount)
{
	json_t *answer = NULL;
	enum choice choice = CHOICE_STOP;
	const char *said;

	if (!asks(t)) {
		free(text);
		json_decref(amount);
		return CHOICE_STOP;
	}
	ask_await(t->agent->session,
	    json_pack("{s:s, s:s, s:o, s:[s,s,s]}", "kind", "limit", "text", text, what, amount,
		"options", "more", "nolimit", "stop"),
	    &answer);
	said = json_str(answer, "choice", "denied");
	if (strcmp(said, "more") == 0)
		choice = CHOICE_MORE;
	else if (strcmp(said, "nolimit") == 0)
		choice = CHOICE_NOLIMIT;
	json_decref(answer);
	free(text);
	return choice;
}

/* Without anyone to ask the turn is cut at once, whatever it does. */
static void on_wall(void *ctx)
{
	struct turn *t = ctx;

	t->wall = NULL;
	if (asks(t)) {
		t->wall_due = true;
		return;
	}
	t->timed_out = true;
	session_cancel(t->agent->session)->requested = true;
}

void limits_begin(struct turn *t)
{
	double wall = setting_number(t->agent->settings, "limits.wall_s");

	t->limit = (int)setting_int(t->agent->settings, "limits.iterations");
	if (wall > 0)
		t->wall = loop_after(t->agent->loop, (int64_t)(wall * 1000), on_wall, t);
}

void limits_wall_error(struct turn *t)
{
	error_set(&t->error, ERR_TIMEOUT,
	    "the turn ran longer than %g s; give it more with --timeout",
	    setting_number(t->agent->settings, "limits.wall_s"));
}

static bool wall_goes_on(struct turn *t)
{
	double wall = setting_number(t->agent->settings, "limits.wall_s");

	if (!t->wall_due)
		return true;
	t->wall_due = false;
	switch (limit_ask(t, xasprintf("%g s used", wall), "seconds", json_real(wall))) {
	case CHOICE_MORE:
		t->wall = loop_after(t->agent->loop, (int64_t)(wall * 1000), on_wall, t);
		return true;
	case CHOICE_NOLIMIT:
		return true;
	case CHOICE_STOP:
		break;
	}
	if (!turn_cancelled(t)) {
		limits_wall_error(t);
		turn_finish(t, OUTCOME_TIMEOUT);
	}
	return false;
}

static bool round_goes_on(struct turn *t)
{
	double seconds = (double)role_limit_ms(t->agent, ROLE_TURN) / 1000;
	char *text = xasprintf("the model has worked on this round for %g s", seconds);

	switch (limit_ask(t, text, "seconds", json_real(seconds))) {
	case CHOICE_MORE:
		return true;
	case CHOICE_NOLIMIT:
		t->no_round_limit = true;
		return true;
	case CHOICE_STOP:
		break;
	}
	if (!turn_cancelled(t)) {
		error_set(&t->error, ERR_TIMEOUT,
		    "the model took longer than %g s for one round; give it more with -s "
		    "limits.round_s=SECONDS, or a slow one with limits.scale",
		    (double)role_limit_ms(t->agent, ROLE_TURN) / 1000);
		turn_finish(t, OUTCOME_TIMEOUT);
	}
	return false;
}

bool limits_reply(struct turn *t, bool late)
{
	return wall_goes_on(t) && (!late || round_goes_on(t));
}

/* A9: in the chat the limit is a question; without anyone to ask it is the end. */
static void rounds_reached(struct turn *t)
{
	if (t->limit == 0 || t->iteration < t->limit)
		return;
	switch (
	    limit_ask(t, xasprintf("%d round%s used", t->iteration, t->iteration == 1 ? "" : "s"),
		"rounds", json_integer(setting_int(t->agent->settings, "limits.iterations")))) {
	case CHOICE_MORE:
		t->limit += (int)setting_int(t->agent->settings, "limits.iterations");
		return;
	case CHOICE_NOLIMIT:
		t->limit = 0;
		return;
	case CHOICE_STOP:
		break;
	}
	if (!turn_cancelled(t)) {
		error_set(&t->error, ERR_LIMIT,
		    "stopped at the limit of %d round%s; allow more with --max-iterations",
		    t->limit, t->limit == 1 ? "" : "s");
		turn_finish(t, OUTCOME_LIMIT);
	}
}

static void tokens_spent(struct turn *t)
{
	const int64_t most = setting_int(t->agent->settings, "limits.tokens");

	if (most == 0 || t->over || t->totals.input + t->totals.output < most)
		return;
	error_set(&t->error, ERR_LIMIT, "stopped at the limit of %lld tokens (limits.tokens)",
	    (long long)most);
	turn_finish(t, OUTCOME_LIMIT);
}

void limits_round(struct turn *t)
{
	tokens_spent(t);
	if (!t->over && wall_goes_on(t))
		rounds_reached(t);
}
