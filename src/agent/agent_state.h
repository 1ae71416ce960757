/*
 * The agent's own state and that of its running turn, for the files of src/agent only.
 */
#ifndef AGENT_AGENT_STATE_H
#define AGENT_AGENT_STATE_H

#include "agent/agent.h"
#include "agent/capsule.h"
#include "agent/compaction_run.h"
#include "agent/context_blocks.h"
#include "agent/evaluate.h"
#include "agent/last_look.h"
#include "agent/role.h"
#include "agent/route.h"
#include "agent/strategy.h"
#include "agent/unfinished_strategy.h"
#include "agent/work_view.h"
#include "llm/price.h"
#include "llm/server_notes.h"
#include "plan/planner.h"
#include "session/event_data.h"
#include "workspace/undo.h"

struct user_command {  /* the user's own that runs */
	char call[27]; /* "": none */
	char *command; /* (owned) */
	struct buf output;
};

struct agent {
	struct loop *loop;	     /* (borrowed) */
	struct settings *settings;   /* (borrowed) */
	struct session *session;     /* (borrowed) */
	struct workspace *workspace; /* (borrowed) */
	struct backend *backend;     /* (borrowed) */
	struct backend *own; /* (owned) of the model chosen in the session; NULL: none was */
	struct backend *roles[ROLES]; /* (owned) made when first needed; NULL: as the turn */
	unsigned left_out[ROLES];     /* fields their models refused, or are in their way */
	struct server_notes servers;
	struct conversation conversation;
	struct plan plan;
	struct buf
	    plan_notes;	    /* what the user did to the plan, for the model's next round: a fold */
	json_t *plan_edits; /* (owned) [{before?, after, text}], by the user: a fold; NULL: none */
	char *failed_asked; /* (owned) id of the failed item that is asked about; NULL: none is */
	bool offers_next;   /* what is left of the plan is asked about after the next edit */
	json_t *plan_last;  /* (owned) the snapshot of the last plan event; NULL: none */
	enum planner_tool door; /* chosen with the head */
	struct capsule capsule; /* of the running turn */
	struct turn *turn;	/* (borrowed) the running one; NULL: none */
	struct tool_set *tools;
	struct permissions *permissions;
	struct sandbox *sandbox; /* (owned) */
	struct jobs *jobs;
	struct undo_log *undo; /* what was done to files, a fold of the events */
	bool one_shot;	       /* see agent_one_shot */
	json_t *
	    imported; /* (owned) {session, from}: the past tells of somebody else's files; NULL: own */
	json_t *allowed; /* (owned) names of the tools it may use; NULL: all */
	int level;	 /* 0: started by a person, else a delegate */
	json_t *early;	 /* (owned) {key: value} set before the session began; NULL: none */
	struct tool_host host;
	char *system;	       /* (owned) the head: built once per session */
	json_t *catalog;       /* (owned) the head's tools */
	const json_t *dialect; /* (borrowed) the names they are offered by; NULL: ours */
	struct price price;    /* of priced_model */
	char *priced_model;    /* (owned) NULL: none looked up yet */
	double session_usd;    /* spent by this session, over all its turns */
	double running_usd;    /* by delegates that still work: in no row of this session yet */
	char *notice;	/* (owned) what building the head has to say to the user; NULL: nothing */
	char *head;	/* (owned) fingerprint of both, for session_start */
	json_t *routes; /* (owned) routes.yaml; NULL: not asked for yet */
	struct route_past past;
	char *memory;	    /* (owned) what of the head is remembered; NULL: no head yet */
	char *instructions; /* (owned) what of it the project says */
	struct context_budget room;
	struct unfinished unfinished;
	struct past_work work;
	bool wants_room; /* /compact came while a turn runs */
	json_t *cache;	 /* (owned) what roles answered, see role_cache.h; NULL: nothing yet */
	struct user_command run;
	int64_t last_write; /* seq of the last event that may have changed files; 0: none */
};

