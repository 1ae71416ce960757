/* SPDX-License-Identifier: MIT
 * The limits of a turn: its rounds, its time, the time of one reply. With someone to ask each is a
 * question; else the turn ends, and its last tenth is for an answer.
 */
#ifndef AGENT_STATE_LIMITS_H
#define AGENT_STATE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

struct agent;
struct turn;
struct turn_limits {
	int rounds;	     /* 0: no limit */
	int64_t started_ms;  /* monotonic */
	struct timer *wall;  /* NULL: none */
	bool timed_out;	     /* the wall time is over; the session's cancel is set too */
	bool wall_due;	     /* the same, and there is someone to ask about it */
	bool cut_for_answer; /* cancelled to leave time for an answer, and not by anyone */
	enum round_clock { ROUND_TIMED, ROUND_STOPPED, ROUND_UNTIMED } clock;
	enum limit_question { LIMIT_NONE, LIMIT_ROUND, LIMIT_WALL } open;
};

/* The answers to the question that any limit is, where there is someone to ask. */
enum limit_choice { LIMIT_STOP, LIMIT_MORE, LIMIT_LIFT, LIMIT_ANSWER, LIMIT_WITHDRAWN };
struct limit_more { /* what LIMIT_MORE would give: one of them; the others are 0 */
	int64_t rounds, tokens;
	double seconds, usd;
};
bool limits_asked(const struct turn *t); /* there is someone to ask */
/* Asks and waits. text: steals. */
enum limit_choice limits_ask(struct turn *t, char *text, const struct limit_more *more);

void limits_begin(struct turn *t); /* starts the clock of the turn */
void limits_tell(struct turn *t);  /* before a round: the model is told when few are left */
void limits_round(struct turn *t); /* after each round: may end the turn, or close it */
/* Called in the middle of a reply: its own time (late) or the turn's may be over. False: the reply
 * is to be cut. */
bool limits_reply(struct turn *t, bool late);
/* Takes back the question about the time of a reply; whole: also that about the time of the turn. */
void limits_withdraw(struct turn *t, bool whole);
/* A setting was changed: a limit among them counts for the running turn. */
void limits_changed(struct agent *a, const char *key);

#endif
