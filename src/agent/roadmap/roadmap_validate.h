/* SPDX-License-Identifier: MIT
 * The stages of the roadmap planner in which the program checks a draft: outline and roadmap by the rules
 * of plans, the schedule by whether it is feasible. A draft that breaks rules goes back to the model.
 */
#ifndef AGENT_ROADMAP_ROADMAP_VALIDATE_H
#define AGENT_ROADMAP_ROADMAP_VALIDATE_H

#include "roadmap/run/controller.h"

struct turn;
/* Each runs one such stage of the turn's planner: of the outline or the roadmap, of the schedule. */
enum controller_outcome roadmap_validate_plan(struct turn *t);
enum controller_outcome roadmap_validate_schedule(struct turn *t);

#endif
