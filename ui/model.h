/*
 * What is seen: a fold of events, nothing else. Knows no curses and no terminal; live and replayed
 * sessions look the same because neither has another source. The faces (tui/, plain.c, jsonl.c)
 * draw it.
 */
#ifndef UI_MODEL_H
#define UI_MODEL_H

#include "plan/plan.h"
#include "session/event.h"

enum block_kind {
	BLOCK_USER,   /* a prompt or steering words */
	BLOCK_ANSWER, /* assistant text: Markdown; open while it streams */
	BLOCK_THINKING,
	BLOCK_TAGGED,	/* one [Plan] [Act] [Obs] [Reflect] row, with details that fold */
	BLOCK_QUESTION, /* a card; open until its answer */
	BLOCK_NOTICE,
	BLOCK_END, /* how a turn ended, when there is something to say */
};
struct block {
	enum block_kind kind;
	enum phase phase;
	int64_t seq;	   /* of the event that made it; 0: live */
	char *key;	   /* (owned) call id or question id, or NULL */
	struct buf text;   /* the row, or the Markdown */
	struct buf detail; /* what unfolds: diff, output, arguments */
	bool open;	   /* still growing or unanswered */
	bool folded;
	bool ok;
	bool destructive;
	json_t *data;	  /* (owned) of the event, for cards; may be NULL */
	unsigned version; /* grows with every change: what was wrapped for an older one is stale */
};

struct ui_model {
	struct block *blocks; /* (owned) */
	size_t count, cap;
	struct plan plan;
	char *title, *model, *depth, *cwd; /* (owned) */
	bool running;			   /* between turn_start and turn_end */
	int turn, iteration, max_iterations;
	int64_t turn_started_ms;       /* Unix time of turn_start */
	int64_t input, output, cached; /* tokens, summed */
	double cost_usd;
	bool priced;
	int64_t context_tokens, context_used; /* 0: unknown */
	char *status;			      /* (owned) what is happening now, or NULL */
	char *question;			      /* (owned) id of the open question, or NULL */
	char *outcome;			      /* (owned) of the last turn */
	int64_t seq;			      /* of the last stored event taken */
	int64_t at_ms;
	unsigned version; /* grows with every change */
};

void ui_model_init(struct ui_model *m);
void ui_model_free(struct ui_model *m);
void ui_take(struct ui_model *m, const struct event *ev);
struct event_sink ui_model_sink(struct ui_model *m);

#endif
