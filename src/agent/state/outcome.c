/* SPDX-License-Identifier: MIT
 * How a turn can end: one row each.
 */
#include "agent/state/outcome.h"

static const struct {
	const char *name;
	int exit;
} outcomes[] = {
    [OUTCOME_ANSWERED] = {"answered", 0},
    [OUTCOME_UNMET] = {"unmet", 6},
    [OUTCOME_LIMIT] = {"limit", 3},
    [OUTCOME_TIMEOUT] = {"timeout", 124},
    [OUTCOME_BUDGET] = {"budget", 4},
    [OUTCOME_BLOCKED] = {"blocked", 5},
    [OUTCOME_INTERRUPTED] = {"interrupted", 130},
    [OUTCOME_FAILED] = {"failed", 1},
};

const char *outcome_name(enum outcome outcome)
{
	return outcomes[outcome].name;
}

int outcome_exit(enum outcome outcome)
{
	return outcomes[outcome].exit;
}
