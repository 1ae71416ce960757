/* SPDX-License-Identifier: MIT
 * The event loop, the only place of the program that waits. It has one thread and one poll of all
 * descriptors (curl_multi_poll while there are transfers), timers in a heap, long work in small steps,
 * signals through a pipe, and children. All events are callbacks from loop_turn; callbacks never wait.
 *
 * The straight-line code of turns and commands (src/agent and src/cli) waits by loop_await only. It is
 * not re-entrant: a debug build aborts if a callback calls it. There is no frame clock and no polling
 * timer, so an idle program uses no processor time.
 *
 * Here: the loop, timers and signals; HTTP transfers by libcurl and their addresses and proxies;
 * children: the spawner, their start, pipes and end.
 * Not here: what a transfer or a child is for: wires (src/llm), commands (tools/command), hooks
 * (src/hooks), confinement (src/sandbox).
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

/* A request to end a wait. Set to cancel; cleared by the code that starts the next operation. */
struct cancel {
	bool requested;
};

/* Callbacks; ctx is the pointer given at registration. A step returns whether there is more to do. */
typedef void loop_fn(void *ctx);
typedef void loop_fd_fn(void *ctx, int fd, short revents);
typedef bool loop_step_fn(void *ctx);
typedef void loop_signal_fn(void *ctx, int signo);

/* Returns a loop, never NULL; freed by loop_free. Also makes the process ignore SIGPIPE, unless it has a
 * handler. loop_free stops everything registered, transfers and children (by KILL) included; it accepts
 * NULL. */
struct loop *loop_new(void);
void loop_free(struct loop *l);

/* The registrations returned below are never NULL and belong to the loop, which frees them when they are
 * stopped or over; ctx belongs to the caller and must outlive them. Each *_stop accepts NULL and may be
 * called in any callback; after it returns, the registration's callback is not called any more. */

/* Calls fn whenever fd has one of `events` (as for poll). The caller keeps the descriptor and closes it. */
struct watch *loop_watch(struct loop *l, int fd, short events, loop_fd_fn *fn, void *ctx);
void watch_stop(struct watch *w);

/* Calls fn once, ms milliseconds from now. The timer ends before fn is called, so its pointer must not be
 * used any more. A timer made while timers fire waits for the next turn. */
struct timer *loop_after(struct loop *l, int64_t ms, loop_fn *fn, void *ctx);
void timer_stop(struct timer *t);

/* Long work in steps of at most 5 ms: step is called while nothing else is ready, and at least every
 * 20 ms, until it returns false, which ends the work. */
struct work *loop_work(struct loop *l, loop_step_fn *step, void *ctx);
void work_stop(struct work *w);

/* Calls fn in each turn of the loop before it sleeps; the screen is flushed this way. Several functions
 * may be registered. Each is removed by its fn and ctx; unknown ones are ignored. */
void loop_before_sleep(struct loop *l, loop_fn *fn, void *ctx);
void loop_before_sleep_remove(struct loop *l, loop_fn *fn, void *ctx);

/* Calls fn in a turn of the loop after the signal arrived (the signal handler only writes to a pipe). fn
 * NULL removes it and restores the action of before. Only one loop of a process may have signals. */
void loop_signal(struct loop *l, int signo, loop_signal_fn *fn, void *ctx);

/* Runs one turn: waits at most max_ms (-1: until something is ready, 0: not at all) and calls the
 * callbacks of what is ready. Only for tests and loop_await. */
void loop_turn(struct loop *l, int max_ms);

/* Runs turns until done(ctx) returns true, which is checked before each sleep. Returns false if cancel
 * (may be NULL) was requested first, or the loop is being awaited already. */
bool loop_await(struct loop *l, bool (*done)(void *ctx), void *ctx, const struct cancel *cancel);
/* As loop_await, but also returns false when ms milliseconds are over. */
bool loop_await_within(
    struct loop *l, bool (*done)(void *ctx), void *ctx, const struct cancel *cancel, int64_t ms);
/* A `done` for loop_await, whose ctx points to a bool that a callback sets. */
bool loop_flag(void *ctx);

#endif
