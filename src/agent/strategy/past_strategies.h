/* SPDX-License-Identifier: MIT
 * Strategies and plans that worked, offered when something like it is asked again in this folder:
 * each session keeps its own in the store's cache, which may be dropped at any time.
 */
#ifndef AGENT_STRATEGY_PAST_STRATEGIES_H
#define AGENT_STRATEGY_PAST_STRATEGIES_H

struct agent;
struct turn;

/* Called at a turn's end: keeps the strategy by which it was answered, or a plan that it completed. */
void pattern_keep(struct turn *t);
/* Returns what the strategist is shown of the requests most like this one; caller frees, "" for none. */
char *patterns_text(struct agent *a, const char *request);

#endif