enum round_clock { ROUND_TIMED, ROUND_STOPPED, ROUND_UNTIMED };
struct turn {
	struct agent *agent;
	int number, iteration;
	int limit; /* iterations; 0: none */
	enum depth depth;
	bool over;
	enum outcome outcome;
	struct error error;
	char *answer;	      /* (owned) */
	int planner_streak;   /* replies in a row that only planned */
	bool planner_started; /* the one before set an item in_progress */
	uint64_t last_call;   /* fingerprint of the last call with its result */
	int repeats;
	struct strategy strategy;
	struct step step;
	json_t *refused_checks; /* (owned) {command: the mode it was refused in}; NULL: none was */
	json_t *steps;		/* (owned) past steps in short form */
	int failed_steps;	/* in a row */
	json_t *errors;		/* (owned) errors so far, see recover.c; NULL: none */
	const struct closing *closing; /* why the next request is the last one; NULL: it is not */
	bool without_tools;	       /* the request that is made offers none */
	char *held;	   /* (owned) the last answer that did not count yet; NULL: none */
	int reflections;   /* answers sent back */
	int held_calls;	   /* calls made when the last one was */
	size_t first_item; /* of the conversation: where this turn begins */
	int nudges;	   /* reminders of open items in this turn */
	struct last_look last_look;
	struct context_blocks blocks;
	bool suggested;	      /* nobody needs to say any more that a plan would help */
	struct buf plan_note; /* for the next round: what the words did not do to the plan */
	char *plan_told;      /* (owned) the last of these in this turn; NULL: none */
	char *gate_item,
	    *gate_words; /* (owned) id and words of the item whose gate was kept closed last */
	int gate_round;	 /* in which round that was; 0: never */
	json_t *denied;	 /* (owned) array of {tool, reason} */
	bool blocked;	 /* a call was denied by the mode or for want of someone to ask */
	bool timed_out;	 /* the wall time is over; the session's cancel is set too */
	bool wall_due;	 /* the same, and there is someone to ask about it */
	bool made_room;	 /* cancelled to leave time for an answer, and not by anyone */
	enum round_clock round_clock;
	enum limit_question { LIMIT_NONE, LIMIT_ROUND, LIMIT_WALL } limit_open;
	struct completion *reply; /* (borrowed) the turn's own that is under way; NULL: none */
	struct timer *wall;
	struct usage totals;
	double usd;  /* spent by this turn */
	bool priced; /* usd means something */
	int calls;
	int64_t started_ms; /* monotonic */
	int64_t start_seq;  /* of the last event before it */
	struct roadmap_turn
	    *roadmap;	    /* (borrowed) of a turn of the roadmap planner; NULL: any other */
	const char *prompt; /* (borrowed) */
	char *goal;	    /* (owned) first line of the prompt */
};

/* A model call that ended. */
struct completed {
	json_t *message; /* (owned) data of the message event; NULL when nothing came */
	enum finish finish;
	enum failure failure;
	struct error error;
	struct usage usage;
	char *model; /* (owned) or NULL */
	bool late;   /* cancelled because it took too long */
};
struct model_call {
	struct backend *backend;
	const struct context *context;
	enum role role;
	int64_t limit_ms; /* of the model's own time; 0: none */
};

/* The two ends of a turn. route: its reason is taken. */
void turn_begin(
    struct turn *t, struct agent *a, const char *prompt, struct route route, bool routed);
void turn_end(struct turn *t);
/* The first sentence of what a reply says beside its calls, as a reflection. */
void turn_reflect(struct turn *t, const json_t *message);
char *turn_text(const json_t *message); /* the words of a message; owned, never NULL */
/* Words of another role that stand for a reply: made a message, which is returned. */
json_t *turn_say(struct turn *t, const char *words);
/* One reply to the conversation as it is; none when a budget ended the turn. */
void turn_ask(struct turn *t, struct completed *c);
void turn_fail(struct turn *t, const struct completed *c); /* it did not come */
/* Words without calls: the turn's answer, unless something holds it back. */
void turn_answer(struct turn *t, const json_t *message);
/* What was not met or not checked, and what was not done, is part of the answer. */
void turn_say_left(struct turn *t);
void turn_finish(struct turn *t, enum outcome outcome); /* the first outcome counts */
bool turn_is_direct(const struct turn *t);		/* it is to be answered in one reply */
bool turn_out_of_time(const struct turn *t); /* its wall time is over, or its last tenth began */
bool turn_cancelled(struct turn *t);	     /* and if so finishes it: interrupted, or timeout */

/* The depth of a turn that begins, with the reason (owned). */
struct route turn_route(struct agent *a, const char *prompt, bool *routed);
/* Goes on as react, and says so in a notice that carries the new depth. */
void turn_react(struct turn *t, const char *level, const char *before, const char *why);
/* A direct answer that did not do goes on as react; false: the depth is no direct one. */
bool turn_escalate(struct turn *t, const char *why);
/* What is asked needs a plan: by its strategy, else by the rules of depth. */
bool turn_is_complex(const struct turn *t);

void limits_begin(struct turn *t);
void limits_tell(struct turn *t);  /* before a round: the model is told when few are left */
void limits_round(struct turn *t); /* after each round: may end the turn, or close it */
/* In the middle of a reply: its time (late) or the turn's is over. False: the reply is cut. */
bool limits_reply(struct turn *t, bool late);
/* The question about its time is none any more; whole: nor is that about the turn's. */
void limits_withdraw(struct turn *t, bool whole);
void limits_wall_error(struct turn *t);
void limits_changed(struct agent *a, const char *key); /* a setting of the running turn */

/* closing.c: the last request of a turn that comes to a limit. It offers no tools; what the model
 * answers is the turn's answer. */
