/* SPDX-License-Identifier: MIT
 * The forward and the backward pass over a network (activity_network.h), and orders of activities by keys
 * (placement.h). Positions are counted in working minutes of each activity's own calendar, so nights, weekends
 * and clock changes need no case here.
 */
#include "base/base.h"
#include "roadmap/network/activity_network.h"
#include "roadmap/schedule/placement.h"

static struct ends ends_at(const struct activity *a, int64_t work)
{
	return (struct ends){
	    calendar_start(a->calendar, work), calendar_end(a->calendar, work + a->work)};
}

struct ends activity_early(const struct activity *a, int64_t start, int64_t finish)
{
	int64_t work;

	if (a->work == 0) {
		start = start > finish ? start : finish;
		return (struct ends){start, start};
	}
	if (!a->calendar) {
		work = start > finish - a->work ? start : finish - a->work;
		return (struct ends){work, work + a->work};
	}
	work = calendar_work(a->calendar, start);
	if (finish > -TIME_NEVER) {
		int64_t other = calendar_work(a->calendar, finish - 1) + 1 - a->work;
		work = other > work ? other : work;
	}
	return ends_at(a, work);
}

struct ends activity_late(const struct activity *a, int64_t start, int64_t finish)
{
	int64_t work;

	if (a->work == 0) {
		start = start < finish ? start : finish;
		return (struct ends){start, start};
	}
	if (!a->calendar) {
		work = start < finish - a->work ? start : finish - a->work;
		return (struct ends){work, work + a->work};
	}
	work = calendar_work(a->calendar, finish) - a->work;
	if (start < TIME_NEVER) {
		int64_t other = calendar_work(a->calendar, start + 1) - 1;
		work = other < work ? other : work;
	}
	if (work < 0)
		return (struct ends){-TIME_NEVER, -TIME_NEVER};
	return ends_at(a, work);
}

struct bound link_forward(const struct network_link *l, const struct ends *from)
{
	const bool of_start = l->kind == LINK_SS || l->kind == LINK_SF;
	const int64_t at = of_start ? from->start : from->finish;

	return (struct bound){
	    at >= TIME_NEVER		 ? TIME_NEVER
	    : l->calendar && l->lag != 0 ? calendar_shift(l->calendar, at, l->lag)
					 : at + l->lag,
	    l->kind == LINK_FS || l->kind == LINK_SS,
	};
}

struct bound link_backward(const struct network_link *l, const struct ends *to)
{
	const bool to_start = l->kind == LINK_FS || l->kind == LINK_SS;
	int64_t at = to_start ? to->start : to->finish;
	const bool moment = at > -TIME_NEVER && at < TIME_NEVER;

	if (moment && (!l->calendar || l->lag == 0))
		at -= l->lag;
	else if (moment) /* the latest moment from which the lag does not lead beyond `at` */
		at = calendar_start(
		    l->calendar, l->lag > 0 ? calendar_work(l->calendar, at) - l->lag
					    : calendar_work(l->calendar, at + 1) - 1 - l->lag);
	return (struct bound){at, l->kind == LINK_SS || l->kind == LINK_SF};
}

static void raise_to(int64_t *at, int64_t bound)
{
	if (bound > *at)
		*at = bound;
}

static void lower_to(int64_t *at, int64_t bound)
{
	if (bound < *at)
		*at = bound;
}

static int64_t forward_pass(const struct network *n, struct pass *out)
{
	int64_t latest = n->start;

	for (int at = 0; at < n->count; at++) {
		const int i = n->order[at];
		const struct activity *a = &n->activities[i];
		int64_t start = a->release > n->start ? a->release : n->start;
		int64_t finish = -TIME_NEVER;

		for (int k = n->in_first[i]; k < n->in_first[i + 1]; k++) {
			const struct network_link *l = &n->links[k];
			const struct bound b =
			    link_forward(l, &(struct ends){out[l->from].es, out[l->from].ef});

			raise_to(b.is_start ? &start : &finish, b.at);
		}
		/* Stays at its fixed date; schedule_problems.c reports where that breaks a link. */
		if (a->fixed != TIME_NEVER) {
			start = a->fixed;
			finish = -TIME_NEVER;
		}
		struct ends e = activity_early(a, start, finish);
		if (e.finish >= TIME_NEVER)
			e = (struct ends){TIME_NEVER, TIME_NEVER};
		out[i].es = e.start;
		out[i].ef = e.finish;
		if (!a->aside)
			raise_to(&latest, e.finish);
	}
	return latest;
}

