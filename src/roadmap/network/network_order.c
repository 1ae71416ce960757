/*
 * Orders of activities that links allow, by keys: a heap of those whose turn could be now.
 */
#include <stdlib.h>

#include "base/core/alloc.h"
#include "roadmap/schedule/placement.h"

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

void network_order_by(const struct network *n, const int64_t *keys, int *out)
{
	struct heap h = {n, keys, xcalloc((size_t)n->count + 1, sizeof(int)), 0, false};
	int *left = xcalloc((size_t)n->count + 1, sizeof *left);

	for (int i = 0; i < n->count; i++) {
		left[i] = n->in_first[i + 1] - n->in_first[i];
		if (left[i] == 0)
			heap_push(&h, i);
	}
	for (int at = 0; at < n->count; at++) {
		const int i = out[at] = heap_pop(&h);

		for (int k = n->out_first[i]; k < n->out_first[i + 1]; k++)
			if (--left[n->links[n->out_list[k]].to] == 0)
				heap_push(&h, n->links[n->out_list[k]].to);
	}
	free(left);
	free(h.list);
}

void network_order_by_end(const struct network *n, const int64_t *keys, int *out)
{
	struct heap h = {n, keys, xcalloc((size_t)n->count + 1, sizeof(int)), 0, true};
	int *left = xcalloc((size_t)n->count + 1, sizeof *left);

	for (int i = 0; i < n->count; i++) {
		left[i] = n->out_first[i + 1] - n->out_first[i];
		if (left[i] == 0)
			heap_push(&h, i);
	}
	for (int at = n->count - 1; at >= 0; at--) {
		const int i = out[at] = heap_pop(&h);

		for (int k = n->in_first[i]; k < n->in_first[i + 1]; k++)
			if (--left[n->links[k].from] == 0)
				heap_push(&h, n->links[k].from);
	}
	free(left);
	free(h.list);
}
