/* SPDX-License-Identifier: MIT
 * The limits of a turn: its rounds, the model's time for one reply, and time on the wall. With a user
 * to ask each is a question; those about time are open while the work goes on. Without one, rounds and
 * wall time let the model answer from what it has (final_answer.c), with the limit's message and
 * outcome, and a reply that comes too late ends the turn.
 */
#include "agent/state/limits.h"

#include "agent/state/agent_state.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"

bool limits_asked(const struct turn *t)
{
	return !t->agent->one_shot && session_can_ask(t->session);
}

static enum limit_choice choice_of(const json_t *answer)
{
	static const char *const names[] = {[LIMIT_STOP] = "stop",
	    [LIMIT_MORE] = "more",
	    [LIMIT_LIFT] = "nolimit",
	    [LIMIT_ANSWER] = "answer",
	    [LIMIT_WITHDRAWN] = "none"};
	const char *said = event_read_answer(answer).choice;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(names[i], said) == 0)
			return (enum limit_choice)i;
	return LIMIT_STOP;
}

static json_t *question_of(char *text /* steals */, const struct limit_more *more)
{
	json_t *question = event_build_question(&(struct event_question){
	    .kind = "limit",
	    .text = text,
	    .options = json_pack("[s, s, s, s]", "more", "nolimit", "answer", "stop"),
	    .rounds = more->rounds,
	    .seconds = more->seconds,
	    .usd = more->usd,
	    .tokens = more->tokens,
	});

	free(text);
	return question;
}

enum limit_choice limits_ask(struct turn *t, char *text, const struct limit_more *more)
{
	json_auto_t *answer = NULL;

	ask_await(t->session, question_of(text, more), &answer);
	return choice_of(answer);
}

/* ---- The time of the turn ------------------------------------------------------------------- */

static double wall_s(const struct turn *t)
{
	return setting_number(t->settings, "limits.wall_s");
}

/* Returns the seconds of a turn's time that are kept for its last answer where there is nobody to ask. */
static double answer_s(const struct turn *t)
{
	return fmin(wall_s(t) / 10, setting_number(t->settings, "limits.answer_s"));
}

/* Whether the reply under way has begun to arrive. */
static bool reply_streams(const struct turn *t)
{
	struct backend *b = t->agent->backend;
	const struct reply *reply = t->request.reply ? b->partial(t->request.reply) : NULL;

	return reply && (reply->text.len || reply->thinking.len || reply->call_count);
}

/* Makes the next request the turn's answer and cancels what runs, but not a reply that is arriving:
 * nothing better could be made of the time. */
static void cut_for_answer(struct turn *t)
{
	struct cancel *cancel = session_cancel(t->session);

	if (t->wrap_up || cancel->requested)
		return;
	turn_timeout_error(t);
	turn_wrap_up(t, WRAP_UP_TIME);
	if (reply_streams(t))
		return;
	t->limits.cut_for_answer = true;
	cancel->requested = true;
}

static void time_is_over(struct turn *t)
{
	t->limits.timed_out = true;
	session_cancel(t->session)->requested = true;
}

static void on_wall_end(void *ctx)
{
	struct turn *t = ctx;

	t->limits.wall = NULL;
	time_is_over(t);
}

static void wall_start(struct turn *t);

static void on_wall_answer(void *ctx, const json_t *answer)
{
	struct turn *t = ((struct agent *)ctx)->turn;

	if (!t)
		return;
	t->limits.open = LIMIT_NONE;
	switch (choice_of(answer)) {
	case LIMIT_MORE:
		wall_start(t);
		break;
	case LIMIT_LIFT:
		break;
	case LIMIT_ANSWER:
		cut_for_answer(t);
		break;
	case LIMIT_STOP:
		time_is_over(t);
		break;
	case LIMIT_WITHDRAWN: /* another question took its place: asked again after that one */
		t->limits.wall_due = true;
		break;
	}
}

/* Asks about the wall time if that is due and no such question is open; does not wait. */
static void ask_about_wall(struct turn *t)
{
	double wall = wall_s(t);

	if (!t->limits.wall_due || t->limits.open != LIMIT_NONE)
		return;
	t->limits.wall_due = false;
	t->limits.open = LIMIT_WALL;
	session_offer(t->session,
	    question_of(xasprintf("%g s used", wall), &(struct limit_more){.seconds = wall}),
	    on_wall_answer, t->agent);
}

static void on_wall(void *ctx)
{
	struct turn *t = ctx;

	t->limits.wall = NULL;
	if (limits_asked(t)) {
		t->limits.wall_due = true;
		if (!session_question(t->session))
			ask_about_wall(t);
		return;
	}
	t->limits.wall = loop_after(t->agent->loop, (int64_t)(answer_s(t) * 1000), on_wall_end, t);
	cut_for_answer(t);
}

