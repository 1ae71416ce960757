/* SPDX-License-Identifier: MIT
 * What is seen, as a fold of events and nothing else. Knows no curses and no terminal; live and
 * replayed sessions look the same because neither has another source. The screen (ui/tui), the
 * plain face (ui/output) and exports draw it.
 *
 * Here: the model of what is seen and its folds: blocks of the feed, results joined to calls,
 * progress, criteria, forecasts, files as they were, snapshots, and long sessions in pieces.
 * Not here: rows, colours and widths (ui/view), what the agent has to know to go on
 * (agent/state/agent_folds.h), the database (session/store).
 */
#ifndef UI_MODEL_MODEL_H
#define UI_MODEL_MODEL_H

#include "agent/state/job_list.h"
#include "plan/plan.h"
#include "session/event/event.h"
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
	BLOCK_SUM, /* what a turn that called something came to; its totals are the data */
};
enum level { LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR };
struct block {
	enum block_kind kind;
	enum phase phase;
	enum level level;  /* of a notice, of an end */
	int64_t seq;	   /* of the event that made it; 0: live */
	int64_t at_ms;	   /* of that event, in Unix ms; of an answered call: of the answer */
	int64_t until_ms;  /* end of a countdown (a retry) while open; 0: none */
	char *key;	   /* (owned) call id or question id, or NULL */
	struct buf text;   /* the row, or the Markdown */
	struct buf detail; /* what it unfolds to: diff, output; of a card: what would run */
	char *path;	   /* (owned) of the file that detail is from, or NULL */
	char *answer;	   /* (owned) what was said to a question, or about a call; NULL: nothing */
	char *asked;	   /* (owned) of a call the user edited: what it was before, else NULL */
	bool diff;	   /* detail is a unified diff */
	bool open;	   /* still growing or unanswered */
	bool folded;
	bool reads;	   /* a row of a reading tool that went well */
	bool unrolled;	   /* the user opened it: it is never rolled up again (row_groups.h) */
	int turn, ordinal; /* its turn (0: none), and which of its tagged rows it is, from 1 */
	bool ok;
	bool destructive;
	bool ended;    /* of a call: it has its result */
	bool waits;    /* of a call: a card asks about it */
	bool joined;   /* of a call: its result has no row of its own; of a question: its answer */
	bool tests;    /* a command that tests something */
	bool ran;      /* of a call: it was carried out */
	bool by_rules; /* of an evaluation: the program's checks say it, not a model */
	bool runs_on;  /* of a call: its command goes on in the background */
	bool pinned;   /* the first outcome of its turn: it keeps a row of its own */
	bool passing;  /* a notice that is of use only while it is the last row */
	int64_t took_ms;    /* of a call; of a prompt: its turn. 0: not known */
	int added, removed; /* lines a call changed */
	json_t *files;	    /* (owned) {path: true} a call changed; NULL: none */
	json_t *data;	    /* (owned) of the event, for cards; may be NULL */
	unsigned version; /* grows with every change: what was wrapped for an older one is stale */
};

struct fold_choice { /* the user's choice for the block that this event makes */
	int64_t seq;
	bool folded;
};

struct ui_model {
	struct fold_choice *choices; /* (owned) kept when the blocks are made again */
	size_t choice_count, choice_cap;
	struct block *blocks; /* (owned) */
	size_t count, cap;
	size_t turn_block;  /* where the newest turn begins */
	int turn_rows;	    /* how many tagged rows it has */
	bool turn_observes; /* it has an [Obs] row */
	bool full;	    /* may be set: every result and every answer has a row of its own */
	struct plan plan;
	json_t *plans; /* (owned) plans before it, [{id, goal, status, done, items}]; NULL: none */
	struct criteria criteria; /* of the latest turn */
	struct job_list jobs;
	char *id, *title, *model, *depth, *cwd; /* (owned) or NULL */
	bool running;				/* between turn_start and turn_end */
	bool commanding;			/* a command of the user's own runs */
	int turn, iteration;
	int max_iterations; /* of the turn; -1: none */
	/* rounds that the open question offers; 0: it is not about rounds */
	int more_rounds;
	int64_t turn_started_ms;       /* Unix time of turn_start */
	int64_t worked_ms;	       /* all turns that have ended, summed */
	int64_t input, output, cached; /* tokens, summed */
	int64_t sent, resent;	       /* bytes of requests, as in usage */
	int breaks;		       /* requests that did not extend the one before */
	double cost_usd;
	bool priced;			      /* every usage so far had a price */
	int usages;			      /* usage events so far */
	int64_t context_tokens, context_used; /* 0: unknown */
	char *status;			      /* (owned) what is happening now, or NULL */
	int64_t status_ms;		      /* Unix time it began */
	bool status_stays;		      /* until the turn ends, not only the next event */
	char *question;			      /* (owned) id of the open question, or NULL */
	char *outcome;			      /* (owned) of the last turn */
	struct job_tails tails;		      /* of jobs */
	json_t *settings; /* (owned) {key: value} changed in the session; NULL: none */
	json_t *limits;	  /* (owned) rate limits of the last `usage` that had any; NULL: none */
	json_t *context;  /* (owned) data of the last context event; NULL: none yet */
	json_t *grants;	  /* (owned) what was allowed on cards so far; NULL: nothing */
	int64_t seq;	  /* of the last stored event taken */
	int64_t at_ms;
	unsigned version; /* grows with every change */
	unsigned removed; /* grows when blocks before the last were removed or inserted */
};

