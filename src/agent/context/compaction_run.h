/* SPDX-License-Identifier: MIT
 * Making room in the window while turns run, and between them.
 */
#ifndef AGENT_CONTEXT_COMPACTION_RUN_H
#define AGENT_CONTEXT_COMPACTION_RUN_H

#include <stdbool.h>

struct agent;
struct turn;

/* Before a request: trims or compacts when the window fills, and where the user wished it. */
void compact_when_full(struct turn *t);
/* After a request that was too large: false when it cannot become smaller. attempt: from 1. */
bool compact_after_overflow(struct turn *t, int attempt);
/* /compact; t NULL: between turns. */
void compact_as_wished(struct agent *a, struct turn *t);

#endif
