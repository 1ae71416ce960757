/* SPDX-License-Identifier: MIT
 * How a turn can end.
 */
#ifndef AGENT_STATE_OUTCOME_H
#define AGENT_STATE_OUTCOME_H

enum outcome {
	OUTCOME_ANSWERED,
	OUTCOME_UNMET,
	OUTCOME_LIMIT,
	OUTCOME_TIMEOUT,
	OUTCOME_BUDGET,
	OUTCOME_BLOCKED,
	OUTCOME_INTERRUPTED,
	OUTCOME_FAILED,
};
const char *outcome_name(enum outcome outcome); /* as in turn_end */
int outcome_exit(enum outcome outcome);		/* the exit code of docs/cli.md */

#endif
