/* SPDX-License-Identifier: MIT
 * The definition of the loop and the functions that its files call in each other. Included only in
 * src/loop.
 *
 * What is stopped while callbacks run (watches, timers, work, children, transfers) is unlinked at once and
 * given to loop_free_later, which frees it at the end of the turn. So a callback may stop anything,
 * itself included, and code that iterates over a list may still read the elements.
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

/* Replaces poll while there are transfers. http.c sets it with the first transfer, so a loop without
 * transfers never calls curl. */
struct net {
	bool (*busy)(const struct loop *l); /* whether there are transfers */
	/* Waits and returns as poll. */
	int (*wait)(struct loop *l, struct pollfd *fds, size_t count, int timeout_ms);
	bool (*run)(struct loop *l); /* whether something was delivered */
	void (*free)(struct loop *l);
};

struct loop { /* all pointers but `net` are (owned) */
	struct watch **watches;
	size_t watch_count, watch_cap;
	struct pollfd *fds; /* polled in this turn */
	size_t fds_cap;
	struct watch **polled; /* the watch of each element of fds */
	size_t polled_cap;

	struct timer **timers; /* a binary heap, the earliest first */
	size_t timer_count, timer_cap;
	uint64_t timer_serial;

	struct work **works;
	size_t work_count, work_cap, work_next;
	int64_t work_ran_us; /* when the last step ended; monotonic microseconds */

	struct hook *hooks;
	size_t hook_count, hook_cap;

	void **deferred; /* to be freed at the end of the turn */
	size_t deferred_count, deferred_cap;

	struct signals *signals;  /* signal.c; NULL until the first loop_signal */
	struct process *children; /* process.c; a linked list, until each is released */
	struct watch *spawner;	  /* process.c; NULL until the first child */
	const struct net *net;	  /* NULL until the first transfer */
	struct http *http;	  /* http.c; NULL until the first transfer */
	bool turning, awaiting;	  /* inside a turn; inside loop_await */
};

/* Takes over memory and frees it with free() at the end of the turn; at once if no turn is running. */
void loop_free_later(struct loop *l, void *memory);
void loop_free_deferred(struct loop *l); /* frees what loop_free_later took over */
void loop_drop_hooks(struct loop *l);	 /* removes the hooks whose fn is NULL from the array */

/* timer.c. The first returns the milliseconds until the earliest timer is due, rounded up; -1: there is
 * none. The second runs the timers that are due and returns whether any was. The third stops all. */
int timers_wait_ms(const struct loop *l);
bool timers_run(struct loop *l);
void timers_free(struct loop *l);

/* signal.c. Restores each signal's action of before loop_signal, and frees l->signals. */
void signals_free(struct loop *l);

/* process.c. Sends KILL to the group of every child and releases all; does not wait. */
void processes_free(struct loop *l);

#endif
