/* SPDX-License-Identifier: MIT
 * Asks the user for approval in a run of the roadmap planner. With nobody to ask the run pauses, with one
 * call to action.
 */
#ifndef AGENT_ROADMAP_ROADMAP_APPROVAL_H
#define AGENT_ROADMAP_ROADMAP_APPROVAL_H

#include "roadmap/run/controller.h"

struct turn;

/* Called after a stage that went well: asks for approval of its artefact if the policy wants it. Returns
 * `well` if it is approved or needs no approval, else that changes are wanted or nobody answered. */
enum controller_outcome roadmap_gate(
    struct turn *t, const char *artifact, enum controller_outcome well);
/* Asks the user to allow a plan of a subtype that does not exist yet. */
enum controller_outcome roadmap_approve_subtype(struct turn *t);
/* Runs the stage that asks the user to approve the whole plan. */
enum controller_outcome roadmap_seek_approval(struct turn *t);

#endif
