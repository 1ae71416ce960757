/* SPDX-License-Identifier: MIT
 * The limits of a turn: its rounds, its time, the time of one reply. With a user to ask each is a
 * question; else the turn ends, and at most a tenth of its time is kept for an answer.
 */
#ifndef AGENT_STATE_LIMITS_H
#define AGENT_STATE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

struct agent;
struct turn;
struct turn_limits {
	int rounds;	     /* 0: no limit */
	int64_t started_ms;  /* of the turn; monotonic */
	struct timer *wall;  /* of the wall time; NULL: none runs */
	bool timed_out;	     /* the wall time is over; the session's cancel is set too */
	bool wall_due;	     /* the wall time is over, and the user is still to be asked */
	bool cut_for_answer; /* the session's cancel was set to leave time for an answer */
	enum round_clock { ROUND_TIMED, ROUND_STOPPED, ROUND_UNTIMED } clock;
	enum limit_question { LIMIT_NONE, LIMIT_ROUND, LIMIT_WALL } open;
};

/* The user's answers to a question about a limit. */
enum limit_choice { LIMIT_STOP, LIMIT_MORE, LIMIT_LIFT, LIMIT_ANSWER, LIMIT_WITHDRAWN };
struct limit_more { /* what LIMIT_MORE would give: one of them; the others are 0 */
	int64_t rounds, tokens;
	double seconds, usd;
};
bool limits_asked(const struct turn *t); /* whether there is a user to ask about limits */
/* Asks the user and waits for the answer. Steals text. */
enum limit_choice limits_ask(struct turn *t, char *text, const struct limit_more *more);

void limits_begin(struct turn *t); /* starts the clock of the turn */
void limits_tell(struct turn *t);  /* called before a round: advises the model when two are left */
void limits_round(struct turn *t); /* called after each round: may end the turn or let it wrap up */
/* Called while a reply is awaited. late: its time is over. Asks about that or about the turn's time if
 * needed; false: the reply must be cut, and the turn is over. */
bool limits_reply(struct turn *t, bool late);
/* Takes back the question about the time of a reply; whole: also that about the time of the turn. */
void limits_withdraw(struct turn *t, bool whole);
/* Called when a setting was changed: a changed limit applies to the running turn at once. */
void limits_changed(struct agent *a, const char *key);

#endif