static void backward_pass(
    const struct network *n, int64_t horizon, bool deadlines, struct pass *out)
{
	for (int at = n->count - 1; at >= 0; at--) {
		const int i = n->order[at];
		const struct activity *a = &n->activities[i];
		int64_t start = TIME_NEVER, finish = horizon;

		if (deadlines)
			lower_to(&finish, a->deadline);
		for (int k = n->out_first[i]; k < n->out_first[i + 1]; k++) {
			const struct network_link *l = &n->links[n->out_list[k]];
			const struct bound b =
			    link_backward(l, &(struct ends){out[l->to].ls, out[l->to].lf});

			lower_to(b.is_start ? &start : &finish, b.at);
		}
		const struct ends e = a->fixed != TIME_NEVER ? (struct ends){out[i].es, out[i].ef}
							     : activity_late(a, start, finish);
		out[i].ls = e.start;
		out[i].lf = e.finish;
	}
}

int64_t network_pass(const struct network *n, int64_t horizon, bool deadlines, struct pass *out)
{
	const int64_t latest = forward_pass(n, out);

	if (latest >= TIME_NEVER)
		return TIME_NEVER;
	backward_pass(n, horizon == TIME_NEVER ? latest : horizon, deadlines, out);
	return latest;
}

/* Orders of activities by keys, as links allow: a heap of those whose predecessors are all placed. */

struct heap {
	const struct network *network;
	const int64_t *keys;
	int *list;
	int count;
	bool from_end;
};

static bool comes_first(const struct heap *h, int a, int b)
{
	const struct activity *x = &h->network->activities[a], *y = &h->network->activities[b];

	if (h->keys[a] != h->keys[b])
		return (h->keys[a] < h->keys[b]) != h->from_end;
	if (x->priority != y->priority)
		return (x->priority > y->priority) != h->from_end;
	return (a < b) != h->from_end;
}

static void heap_push(struct heap *h, int value)
{
	int i = h->count++;

	while (i > 0 && comes_first(h, value, h->list[(i - 1) / 2])) {
		h->list[i] = h->list[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	h->list[i] = value;
}

static int heap_pop(struct heap *h)
{
	const int top = h->list[0], last = h->list[--h->count];
	int i = 0, child;

	while ((child = 2 * i + 1) < h->count) {
		if (child + 1 < h->count && comes_first(h, h->list[child + 1], h->list[child]))
			child++;
		if (!comes_first(h, h->list[child], last))
			break;
		h->list[i] = h->list[child];
		i = child;
	}
	h->list[i] = last;
	return top;
}

void network_order_by(const struct network *n, const int64_t *keys, bool from_end, int *out)
{
	struct heap h = {n, keys, xcalloc((size_t)n->count + 1, sizeof(int)), 0, from_end};
	auto_free int *left = xcalloc((size_t)n->count + 1, sizeof *left);
	const int *before = from_end ? n->out_first : n->in_first;
	const int *behind = from_end ? n->in_first : n->out_first;

	for (int i = 0; i < n->count; i++) {
		left[i] = before[i + 1] - before[i];
		if (left[i] == 0)
			heap_push(&h, i);
	}
	for (int at = 0; at < n->count; at++) {
		const int i = out[from_end ? n->count - 1 - at : at] = heap_pop(&h);

		for (int k = behind[i]; k < behind[i + 1]; k++) {
			const int other = from_end ? n->links[k].from : n->links[n->out_list[k]].to;

			if (--left[other] == 0)
				heap_push(&h, other);
		}
	}
	free(h.list);
}

void network_order_by_ends(
    const struct network *n, const struct ends *ends, bool from_end, int *out)
{
	auto_free int64_t *keys = xcalloc((size_t)n->count + 1, sizeof *keys);

	for (int i = 0; i < n->count; i++)
		keys[i] = from_end ? ends[i].finish : ends[i].start;
	network_order_by(n, keys, from_end, out);
}
