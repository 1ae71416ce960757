/*
 * Making room in the window while turns run, and between them.
 */
#ifndef AGENT_COMPACTION_RUN_H
#define AGENT_COMPACTION_RUN_H

#include "agent/context_budget.h"
#include "agent/transcript.h"

struct agent;
struct turn;
struct event;
struct usage;

/* Each event, live as well as resumed, after the conversation took it: the meter learns. */
void room_take(struct agent *a, const struct event *ev);
/* A request goes out, and what its server says it took. */
void room_asks(struct turn *t);
void room_answered(struct turn *t, const struct usage *u);
/* Before a request: trims or compacts when the window fills. */
void room_keep(struct turn *t);
/* After a request that was too large: false when it cannot become smaller. attempt: from 1. */
bool room_recover(struct turn *t, int attempt);
/* What every request begins with, about. */
int64_t room_head_tokens(struct agent *a);
/* What the next request takes as things stand, in tokens; a->room is measured. */
int64_t room_now(struct agent *a);
/* /compact; t NULL: between turns. */
void room_wanted(struct agent *a, struct turn *t);

#endif
