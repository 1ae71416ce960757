/* SPDX-License-Identifier: MIT
 * The one place that waits. One thread, one curl_multi_poll with every other descriptor as an extra
 * one, timers in a heap, work in small steps, signals through a pipe, children. Everything that
 * happens is a callback from loop_turn; callbacks never wait.
 *
 * A person's code waits with loop_await only, on floor 4 and 6; it is not re-entrant, and a debug
 * build aborts when it is tried. Nothing runs while nothing happens: no frame clock, no polling
 * timers.
 */
#ifndef LOOP_LOOP_H
#define LOOP_LOOP_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct loop;
struct timer;
struct watch;
struct work;

/* A request to end a waiting. Whoever wants it to end sets it; whoever starts something new clears it. */
struct cancel {
	bool requested;
};

/* Callbacks; ctx is what they were registered with. A step returns whether there is more to do. */
typedef void loop_fn(void *ctx);
typedef void loop_fd_fn(void *ctx, int fd, short revents);
typedef bool loop_step_fn(void *ctx);
typedef void loop_signal_fn(void *ctx, int signo);

/* Never NULL; ended by loop_free. The first also makes the process ignore SIGPIPE, unless someone
 * handles it. loop_free stops what is left, transfers and children too (children by KILL); NULL is
 * accepted. */
struct loop *loop_new(void);
void loop_free(struct loop *l);

/* What is registered below is never NULL and belongs to the loop, which frees it once it is stopped
 * or over; ctx is the caller's and must outlive it. Each *_stop may be called inside any callback;
 * after it returns no callback of it runs. NULL is accepted by each. */

/* Calls fn when fd has one of `events` (poll's). The descriptor stays the caller's. */
struct watch *loop_watch(struct loop *l, int fd, short events, loop_fd_fn *fn, void *ctx);
void watch_stop(struct watch *w);

/* Calls fn once, ms milliseconds from now. The timer is over when fn is called, so the caller forgets
 * its pointer there. One made while timers fire waits for the next turn. */
struct timer *loop_after(struct loop *l, int64_t ms, loop_fn *fn, void *ctx);
void timer_stop(struct timer *t);

/* Long work in steps of at most 5 ms: step is called while nothing else is ready (and every 20 ms
 * whatever is), until it returns false; then the work is over. */
struct work *loop_work(struct loop *l, loop_step_fn *step, void *ctx);
void work_stop(struct work *w);

/* fn is called once per turn of the loop before it would sleep: the screen is flushed here. Several
 * may be registered. Removed by the same fn and ctx; what is not registered is ignored. */
void loop_before_sleep(struct loop *l, loop_fn *fn, void *ctx);
void loop_before_sleep_remove(struct loop *l, loop_fn *fn, void *ctx);

/* fn runs in a turn of the loop after the signal came (the handler only writes to a pipe). fn NULL
 * removes it and brings back what was set before. One loop of a process at a time has signals. */
void loop_signal(struct loop *l, int signo, loop_signal_fn *fn, void *ctx);

/* Turns the loop once: waits at most max_ms (-1: until something happens, 0: not at all) and runs
 * what is ready. Only for tests and loop_await. */
void loop_turn(struct loop *l, int max_ms);

/* Turns the loop until done(ctx), which is checked before each sleep. True: it is done; false: cancel
 * was requested first, or the loop is being awaited already. cancel may be NULL. */
bool loop_await(struct loop *l, bool (*done)(void *ctx), void *ctx, const struct cancel *cancel);
/* loop_await that also ends, with false, when ms milliseconds are over. */
bool loop_await_within(
    struct loop *l, bool (*done)(void *ctx), void *ctx, const struct cancel *cancel, int64_t ms);
/* A `done` for a callback that sets a flag: returns the bool that ctx points to. */
bool loop_flag(void *ctx);

#endif
