/* SPDX-License-Identifier: MIT
 * What the roadmap planner's turn holds beside those of any turn. Its rooms above read the run and what the
 * model is offered; the rest is the driver's own (roadmap/roadmap_state.h).
 */
#ifndef AGENT_STATE_TURN_ROADMAP_H
#define AGENT_STATE_TURN_ROADMAP_H

#include "roadmap/run/planning_run.h"
#include "roadmap/run/planning_tool.h"

struct roadmap_turn {
	struct planning_run *run; /* (borrowed) */
	struct tool_set *tools;	  /* (owned) */
	json_t *catalog;	  /* (owned) the tools as the model is shown them */
	char *system;		  /* (owned) the system prompt */
	json_t *known;	 /* (owned) {artefact: value} that the model was shown in this turn */
	json_t *refused; /* (owned) the schedule that was last asked about in this turn; NULL */
	char *why;	 /* (owned) for the next attempt of the stage; NULL: it is the first */
	double usd;	 /* spent in the running stage */
	struct confidence confidence; /* in its draft; see judged */
	bool dates_passed;	      /* in this turn: dates had passed and were computed anew */
	bool told[STATE_COUNT];	      /* in this turn: stages whose task the model was told */
	bool judged;		      /* in this stage: confidence is set */
	bool mended;		      /* in this stage: the program has applied its fixes */
	json_t *violations;	      /* (owned) of this stage's draft; NULL: not checked */
	size_t adaptations;	      /* that the run had when the stage began */
	int calls;		      /* by the driver in this turn, for their ids */
};

#endif
