/* SPDX-License-Identifier: MIT
 * What agent stats tells, and its two faces: a table for people and JSON for programs.
 */
#ifndef CLI_SESSIONS_STATS_H
#define CLI_SESSIONS_STATS_H

#include "plan/history/plan_figures.h"
#include "ui/view/theme.h"

struct stats {
	struct plan_figures figures;
	int64_t since_ms, until_ms;  /* 0 and INT64_MAX: without an end */
	const char *folder;	     /* (borrowed) NULL: all */
	int64_t unknown, unreadable; /* events passed over */
	size_t rows;		     /* of a list, at most */
	const struct theme *theme;   /* (borrowed) NULL: no colours */
};
struct command;
/* Reads the period of two words into Unix milliseconds; NULL: not given, and *since_ms or *until_ms stays.
 * Returns 0, or the exit code after the command's message was printed. */
int stats_period(const struct command *c, const char *since, const char *until, int64_t *since_ms,
    int64_t *until_ms);
/* {since, until, workspace}, null where there is none; new reference. */
json_t *stats_period_json(int64_t since_ms, int64_t until_ms, const char *folder);
/* Prints a text of sessions on stdout, safe and filled or cut to this many cells. */
void stats_print_name(const char *name, int cells);
/* Prints the table on stdout. */
void stats_print(const struct stats *s);

#endif
