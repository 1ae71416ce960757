/* SPDX-License-Identifier: MIT
 * The tokens of a request as its server counts them before it is made: asked where the estimate would
 * refuse the request or make it smaller.
 */
#ifndef AGENT_BUDGET_EXACT_COUNT_H
#define AGENT_BUDGET_EXACT_COUNT_H

#include <stdint.h>
#include "llm/backend.h"

struct agent;
/* Waits for the answer, at most backend.count_timeout_s. 0: nothing was told, the estimate counts. */
int64_t exact_count(struct agent *a, struct backend *b, const struct context *context);

#endif
