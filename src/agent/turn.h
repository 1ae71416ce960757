/*
 * One turn while it runs, for the files of src/agent only: what it is, and its parts, each of which
 * is declared where it is served. turn.c takes it from its prompt to its end.
 */
#ifndef AGENT_TURN_H
#define AGENT_TURN_H

#include "agent/agent.h"
#include "agent/answer_schema.h"
#include "agent/budget.h"
#include "agent/calls.h"
#include "agent/closing.h"
#include "agent/context_blocks.h"
#include "agent/evaluate.h"
#include "agent/guard.h"
#include "agent/last_look.h"
#include "agent/limits.h"
#include "agent/planning.h"
#include "agent/planning_ask.h"
#include "agent/route.h"
#include "agent/spend.h"
#include "agent/strategy.h"
#include "base/error.h"

struct completed;
struct roadmap_turn;
struct turn {
	struct agent *agent; /* (borrowed) */
	int number, iteration;
	const char *words; /* (borrowed) the user's own */
	char *prompt;	   /* (owned) the words, and what was piped in behind them */
	char *goal;	   /* (owned) first line of the prompt */
	enum depth depth;
	bool over;
	enum outcome outcome;
	struct error error;
	char *answer;		      /* (owned) */
	size_t first_item;	      /* of the conversation: where this turn begins */
	int64_t start_seq;	      /* of the last event before it */
	int calls;		      /* that ran, planning aside */
	struct completion *reply;     /* (borrowed) the turn's own that is under way; NULL: none */
	struct roadmap_turn *roadmap; /* (borrowed) of the roadmap planner's; NULL: any other */
	struct strategy strategy;
	struct evaluation evaluation;
	struct turn_limits limits;
	struct guards guards;
	struct last_look last_look;
	struct context_blocks blocks;
	struct turn_closing closing;
	struct turn_planning planning;
	struct kept_gate gate;
	struct denials denials;
	struct turn_spending spent;
	struct turn_budget budget;
	struct turn_schema schema;
	int delegates_to_come; /* of the calls that run: not begun yet */
};

/* The two ends of a turn. route: its reason is taken. roadmap: of the roadmap planner's (borrowed); NULL:
 * any other. */
void turn_begin(struct turn *t, struct agent *a, struct prompt prompt, struct route route,
    bool routed, struct roadmap_turn *roadmap);
void turn_end(struct turn *t);
/* The first sentence of what a reply says beside its calls, as a reflection. */
void turn_reflect(struct turn *t, const json_t *message);
char *turn_text(const json_t *message); /* the words of a message; owned, never NULL */
/* The same as an answer: without the marks of a plan that is kept in the text. */
char *turn_answer_text(const struct turn *t, const json_t *message);
/* Words of another role that stand for a reply: made a message, which is returned. */
json_t *turn_say(struct turn *t, const char *words);
/* One reply to the conversation as it is; none when a budget ended the turn. */
void turn_ask(struct turn *t, struct completed *c);
void turn_fail(struct turn *t, const struct completed *c); /* the reply did not come */
/* Words without calls: the turn's answer, unless something holds it back. */
void turn_answer(struct turn *t, const json_t *message);
/* What was not met or not checked, and what was not done, is part of the answer. */
void turn_say_left(struct turn *t);
void turn_finish(struct turn *t, enum outcome outcome); /* the first outcome counts */
bool turn_is_direct(const struct turn *t);		/* it is to be answered in one reply */
bool turn_out_of_time(const struct turn *t); /* its wall time is over, or its last tenth began */
bool turn_cancelled(struct turn *t);	     /* and if so finishes it: interrupted, or timeout */

#endif
