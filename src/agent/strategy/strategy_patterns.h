/* SPDX-License-Identifier: MIT
 * Strategies and plans that worked, offered when something like it is asked again in this folder:
 * each session keeps its own in the store's cache, which may be dropped at any time.
 */
#ifndef AGENT_STRATEGY_STRATEGY_PATTERNS_H
#define AGENT_STRATEGY_STRATEGY_PATTERNS_H

struct agent;
struct turn;

/* Keeps at the end of a turn the strategy by which it was answered, or a plan completed. */
void pattern_keep(struct turn *t);
/* Returns what the strategist is told of the strategies most like the request; owned, "" for none.
 */
char *patterns_text(struct agent *a, const char *request);

#endif
