/* SPDX-License-Identifier: MIT
 * One turn of the event loop: the hooks that run before it sleeps, one poll (curl's, while there are
 * transfers), then the callbacks of what is ready, in this order: descriptors as they were registered
 * (the keyboard first), transfers, timers, and one step of work if nothing else was ready. What callbacks
 * stop is freed at the end of the turn (loop_internal.h).
 */
#include <signal.h>
#include "base/base.h"
#include "loop/loop_internal.h"

/* A step of work runs at least this often, even if callbacks never pause, as with a child that floods its
 * pipe. */
#define WORK_STARVED_US 20000

struct loop *loop_new(void)
{
	struct sigaction pipe_action;

	/* When a child or server closes its end, write fails instead of ending the program. */
	if (sigaction(SIGPIPE, NULL, &pipe_action) == 0 && pipe_action.sa_handler == SIG_DFL)
		signal(SIGPIPE, SIG_IGN);
	return xcalloc(1, sizeof(struct loop));
}

void loop_free(struct loop *l)
{
	if (l == NULL)
		return;
	if (l->net != NULL)
		l->net->free(l);
	processes_free(l);
	signals_free(l);
	timers_free(l);
	while (l->watch_count > 0)
		watch_stop(l->watches[0]);
	while (l->work_count > 0)
		work_stop(l->works[0]);
	loop_free_deferred(l);
	free_all(l->watches, l->fds, l->polled, l->works, l->hooks, l->deferred, l);
}

static void run_hooks(struct loop *l)
{
	size_t count = l->hook_count;

	for (size_t i = 0; i < count; i++)
		if (l->hooks[i].fn != NULL)
			l->hooks[i].fn(l->hooks[i].ctx);
	loop_drop_hooks(l);
}

static bool run_watches(struct loop *l, size_t count)
{
	bool ran = false;

	for (size_t i = 0; i < count; i++) {
		struct watch *w = l->polled[i];
		if (l->fds[i].revents == 0 || w->fn == NULL)
			continue;
		w->fn(w->ctx, w->fd, l->fds[i].revents);
		ran = true;
	}
	return ran;
}

static void wait_and_run(struct loop *l, int max_ms)
{
	const size_t count = l->watch_count;
	const int due = timers_wait_ms(l);
	int timeout = due < 0 || (max_ms >= 0 && max_ms < due) ? max_ms : due;
	int ready;

	array_reserve(&l->fds, &l->fds_cap, count, sizeof *l->fds);
	array_reserve(&l->polled, &l->polled_cap, count, sizeof *l->polled);
	for (size_t i = 0; i < count; i++) {
		l->polled[i] = l->watches[i];
		l->fds[i] = (struct pollfd){l->watches[i]->fd, l->watches[i]->events, 0};
	}
	if (l->work_count > 0)
		timeout = 0;
	if (l->net != NULL && l->net->busy(l))
		ready = l->net->wait(l, l->fds, count, timeout);
	else
		ready = poll(l->fds, count, timeout);
	if (ready < 0 && errno != EINTR && errno != EAGAIN)
		die("cannot wait for descriptors: %s", strerror(errno));

	bool busy = ready > 0 && run_watches(l, count);
	if (l->net != NULL)
		busy |= l->net->run(l);
	/* Timers run after transfers, so that data that arrived in time is not reported as a timeout. */
	busy |= timers_run(l);
	if (l->work_count == 0 || (busy && clock_mono_us() - l->work_ran_us < WORK_STARVED_US))
		return;
	struct work *w = l->works[l->work_next++ % l->work_count];
	if (!w->step(w->ctx))
		work_stop(w);
	l->work_ran_us = clock_mono_us();
}

/* Called if a callback waits, which it must not: a debug build aborts; a release build returns false, as
 * if the wait had been cancelled. */
static bool refuse_nesting(void)
{
#ifdef DEBUG
	abort();
#endif
	return false;
}

static bool await_enter(struct loop *l)
{
	if (l->turning)
		return refuse_nesting();
	l->turning = true;
	return true;
}

static void await_leave(struct loop *l)
{
	l->turning = false;
	loop_free_deferred(l);
}

void loop_turn(struct loop *l, int max_ms)
{
	if (!await_enter(l))
		return;
	run_hooks(l);
	wait_and_run(l, max_ms);
	await_leave(l);
}

static bool await_until(struct loop *l, bool (*done)(void *ctx), void *ctx,
    const struct cancel *cancel, const bool *late)
{
	bool reached = false, over = false;

	if (l->awaiting)
		return refuse_nesting();
	l->awaiting = true;
	while (!over && await_enter(l)) {
		run_hooks(l);
		reached = done(ctx);
		over = reached || *late || (cancel != NULL && cancel->requested);
		if (!over)
			wait_and_run(l, -1);
		await_leave(l);
	}
	l->awaiting = false;
	return reached;
}

bool loop_await(struct loop *l, bool (*done)(void *ctx), void *ctx, const struct cancel *cancel)
{
	return await_until(l, done, ctx, cancel, &(const bool){false});
}

static void await_is_late(void *ctx)
{
	*(bool *)ctx = true;
}

bool loop_await_within(
    struct loop *l, bool (*done)(void *ctx), void *ctx, const struct cancel *cancel, int64_t ms)
{
	bool late = false;
	struct timer *timer = loop_after(l, ms, await_is_late, &late);
	const bool reached = await_until(l, done, ctx, cancel, &late);

	if (!late)
		timer_stop(timer);
	return reached;
}

bool loop_flag(void *ctx)
{
	return *(const bool *)ctx;
}
