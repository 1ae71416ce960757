/* SPDX-License-Identifier: MIT
 * One-shot timers in a binary heap, ordered by due time, then by creation. Timers made while timers run
 * wait for the next turn, so that one that rearms itself with 0 ms does not starve everything else.
 */

#include "base/base.h"
#include "loop/loop_internal.h"

struct timer {
	struct loop *loop;
	int64_t due_us;
	uint64_t serial;
	size_t at;   /* index in the heap */
	loop_fn *fn; /* NULL: fired or stopped */
	void *ctx;
};

static bool timer_is_earlier(const struct timer *a, const struct timer *b)
{
	return a->due_us != b->due_us ? a->due_us < b->due_us : a->serial < b->serial;
}

static void timer_place(struct loop *l, size_t at, struct timer *t)
{
	l->timers[at] = t;
	t->at = at;
}

static void sift_up(struct loop *l, struct timer *t)
{
	size_t at = t->at;

	while (at > 0 && timer_is_earlier(t, l->timers[(at - 1) / 2])) {
		timer_place(l, at, l->timers[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	timer_place(l, at, t);
}

static void sift_down(struct loop *l, struct timer *t)
{
	size_t at = t->at;

	for (size_t child; (child = 2 * at + 1) < l->timer_count; at = child) {
		if (child + 1 < l->timer_count &&
		    timer_is_earlier(l->timers[child + 1], l->timers[child]))
			child++;
		if (!timer_is_earlier(l->timers[child], t))
			break;
		timer_place(l, at, l->timers[child]);
	}
	timer_place(l, at, t);
}

struct timer *loop_after(struct loop *l, int64_t ms, loop_fn *fn, void *ctx)
{
	struct timer *t = xmalloc(sizeof *t);

	*t = (struct timer){.loop = l,
	    .due_us = clock_mono_us() + (ms > 0 ? ms : 0) * 1000,
	    .serial = l->timer_serial++,
	    .at = l->timer_count,
	    .fn = fn,
	    .ctx = ctx};
	array_push(l->timers, l->timer_count, l->timer_cap, t);
	sift_up(l, t);
	return t;
}

static void take_out(struct timer *t)
{
	struct loop *l = t->loop;
	struct timer *last = l->timers[--l->timer_count];

	t->fn = NULL;
	if (last == t)
		return;
	timer_place(l, t->at, last);
	sift_up(l, last);
	sift_down(l, last);
}

void timer_stop(struct timer *t)
{
	if (t == NULL || t->fn == NULL)
		return;
	take_out(t);
	loop_free_later(t->loop, t);
}

int timers_wait_ms(const struct loop *l)
{
	if (l->timer_count == 0)
		return -1;
	int64_t left = l->timers[0]->due_us - clock_mono_us();
	if (left <= 0)
		return 0;
	return left > INT_MAX * INT64_C(1000) ? INT_MAX : (int)((left + 999) / 1000);
}

bool timers_run(struct loop *l)
{
	if (l->timer_count == 0)
		return false;
	int64_t now = clock_mono_us();
	uint64_t newest = l->timer_serial;
	bool ran = false;

	while (l->timer_count > 0 && l->timers[0]->due_us <= now && l->timers[0]->serial < newest) {
		struct timer *t = l->timers[0];
		loop_fn *fn = t->fn;
		take_out(t);
		loop_free_later(l, t);
		fn(t->ctx);
		ran = true;
	}
	return ran;
}

void timers_free(struct loop *l)
{
	while (l->timer_count > 0)
		timer_stop(l->timers[0]);
	free(l->timers);
}
