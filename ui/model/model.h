/*
 * What is seen: a fold of events, nothing else. Knows no curses and no terminal; live and replayed
 * sessions look the same because neither has another source. The faces (tui/, plain.c, jsonl.c)
 * draw it.
 */
#ifndef UI_MODEL_MODEL_H
#define UI_MODEL_MODEL_H

#include "agent/agent_folds.h"
#include "plan/plan.h"
#include "session/event.h"
#include "ui/model/criteria.h"
#include "ui/model/job_tails.h"

enum block_kind {
	BLOCK_USER,   /* a prompt or steering words */
	BLOCK_ANSWER, /* assistant text: Markdown; open while it streams */
	BLOCK_THINKING,
	BLOCK_TAGGED,	/* one [Plan] [Act] [Obs] [Reflect] row, with details that fold */
	BLOCK_QUESTION, /* a card; open until its answer */
	BLOCK_NOTICE,
	BLOCK_END, /* how a turn ended, when there is something to say */
};
enum level { LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR };
struct block {
	enum block_kind kind;
	enum phase phase;
	enum level level;  /* of a notice, of an end */
	int64_t seq;	   /* of the event that made it; 0: live */
	int64_t at_ms;	   /* Unix time of it */
	int64_t until_ms;  /* a countdown to then (a retry), while open; 0: none */
	char *key;	   /* (owned) call id or question id, or NULL */
	struct buf text;   /* the row, or the Markdown */
	struct buf detail; /* what unfolds: diff, output; of a card: what would run */
	char *path;	   /* (owned) of the file its detail is from, or NULL */
	char *answer; /* (owned) of a question, or the call it was about: what was said, or NULL */
	bool diff;    /* detail is a unified diff */
	bool open;    /* still growing or unanswered */
	bool folded;
	bool reads;	   /* a row of a reading tool that went well */
	bool unrolled;	   /* the user wants it to be seen: row_groups.h */
	int turn, ordinal; /* its turn, and which of its tagged rows it is, from 1 */
	bool ok;
	bool destructive;
	bool ended;   /* of a call: it has its result */
	bool waits;   /* of a call: a card asks about it */
	bool joined;  /* of a call: its result has no row of its own; of a question: its answer */
	bool tests;   /* a command that tests something */
	bool passing; /* a notice that is of use only while it is the last row */
	int64_t took_ms;    /* of a call; of a prompt: its turn. 0: not known */
	int added, removed; /* lines a call changed */
	json_t *files;	    /* (owned) {path: true} a call changed; NULL: none */
	json_t *data;	    /* (owned) of the event, for cards; may be NULL */
	unsigned version; /* grows with every change: what was wrapped for an older one is stale */
};

struct fold_choice { /* of the user, for the block this event makes */
	int64_t seq;
	bool folded;
};

struct ui_model {
	struct fold_choice *choices; /* (owned) kept when the blocks are made again */
	size_t choice_count, choice_cap;
	struct block *blocks; /* (owned) */
	size_t count, cap;
	size_t turn_block;  /* where the newest turn begins */
	int turn_rows;	    /* tagged rows of it */
	bool turn_plans;    /* it has a [Plan] row */
	bool turn_observes; /* and an [Obs] row */
	bool full;	    /* may be set: every result and every answer has a row of its own */
	struct plan plan;
	json_t *plans; /* (owned) those before it, [{id, goal, status, done, items}]; NULL: none */
	struct criteria criteria;		/* of the latest turn */
	struct agent_folds agent;		/* what an agent that goes on has to know besides */
	char *id, *title, *model, *depth, *cwd; /* (owned) or NULL */
	bool running;				/* between turn_start and turn_end */
	bool commanding;			/* a command of the user's own runs */
	int turn, iteration;
	int max_iterations;	 /* of the turn; -1: none */
	int more_rounds;	 /* what the open question gives; 0: it is about something else */
	int64_t turn_started_ms; /* Unix time of turn_start */
	int64_t input, output, cached; /* tokens, summed */
	double cost_usd;
	bool priced;			      /* every usage so far had a price */
	int usages;			      /* taken so far */
	int64_t context_tokens, context_used; /* 0: unknown */
	char *status;			      /* (owned) what is happening now, or NULL */
	int64_t status_ms;		      /* Unix time it began */
	bool status_stays;		      /* until the turn ends, not only the next event */
	char *question;			      /* (owned) id of the open question, or NULL */
	char *outcome;			      /* (owned) of the last turn */
	struct job_tails tails;		      /* of agent.jobs */
	json_t *settings; /* (owned) {key: value} changed in the session; NULL: none */
	json_t *limits;	  /* (owned) rate limits as `usage` told them last; NULL: none */
	json_t *context;  /* (owned) what filled the window when it was asked; NULL: it was not */
	json_t *grants;	  /* (owned) what was allowed on cards by now; NULL: nothing */
	int64_t seq;	  /* of the last stored event taken */
	int64_t at_ms;
	unsigned version; /* grows with every change */
	unsigned removed; /* grows when blocks before the last were taken away */
};