enum closing_kind { CLOSING_ROUNDS, CLOSING_TIME, CLOSING_REPEATED };
void closing_begin(struct turn *t, enum closing_kind kind); /* the first kind counts */
void closing_round(struct turn *t);
/* What was held back is the answer where nothing better came, and says so. */
void closing_held(struct turn *t);

void head_build(struct agent *a, const char *prompt); /* unless there is one */
/* The project's instructions and the date as they are now, where caches are lost anyway. What is
 * remembered stays as it was told: that counts from the next session on or /memory reload. */
void head_renew(struct agent *a);
void head_forget(struct agent *a); /* the next request builds it anew */
/* What is remembered, chosen by what is asked first; "" for nothing. Owned. */
char *memory_told(struct agent *a, const char *prompt, struct buf *notices);
/* /memory: a notice that shows what the model is told; reload: from now on, as it is by now. */
void memory_show(struct agent *a, bool reload);

/* Awaits one reply; deltas and retries become events. False: cancelled; what came is in out all the
 * same. */
bool complete(struct turn *t, struct completed *out);
/* The same for any context; only the turn's own words stream. */
bool model_await(struct turn *t, const struct model_call *call, struct completed *out);
bool model_streams(const struct turn *t); /* the reply under way has begun to come */
void completed_free(struct completed *c);

/* Runs the calls of a message: [Act], questions, [Obs]. Returns when each has its result, or the
 * turn is over. */
void calls_run(struct turn *t, const json_t *message, enum finish finish);
size_t calls_count(const json_t *message);
/* Puts the calls of a reply into our words: names of tools and arguments, types. What was mended
 * stands beside each. */
void calls_translate(const struct turn *t, json_t *message);

enum approval {
	APPROVAL_RUN,
	APPROVAL_ANSWERED, /* its result is there: the user said no, or it cannot work */
	APPROVAL_DENIED,   /* so is its result: denied by the mode, a rule, or nobody to ask */
	APPROVAL_CANCELLED,
};
struct approval_request {
	struct turn *turn;
	struct call *call;
	const struct decision *decision; /* of call_decision; who asks may have changed it */
	const char *checks;		 /* text of the criterion the call checks; NULL: none */
};
/* What the mode, the rules and the sandbox say of a call. */
struct decision call_decision(const struct turn *t, const struct call *c);
/* What follows from it; asks the user where it says so. *reason (owned): of APPROVAL_DENIED why,
 * else NULL. What a denial means for the turn is for the caller to note. */
enum approval call_approve(const struct approval_request *r, char **reason);

/* Steering, settings and stops that came since the last step. */
void intents_take(struct turn *t);
/* settings.c: whether a setting can be changed now; false: e says why not. */
bool setting_possible(struct agent *a, const char *key, const json_t *value, struct error *e);
/* It was: what was made from it is made anew. */
void setting_changed(struct agent *a, const char *key);
/* A setting event of a session that goes on. */
void setting_restore(struct agent *a, const char *key, const json_t *value /* or NULL */);

/* Changes it for this session, by the user; false: it cannot be, which was said. Steals. */
bool setting_set(struct agent *a, const char *key, json_t *value);

/* An intent outside a turn. */
void intent_apply(struct agent *a, const struct intent *in);

/* Usage as an event with its price; what the session has spent; whether a budget allows another request (if not, the turn is over). */
void spend_note(struct turn *t, const struct completed *c, enum role role, const struct backend *b);
void spend_usage(struct agent *a, struct turn *t /* NULL: between turns */, enum role role,
    const struct backend *b, const char *model /* NULL: as asked for */, const struct usage *u);
void spend_take(struct agent *a, const struct event *ev);
bool budget_allows(struct turn *t, const struct backend *b /* it would be made to */);
/* A usage event of a delegate at work: it counts at once, so that several side by side cannot spend
 * more than there is. */
void spend_delegated(struct agent *a, const struct event_usage *usage);
/* What a request of so many bytes will about cost, 0 where no price is known; what this day has cost. */
double spend_estimate(struct agent *a, const struct backend *b, size_t bytes, int64_t reply_tokens);
double spend_today(struct agent *a);
/* What the narrowest budget has left, NAN without one. */
double budget_left(struct agent *a);

bool guard_planner(
    struct turn *t, const json_t *message); /* false: this planner call is one too many */
/* Notes a call with its result; returns how often it came in a row. */
int guard_repeat(struct turn *t, const char *tool, const char *arguments, const char *result);

/* "!command", between turns; following its events; closing one that was cut (true: there was one). */
void user_command(struct agent *a, const char *command);
void user_command_take(struct agent *a, const struct event *ev);
bool user_command_close(struct agent *a);
void user_command_free(struct agent *a);

/* /undo, between turns. */
void agent_undo(struct agent *a, bool force);

#endif
