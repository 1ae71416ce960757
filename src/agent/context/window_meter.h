/* SPDX-License-Identifier: MIT
 * How full the model's window is: measured before each request, learned from what its server says a request
 * took (context_budget.h).
 */
#ifndef AGENT_CONTEXT_WINDOW_METER_H
#define AGENT_CONTEXT_WINDOW_METER_H

#include <stdint.h>

struct agent;
struct event;
struct turn;
struct usage;

/* Measures what the next request takes, in tokens, in a turn or between turns. What one result may take of
 * the window follows from it. */
int64_t window_measure(struct agent *a);
void window_measure_head(struct agent *a);   /* unless it is measured */
int64_t window_head_tokens(struct agent *a); /* what every request begins with, about */
/* Each event, live as well as resumed, after the conversation took it: the meter learns. */
void window_take(struct agent *a, const struct event *ev);
/* A request goes out, and what its server says it took. */
void window_asks(struct turn *t);
void window_answered(struct turn *t, const struct usage *u);

#endif
