/* SPDX-License-Identifier: MIT
 * How full the model's window is: measured before each request, learned from what its server says a request
 * took (context_budget.h).
 */
#ifndef AGENT_CONTEXT_WINDOW_METER_H
#define AGENT_CONTEXT_WINDOW_METER_H

#include <stdint.h>

struct agent;
struct backend;
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

struct window_check {		       /* of the agent */
	const struct backend *checked; /* the last one it was said of; NULL: none yet */
	const struct backend *loaded;  /* whose model was loaded for that; NULL: none was */
	const struct backend *waited;  /* asked again, as its model ran by then; NULL: none was */
};

/* Says before a request that the window does not hold what every request begins with, for some servers cut a larger one
 * silently: once for each backend, and once more where the model did not run yet. Asks a server on this machine how
 * large a window it runs the model with. */
void window_check(struct turn *t);
/* After a request that failed: the server may be another one by now, so it is asked again. */
void window_check_renew(struct turn *t);

/* Emits the event `context`: what takes how much of the window. */
void context_show(struct agent *a);

#endif