/* What the fold reads of a question's data: {id, kind, text, options?: [text], tool?, call?,
   arguments? (object: what would run), detail? (diff, text), destructive?, where? ("in ~/src · not
   sandboxed"), reason?}. Without arguments those of the open call are taken. An answer: {id,
   choice, text?, by}. */
void ui_model_init(struct ui_model *m);
void ui_model_free(struct ui_model *m);
void ui_model_take(struct ui_model *m, const struct event *ev);
void ui_model_forget_feed(struct ui_model *m); /* the feed so far; what is known besides stays */
/* What the user chose of how the feed is seen: folds, and whether it is full. */
void ui_choices_copy(struct ui_model *to, const struct ui_model *from);
/* Whether a result is of a command that failed for want of the network. */
bool ui_lacked_network(const json_t *result);
/* The newest command line of the turn that failed for want of the network; NULL: none. Borrowed. */
const char *ui_without_network(const struct ui_model *m);
/* The block of the open question; NULL: there is none. Borrowed until the next event. */
const struct block *ui_open_question(const struct ui_model *m);
void ui_fold(struct ui_model *m, size_t block, bool folded);
/* Which depth was chosen for a turn and why; nothing when nobody chose. */
void ui_compaction_text(const json_t *compaction, struct buf *out);
void ui_depth_text(const json_t *turn_start, struct buf *out);
/* How a turn ended, in words for a person; nothing when it was simply answered. */
void ui_end_text(const json_t *turn_end, struct buf *out);
enum level ui_level(const char *name);
/* The summary of an event with a phase, and for a result the time it took. */
void ui_row_text(const struct event *ev, struct buf *out);
/* A step of a delegate, "[Act] read_file a.c", two columns further in for each delegate between;
 * nothing when it is no step. */
void ui_child_text(const json_t *child, struct buf *out);
/* "retry 1 in 2.0 s: server overloaded". */
void ui_retry_text(const json_t *retry, struct buf *out);
/* "job-1 'make watch': exit 2 after 12 s"; nothing while it runs. */
void ui_job_text(const json_t *job, struct buf *out);
enum level ui_job_level(const json_t *job);
/* "agent.depth is now react". */
void ui_setting_text(const json_t *setting, struct buf *out);
/* What was said to a question: "once", "no: not this folder", "denied (mode)". */
void ui_answer_text(const json_t *data, struct buf *out);
void ui_spell_tokens(int64_t n, char out[24]); /* "12.4k tok" */
/* A call to a planning tool: by what was recorded, of older versions by its name. Either may be NULL. */
bool ui_plans(const char *class, const char *tool);
/* A call, or a result that is not refused, which the feed says by its plan event only. */
bool ui_is_quiet(const struct event *ev);
bool ui_has_row(const struct event *ev); /* it is told by a tagged row */
struct event_sink ui_model_sink(struct ui_model *m);

#endif
