/* SPDX-License-Identifier: MIT
 * What the files of the roadmap planner's driver share while a turn of it runs. From the bottom up:
 * roadmap_state.c (the program's own calls), roadmap_approval.c (what the user lets through),
 * roadmap_validate.c (what the program checks), roadmap_draft.c (what the model drafts),
 * roadmap_turn.c (the stages in order, what is kept and told), roadmap_begin.c (of a goal
 * or a checkpoint).
 */
#ifndef AGENT_ROADMAP_ROADMAP_STATE_H
#define AGENT_ROADMAP_ROADMAP_STATE_H

#include "roadmap/run/planning_run.h"
#include "roadmap/run/planning_tool.h"

struct turn;
struct roadmap_turn {
	struct planning_run *run; /* (borrowed) */
	struct tool_set *tools;	  /* (owned) */
	json_t *catalog;	  /* (owned) the tools as the model is told of them */
	char *system;		  /* (owned) */
	json_t *known;	 /* (owned) {artefact: value}: what the model was told of in this turn */
	json_t *refused; /* (owned) the schedule that was last asked about in this turn; NULL */
	char *why; /* (owned) what the next attempt of the stage is told; NULL: it is the first */
	/* Of the stage that runs: */
	double usd;
	struct confidence confidence;
	bool dates_passed;	/* some of its dates did, so that they were computed anew */
	bool told[STATE_COUNT]; /* the stages whose task stands in this turn */
	bool judged;		/* confidence means something */
	bool mended;		/* the program applied its fixes already */
	json_t *violations;	/* (owned) NULL: none were looked for */
	size_t adaptations;	/* of the run when it began */
	int calls;		/* of the driver itself, for their ids */
};

/* Notes what the next attempt of the stage is told; steals. */
void roadmap_again(struct turn *t, char *why);
/* Pauses the run: what it waits for, and what the user is told. words: steals. */
void roadmap_pause(struct turn *t, enum planning_wait wait, char *words);
/* Asks the user, and waits. An answer gives new turns, time and retries. *answer: owned by the caller. */
void roadmap_ask(struct turn *t, json_t *question /* steals */, json_t **answer);
/* Appends what the rules say of the draft, a line each, for people: without codes and fixes. */
void roadmap_put_violations(const struct roadmap_turn *r, struct buf *out);
/* Stores the run as it is now. A failure is said in a notice. */
void roadmap_checkpoint(struct turn *t);
/* Calls one of the planner's tools for the program; what came is a call and a result like any other.
 * arguments: steals. Its data, borrowed until the next call; NULL: it failed, or the turn is over. */
const json_t *roadmap_call(struct turn *t, const char *tool, json_t *arguments);

#endif
