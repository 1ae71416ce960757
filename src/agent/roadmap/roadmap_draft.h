/* SPDX-License-Identifier: MIT
 * The stages in which the model drafts: context, outline, roadmap, schedule. A stage ends when its artefact
 * is there and judged, or when a cap of the run is reached.
 */
#ifndef AGENT_ROADMAP_ROADMAP_DRAFT_H
#define AGENT_ROADMAP_ROADMAP_DRAFT_H

#include "roadmap/run/controller.h"

struct turn;
enum controller_outcome roadmap_draft(struct turn *t); /* runs the controller's stage */

#endif
