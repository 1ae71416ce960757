/* SPDX-License-Identifier: MIT
 * What work came to, as roles are shown it: what failed and what it said, what was changed in files.
 */
#ifndef AGENT_STRATEGY_WORK_REPORT_H
#define AGENT_STRATEGY_WORK_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct agent;

/* failed: output of what failed; NULL: nothing did. since: seq of the event after which changes count. role: "evaluator",
 * "planner" or "strategist", whose prompts head each part, which is cut in its middle to `bytes`. seen: also what the last calls
 * returned. "" for nothing; owned. */
char *work_report(
    struct agent *a, const char *role, const char *failed, int64_t since, size_t bytes, bool seen);

#endif
