/* SPDX-License-Identifier: MIT
 * Measures how full the model's window is, before each request and by what its server says requests took
 * (context_budget.h).
 */
#ifndef AGENT_CONTEXT_WINDOW_METER_H
#define AGENT_CONTEXT_WINDOW_METER_H

#include <stdint.h>

struct agent;
struct backend;
struct event;
struct turn;
struct usage;

/* Returns about how many tokens the next request takes, in a turn or between turns. Sets how many bytes a
 * result may have (host.result_bytes). */
int64_t window_measure(struct agent *a);
void window_measure_head(struct agent *a);   /* unless it is measured */
int64_t window_head_tokens(struct agent *a); /* about how many tokens the head takes */
/* Learns from a usage event, live or stored; any event may be given, after the conversation took it. */
void window_take(struct agent *a, const struct event *ev);
/* Called when a request of the turn goes out; and with the usage that its server reported for it. */
void window_asks(struct turn *t);
void window_answered(struct turn *t, const struct usage *u);

/* Called before a request: warns if the window does not hold what every request begins with, which some servers cut
 * silently. Checks once for each backend, and once more if the model did not run yet. Asks a server on this machine how
 * large a window it runs the model with. */
void window_check(struct turn *t);
/* Called after a failed request: the server may be another one by now, so an unknown window is checked again. */
void window_check_renew(struct turn *t);

/* Emits the event `context`: what takes how much of the window. */
void context_show(struct agent *a);

#endif
