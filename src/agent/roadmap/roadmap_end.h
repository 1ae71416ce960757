/* SPDX-License-Identifier: MIT
 * The end of a turn of the roadmap planner: an approved plan is kept, and the user is told what it came to
 * or what it waits for.
 */
#ifndef AGENT_ROADMAP_ROADMAP_END_H
#define AGENT_ROADMAP_ROADMAP_END_H

struct turn;
/* Finishes the turn with what its run came to. */
void roadmap_end(struct turn *t);

#endif
