/* SPDX-License-Identifier: MIT
 * Making room in the window while turns run, and between them.
 */
#ifndef AGENT_CONTEXT_COMPACTION_RUN_H
#define AGENT_CONTEXT_COMPACTION_RUN_H

#include <stdbool.h>

struct agent;
struct turn;

/* Called before a request: trims or compacts when the window fills, or the user wished it. */
void compact_when_full(struct turn *t);
/* Called after a request that was too large; attempt: from 1. False: it cannot become smaller. */
bool compact_after_overflow(struct turn *t, int attempt);
/* Carries out /compact; t NULL: between turns. */
void compact_as_wished(struct agent *a, struct turn *t);

#endif