static void wall_start(struct turn *t)
{
	double wall = wall_s(t);

	timer_stop(t->limits.wall);
	t->limits.wall = NULL;
	if (wall > 0)
		t->limits.wall = loop_after(t->agent->loop,
		    (int64_t)((limits_asked(t) ? wall : wall - answer_s(t)) * 1000), on_wall, t);
}

void limits_begin(struct turn *t)
{
	t->limits.rounds = (int)setting_int(t->settings, "limits.iterations");
	wall_start(t);
}

/* ---- The model's time for one reply --------------------------------------------------------- */

static double round_s(const struct turn *t)
{
	return (double)role_limit_ms(t->agent, ROLE_TURN) / 1000;
}

static void on_round_answer(void *ctx, const json_t *answer)
{
	struct turn *t = ((struct agent *)ctx)->turn;

	if (!t)
		return;
	t->limits.open = LIMIT_NONE;
	switch (choice_of(answer)) {
	case LIMIT_MORE:
	case LIMIT_WITHDRAWN:
		break;
	case LIMIT_LIFT:
		t->limits.clock = ROUND_UNTIMED;
		break;
	case LIMIT_ANSWER:
	case LIMIT_STOP:
		t->limits.clock = ROUND_STOPPED;
		break;
	}
}

static bool round_stops(struct turn *t)
{
	if (!turn_cancelled(t)) {
		error_set(&t->error, ERR_TIMEOUT,
		    "the model took longer than %g s for one round; give it more with -s "
		    "limits.round_s=SECONDS, or a slow one with limits.scale",
		    round_s(t));
		turn_finish(t, OUTCOME_TIMEOUT);
	}
	return false;
}

bool limits_reply(struct turn *t, bool late)
{
	ask_about_wall(t);
	late = late && !reply_streams(t);
	if (late && !limits_asked(t))
		return round_stops(t);
	if (late && t->limits.open == LIMIT_NONE) {
		char *text = xasprintf("the model has worked on this round for %g s", round_s(t));

		t->limits.open = LIMIT_ROUND;
		session_offer(t->session,
		    question_of(text, &(struct limit_more){.seconds = round_s(t)}), on_round_answer,
		    t->agent);
	}
	return t->limits.clock != ROUND_STOPPED || round_stops(t);
}

void limits_withdraw(struct turn *t, bool whole)
{
	if (t->limits.open == LIMIT_ROUND || (whole && t->limits.open == LIMIT_WALL))
		session_withdraw(t->session);
	if (whole)
		t->limits.wall_due = false;
}

/* ---- Rounds --------------------------------------------------------------------------------- */

void limits_tell(struct turn *t)
{
	int left = t->limits.rounds - t->iteration + 1;
	char count[16];

	if (left != 2 || t->limits.rounds == 0 || turn_is_direct(t) || !*t->agent->backend->wire)
		return;
	snprintf(count, sizeof count, "%d", left);
	turn_advise(t, ADVICE_ROUNDS, "limits/rounds_left", PROMPT_VARS({"left", count}));
}

void limits_changed(struct agent *a, const char *key)
{
	struct turn *t = a->turn;

	if (!t)
		return;
	if (strcmp(key, "limits.iterations") == 0)
		t->limits.rounds = (int)setting_int(a->settings, key);
	else if (strcmp(key, "limits.wall_s") == 0)
		wall_start(t);
	else if (strcmp(key, "limits.round_s") == 0)
		t->limits.clock = ROUND_TIMED;
}

/* At the limit of rounds the user is asked; without one the turn wraps up with an answer. */
void limits_round(struct turn *t)
{
	int64_t more = setting_int(t->settings, "limits.iterations");
	enum limit_choice choice = LIMIT_ANSWER;

	if (t->over || t->wrap_up)
		return;
	ask_about_wall(t);
	if (t->limits.rounds == 0 || t->iteration < t->limits.rounds)
		return;
	if (limits_asked(t))
		choice = limits_ask(t,
		    xasprintf("%d round%s used", t->iteration, text_plural(t->iteration, "", "s")),
		    &(struct limit_more){.rounds = more});
	if (choice == LIMIT_MORE)
		t->limits.rounds += (int)more;
	else if (choice == LIMIT_LIFT)
		t->limits.rounds = 0;
	if (choice == LIMIT_MORE || choice == LIMIT_LIFT || turn_cancelled(t))
		return;
	error_set(&t->error, ERR_LIMIT,
	    "stopped at the limit of %d round%s; allow more with --max-iterations",
	    t->limits.rounds, text_plural(t->limits.rounds, "", "s"));
	if (choice == LIMIT_ANSWER)
		turn_wrap_up(t, WRAP_UP_ROUNDS);
	else
		turn_finish(t, OUTCOME_LIMIT);
}
