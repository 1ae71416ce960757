/* SPDX-License-Identifier: MIT
 * struct turn, a turn while it runs, for the files of src/agent only: what all its rooms share by value, and
 * pointers to the parts of single rooms (turn_parts of turn_begin.h). turn.c runs it from prompt to end.
 */
#ifndef AGENT_STATE_TURN_STATE_H
#define AGENT_STATE_TURN_STATE_H

#include "agent/state/claims.h"
#include "agent/state/guard.h"
#include "agent/state/limits.h"
#include "agent/state/outcome.h"
#include "agent/state/route.h"
#include "agent/state/strategy.h"
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

struct turn_answer {
	char *text;	    /* (owned) NULL: there is none */
	char *kept;	    /* (owned) what was answered before more was asked for; NULL: nothing */
	json_t *unverified; /* (owned) lines on what of it no command bears out; NULL: none */
	json_t *untrue;	    /* (owned) its marks of evidence that do not hold; NULL: none */
	char *judged; /* (owned) the evaluator's own words, which are the answer; NULL: none */
	bool fails;   /* a command failed, which the answer does not admit */
	char *begun;  /* (owned) beginning of an answer that the next reply goes on with; or NULL */
	bool paused;  /* the server paused it; else it was cut */
	int asked_at; /* calls so far + 1 when a reply was asked for again; 0: none was */
	int parts;    /* replies in a row that were cut at the longest the server allows */
	bool called;  /* an answer was sent back since it had a call in its words */
};
struct turn_request {
	struct completion *reply; /* (borrowed) the one under way; NULL: none */
	bool without_tools;	  /* the running or last request offers no tools to be called */
};
struct denials {
	json_t *calls; /* (owned) array of denied_call (event_types.def), for turn_end */
	bool blocked;  /* a call was denied by mode or rules, or for want of a user to ask */
};

struct roadmap_turn;
struct turn {
	struct agent *agent;	   /* (borrowed) */
	struct session *session;   /* (borrowed) the agent's, as are its settings */
	struct settings *settings; /* (borrowed) */
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
	struct turn_limits limits;
	struct denials denials;
	struct guards guards;
	struct strategy strategy;
	struct turn_claims claims;
	json_t *past_steps; /* (owned) judged steps in short form */
	bool last_failed;   /* the last call that ran, planning aside, was not ok */
	/* Parts of the rooms above, each declared by its room's header; they live as long as the turn (turn_parts). */
	struct turn_budget *budget;
	struct turn_spending *spent;
	struct turn_schema *schema;
	struct context_blocks *blocks;
	struct turn_planning *planning;
	struct kept_gate *gate;
	struct evaluation *evaluation;
	struct unchecked_changes *unchecked;
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
