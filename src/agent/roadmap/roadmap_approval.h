/* SPDX-License-Identifier: MIT
 * What the user lets through in a run of the roadmap planner. With nobody to ask the run pauses with one
 * call to action.
 */
#ifndef AGENT_ROADMAP_ROADMAP_APPROVAL_H
#define AGENT_ROADMAP_ROADMAP_APPROVAL_H

#include "roadmap/run/controller.h"

struct turn;

/* Returns the approval that the policy wants after a stage that went well: its own outcome, or what
 * came instead. */
enum controller_outcome roadmap_gate(
    struct turn *t, const char *artifact, enum controller_outcome well);
/* The plan is of a subtype that does not exist yet, which is for the user to allow. */
enum controller_outcome roadmap_approve_subtype(struct turn *t);
/* The stage that asks about the whole plan. */
enum controller_outcome roadmap_seek_approval(struct turn *t);

#endif
