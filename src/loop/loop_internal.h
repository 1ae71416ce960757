/* SPDX-License-Identifier: MIT
 * What the files of this folder share: the loop itself, and the doors its parts open to each
 * other. Nobody else includes this.
 *
 * Whatever is stopped while callbacks run (watches, timers, work, children, transfers) is unlinked
 * at once and handed to loop_free_later, which frees it when the turn is over: so every callback may
 * stop anything, itself included, and whoever walks a list may still look at what it holds.
 */
#ifndef LOOP_LOOP_INTERNAL_H
#define LOOP_LOOP_INTERNAL_H

#include "loop/loop.h"

struct watch {
	struct loop *loop;
	int fd;
	short events;
	loop_fd_fn *fn; /* NULL: stopped */
	void *ctx;
};

struct work {
	struct loop *loop;
	loop_step_fn *step; /* NULL: stopped */
	void *ctx;
};

struct hook {
	loop_fn *fn; /* NULL: removed while the hooks were running */
	void *ctx;
};

/* What waits in poll's place while transfers are under way; http.c sets it with the first one, so a
 * loop without transfers never touches curl. */
struct net {
	bool (*busy)(const struct loop *l);
	/* Waits as poll does, and returns what poll returns. */
	int (*wait)(struct loop *l, struct pollfd *fds, size_t count, int timeout_ms);
	bool (*run)(struct loop *l); /* true: something was delivered */
	void (*free)(struct loop *l);
};

struct loop { /* all pointers but `net` are (owned) */
	struct watch **watches;
	size_t watch_count, watch_cap;
	struct pollfd *fds; /* what this turn waits for */
	size_t fds_cap;
	struct watch **polled; /* the watch of each of fds */
	size_t polled_cap;

	struct timer **timers; /* a heap: the earliest first */
	size_t timer_count, timer_cap;
	uint64_t timer_serial;

	struct work **works;
	size_t work_count, work_cap, work_next;
	int64_t work_ran_us; /* when the last step ended; monotonic microseconds */

	struct hook *hooks;
	size_t hook_count, hook_cap;

	void **deferred; /* stopped in this turn, freed at its end */
	size_t deferred_count, deferred_cap;

	struct signals *signals;  /* signal.c; NULL until the first loop_signal */
	struct process *children; /* process.c; every child not yet reaped and done */
	struct watch *spawner;	  /* process.c; NULL until the first child */
	const struct net *net;	  /* NULL until the first transfer */
	struct http *http;	  /* http.c's own */
	bool turning, awaiting;
};

/* Frees memory with free() at the end of the turn; at once when no turn runs. Takes it. */
void loop_free_later(struct loop *l, void *memory);
void loop_free_deferred(struct loop *l); /* at the end of a turn */
void loop_drop_hooks(struct loop *l);	 /* those that were removed while hooks ran */

/* timer.c. The first returns the milliseconds until the earliest timer is due, rounded up, -1 without
 * one; the second runs what is due and returns whether anything was; the third stops all. */
int timers_wait_ms(const struct loop *l);
bool timers_run(struct loop *l);
void timers_free(struct loop *l);

/* signal.c. Brings back what was set for each signal before the loop had it. */
void signals_free(struct loop *l);

/* process.c. Sends KILL to every group and forgets all children; waits for nothing. */
void processes_free(struct loop *l);

#endif
