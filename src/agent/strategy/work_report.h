/* SPDX-License-Identifier: MIT
 * A report of work for a role: what failed and its output, changes of files, results of the last calls.
 */
#ifndef AGENT_STRATEGY_WORK_REPORT_H
#define AGENT_STRATEGY_WORK_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct agent;

/* Returns the report, "" if there is nothing to report; caller frees. role: "evaluator", "planner" or "strategist",
 * whose prompts head each part; each is cut in its middle to `bytes`. failed: output of what failed, or NULL. since:
 * seq of the event after which changes count. seen: also what the last calls returned. */
char *work_report(
    struct agent *a, const char *role, const char *failed, int64_t since, size_t bytes, bool seen);

#endif
