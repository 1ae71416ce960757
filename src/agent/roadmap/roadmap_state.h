/* SPDX-License-Identifier: MIT
 * What the files of the roadmap planner's driver share while a turn of it runs. From the bottom up:
 * roadmap_state.c (the program's own calls), roadmap_approval.c (the user's approval),
 * roadmap_validate.c (what the program checks), roadmap_draft.c (what the model drafts),
 * roadmap_turn.c (the stages in order, their events, the end), roadmap_begin.c (begins and resumes).
 */
#ifndef AGENT_ROADMAP_ROADMAP_STATE_H
#define AGENT_ROADMAP_ROADMAP_STATE_H

#include "agent/state/turn_roadmap.h"

struct turn;
/* Notes what the next attempt of the stage is told; steals why. */
void roadmap_again(struct turn *t, char *why);
/* Pauses the run: what it waits for, and what the user is told. words: steals. */
void roadmap_pause(struct turn *t, enum planning_wait wait, char *words);
/* Asks the user, and waits. An answer gives new turns, time and retries. *answer: owned by the caller. */
void roadmap_ask(struct turn *t, json_t *question /* steals */, json_t **answer);
/* Appends what the rules say of the draft, a line each, for people: without codes and fixes. */
void roadmap_put_violations(const struct roadmap_turn *r, struct buf *out);
/* Stores the run as it is now. A failure is said in a notice. */
void roadmap_checkpoint(struct turn *t);
/* Calls one of the planner's tools for the program, with the events of a model's call. Steals arguments.
 * Returns its data, borrowed until the next call; NULL: it failed, or the turn is over. */
const json_t *roadmap_call(struct turn *t, const char *tool, json_t *arguments);

#endif
