/* SPDX-License-Identifier: MIT
 * The result of agent stats, printed as a table or as JSON, and what agent usage shares with it.
 */
#ifndef CLI_SESSIONS_STATS_H
#define CLI_SESSIONS_STATS_H

#include "plan/history/plan_figures.h"
#include "ui/view/theme.h"

struct stats {
	struct plan_figures figures;
	int64_t since_ms, until_ms;  /* Unix; 0 and INT64_MAX: unbounded */
	const char *folder;	     /* (borrowed) NULL: all folders */
	int64_t unknown, unreadable; /* events that were skipped */
	size_t rows;		     /* most rows of a list that are printed */
	const struct theme *theme;   /* (borrowed) NULL: no colours */
};
struct command;
/* Parses the words of --since and --until into Unix milliseconds; NULL: not given, and *since_ms or *until_ms is
 * unchanged. Returns 0, or the exit code after the command's message was printed. */
int stats_period(const struct command *c, const char *since, const char *until, int64_t *since_ms,
    int64_t *until_ms);
/* Returns {since, until, workspace}, null for what is unbounded or all; new reference. */
json_t *stats_period_json(int64_t since_ms, int64_t until_ms, const char *folder);
/* Prints a text from sessions on stdout, made safe and padded or cut to a width in cells. */
void stats_print_name(const char *name, int cells);
/* Prints the table on stdout. */
void stats_print(const struct stats *s);

#endif
