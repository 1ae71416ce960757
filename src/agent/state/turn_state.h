/* SPDX-License-Identifier: MIT
 * struct turn, a turn while it runs, for the files of src/agent only: its parts, whose types are declared
 * by the files that implement them, and queries for all of them. turn.c runs it from prompt to end.
 */
#ifndef AGENT_STATE_TURN_STATE_H
#define AGENT_STATE_TURN_STATE_H

#include "agent/budget/budget.h"
#include "agent/budget/spend.h"
#include "agent/call/calls.h"
#include "agent/call/unchecked_changes.h"
#include "agent/context/answer_schema.h"
#include "agent/context/context_blocks.h"
#include "agent/plan/planning_ask.h"
#include "agent/plan/planning_round.h"
#include "agent/state/claims.h"
#include "agent/state/guard.h"
#include "agent/state/limits.h"
#include "agent/state/outcome.h"
#include "agent/state/route.h"
#include "agent/state/strategy.h"
#include "agent/strategy/evaluate.h"
#include "agent/turn/turn_answer.h"
#include "agent/turn/turn_request.h"
#include "base/error.h"
#include "config/prompt.h"

/* A turn that comes to a limit wraps up: its next request is the last one and its answer is the turn's
 * (final_answer.c). Whoever finds the limit calls turn_wrap_up; the turn acts on it between its steps. */
enum wrap_up { /* the limit */
	WRAP_UP_NONE,
	WRAP_UP_ROUNDS,
	WRAP_UP_TIME,
	WRAP_UP_REPEATED, /* the same call again and again */
	WRAP_UP_BUDGET,	  /* of money */
	WRAP_UP_TOKENS,
};

/* Advice of the program to the model with the next request. Only one is kept: of the last kind in this list. */
enum advice {
	ADVICE_NONE,
	ADVICE_SUGGESTION, /* a plan would help */
	ADVICE_REMINDER,   /* of the plan */
	ADVICE_RECOVERY,   /* how to go on after an error that came before */
	ADVICE_COURSE,	   /* how to go on by a verdict or a new strategy */
	ADVICE_ROUNDS,	   /* few rounds are left */
	ADVICE_ANSWER,	   /* what the reply lacks */
};
struct turn_advice {
	enum advice kind;
	char *text; /* (owned) NULL: none */
};

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
	enum wrap_up wrap_up;  /* why its next request is the last one; WRAP_UP_NONE: it is not */
	size_t first_item;     /* index of the turn's first item in the conversation */
	int64_t start_seq;     /* of the last event before it */
	int calls;	       /* that ran, planning aside */
	int delegates_to_come; /* delegate calls of the running group that have not begun */
	struct roadmap_turn *roadmap; /* (borrowed) of the roadmap planner's turn; NULL: another */
	struct turn_request request;
	struct turn_answer answer;
	struct turn_advice advice; /* for the next request */
	struct turn_schema schema;
	struct turn_limits limits;
	struct turn_budget budget;
	struct turn_spending spent;
	struct turn_planning planning;
	struct kept_gate gate;
	struct denials denials;
	struct guards guards;
	struct strategy strategy;
	struct evaluation evaluation;
	struct unchecked_changes unchecked;
	struct turn_claims claims;
	struct context_blocks blocks;
};

void turn_finish(struct turn *t, enum outcome outcome); /* the first outcome counts */
void turn_wrap_up(struct turn *t, enum wrap_up why);	/* the first reason counts */
/* Whether it wraps up because a budget is spent: its last request is made all the same. */
bool wraps_up_for_budget(const struct turn *t);
/* Whether the session's cancel is set, by the user or because time is over. If so the turn is finished as interrupted
 * or timeout, except where it was only cut to leave time for an answer. */
bool turn_cancelled(struct turn *t);
bool turn_is_direct(const struct turn *t);   /* it is to be answered in one reply */
bool turn_out_of_time(const struct turn *t); /* its time is over but for the answer's part */
/* Notes a denied call, by its id and its tool's name, for the turn_end event; blocks: the turn may end as blocked. */
void turn_denied(
    struct turn *t, const char *call, const char *tool, const char *reason, bool blocks);
/* Returns the tools that the turn's model may call: the agent's, or the roadmap planner's. Borrowed. */
const struct tool_set *turn_tools(const struct turn *t);
/* Keep a prompt's words, or text, as advice for the next request, unless advice of a higher kind is kept already.
 * turn_advise_text steals text. */
void turn_advise(struct turn *t, enum advice kind, const char *prompt,
    const struct prompt_var *vars, size_t count);
void turn_advise_text(struct turn *t, enum advice kind, char *text);
void turn_advice_tell(struct turn *t);	 /* adds the kept advice to the conversation and drops it */
void turn_advice_drop(struct turn *t);	 /* forgets it */
void turn_timeout_error(struct turn *t); /* sets the turn's error: its wall time is over */

#endif
