/*
 * What the files of the roadmap planner's driver share: roadmap_begin.c (of a goal or a checkpoint), roadmap_turn.c
 * (the stages in order), roadmap_draft.c (what the model drafts), roadmap_leave.c (what the program checks and the user
 * lets through), roadmap_end.c (what is kept and told).
 */
#ifndef AGENT_ROADMAP_STATE_H
#define AGENT_ROADMAP_STATE_H

#include "roadmap/planning_run.h"
#include "roadmap/planning_tool.h"

struct turn;
struct roadmap_turn {
	struct planning_run *run; /* (borrowed) */
	struct tool_set *tools;
	json_t *catalog; /* (owned) the tools as the model is told of them */
	char *system;	 /* (owned) */
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

/* The outcome of the stage the controller is in. */
enum controller_outcome roadmap_draft(struct turn *t);
enum controller_outcome roadmap_validate_plan(struct turn *t);
enum controller_outcome roadmap_validate_schedule(struct turn *t);
enum controller_outcome roadmap_seek_approval(struct turn *t);

/* The leave that the policy wants after a stage that went well: its own outcome, or what came instead. */
enum controller_outcome roadmap_gate(
    struct turn *t, const char *artifact, enum controller_outcome well);
/* Calls one of the planner's tools for the program; what came is a call and a result like any other. Its data; borrowed
 * until the next one; NULL: it failed, or the turn is over. */
const json_t *roadmap_call(struct turn *t, const char *tool, json_t *arguments /* steals */);
/* The run pauses: what it waits for, and what the user is told. words: steals. */
void roadmap_pause(struct turn *t, enum planning_wait wait, char *words);
/* What the run is, as it is now, goes into the store. */
void roadmap_checkpoint(struct turn *t);
/* The turn ends with what the run came to: a plan that is complete is kept, the user is told. */
void roadmap_end(struct turn *t);
/* What the next attempt is told; steals. */
void roadmap_again(struct turn *t, char *why);

#endif