/* Goes through the blocks from the newest down to number `from`. One may be removed, but none added. */
#define blocks_back(b, m, from) \
	for (struct block *b = (m)->blocks + (m)->count, *b##_end = (m)->blocks + (from); \
	     b > b##_end && b--;)

/* Makes an empty model. ui_model_free frees what it holds and makes it empty again, keeping only
 * `full`. */
void ui_model_init(struct ui_model *m);
void ui_model_free(struct ui_model *m);
/* Folds an event; any may be given. Of a question's data it reads {id, kind, text, options?: [text],
 * tool?, call?, arguments? (object: what would run; without it those of the open call are taken),
 * detail? (diff, text), destructive?, where? ("in ~/src · not sandboxed"), reason?}. */
void ui_model_take(struct ui_model *m, const struct event *ev);
/* Frees the feed so far; the rest of the model stays. */
void ui_model_forget_feed(struct ui_model *m);
/* Folds or unfolds a block, and remembers that it was the user's choice. */
void ui_fold(struct ui_model *m, size_t block, bool folded);
/* Copies the user's choices: which blocks are folded, and whether the feed is full. */
void ui_choices_copy(struct ui_model *to, const struct ui_model *from);
/* Whether a block is a prompt that is shown shortened while folded: pastes as labels, and of more
 * than PROMPT_LINES lines only the beginning. */
#define PROMPT_LINES 12
bool block_is_long_prompt(const struct block *b);
/* Returns the label of a paste, "[pasted 12 lines]" (caller frees), and how many lines it has. */
char *paste_label(const char *text, size_t len);
size_t paste_lines(const char *text, size_t len);
/* Returns the newest block of this kind, borrowed until the next event; NULL: there is none. */
const struct block *ui_newest(const struct ui_model *m, enum block_kind kind);
/* Returns the block of the open question, borrowed until the next event; NULL: there is none. */
const struct block *ui_open_question(const struct ui_model *m);
/* Returns the newest command line of the turn that failed for want of the network, borrowed until
 * the next event; NULL: none did. And whether the data of a result say that its command did. */
const char *ui_without_network(const struct ui_model *m);
bool ui_lacked_network(const json_t *result);

/* Words for a person are appended to out and safe for a terminal (event_text.c). ui_sentence: what
 * an event says in one sentence, if anything: a notice, a setting, a compaction, a retry, the end
 * of a job, a hook's veto, of a turn_start the depth that was chosen. No other type may be given.
 * Returns how grave it is. */
enum level ui_sentence(const struct event *ev, struct buf *out);
/* Appends how a turn ended; nothing when it was simply answered. */
void ui_end_text(const json_t *turn_end, struct buf *out);
/* If the answer begins with `shown`, words that were shown already, returns what follows them and
 * blanks; else answer. Borrowed from it. */
const char *ui_answer_behind(const char *answer, const char *shown);
/* Returns the tag of an event's row, which has a phase: "[Act]"; "check" for an evaluation by the
 * program's checks, not by a model. Constant. */
const char *ui_row_tag(const struct event *ev);
/* Appends the summary of an event with a phase, and for a result the time it took. */
void ui_row_text(const struct event *ev, struct buf *out);
/* Appends a step of a delegate, "[Act] read_file a.c", two columns further in for each delegate
 * between; nothing if the event is no step. */
void ui_child_text(const json_t *child, struct buf *out);
/* Appends what was said to a question: "once", "no: not this folder", "denied (mode)". */
void ui_answer_text(const json_t *data, struct buf *out);
void ui_spell_tokens(int64_t n, char out[24]); /* "12.4k tok" */

/* Whether a call is to a planning tool: by the class that was recorded, in older sessions by the tool's
 * name. Either may be NULL. */
bool ui_plans(const char *class, const char *tool);
/* ui_is_quiet: whether an event is a planning call, or such a call's result that is not refused:
 * the feed shows only the plan event that it makes. ui_has_row: whether it has a tagged row. */
bool ui_is_quiet(const struct event *ev);
bool ui_has_row(const struct event *ev);

#endif
