/* SPDX-License-Identifier: MIT
 * What the model is told in a stage in which it drafts: what is known, one complete example and what is
 * asked, or what was wrong with its last attempt.
 */
#ifndef AGENT_ROADMAP_ROADMAP_TASK_H
#define AGENT_ROADMAP_ROADMAP_TASK_H

#include "roadmap/run/controller.h"

struct turn;
struct roadmap_task { /* one row for each stage */
	enum controller_state state;
	const char *name, *prompt;
	const char *known[4];	      /* the artefacts it is told of */
	const char *tool;	      /* its call ends the stage */
	const char *instead;	      /* of this tool too, where it is called alone; NULL: none */
	const char *tools;	      /* all that are to be called, in words */
	enum controller_outcome well; /* of a draft that is good enough */
};
/* The row of the stage the controller is in. Never NULL. */
const struct roadmap_task *roadmap_task_of(const struct turn *t);
/* Tells it; what was said of the last attempt (roadmap_again) goes with it. */
void roadmap_task_tell(struct turn *t, const struct roadmap_task *task);

#endif
