/* SPDX-License-Identifier: MIT
 * Registering and removing watches of descriptors, work and hooks, also while the loop runs their
 * callbacks: what is stopped then is freed at the end of the turn.
 */

#include "base/base.h"
#include "loop/loop_internal.h"

void loop_free_deferred(struct loop *l)
{
	while (l->deferred_count > 0)
		free(l->deferred[--l->deferred_count]);
}

void loop_free_later(struct loop *l, void *memory)
{
	if (!l->turning) {
		free(memory);
		return;
	}
	array_push(l->deferred, l->deferred_count, l->deferred_cap, memory);
}

/* Removes one pointer from an array of pointers, keeping the order. */
static void unlink_from(void *array, size_t *count, const void *item)
{
	void **list = array;

	for (size_t i = 0; i < *count; i++) {
		if (list[i] != item)
			continue;
		memmove(list + i, list + i + 1, (*count - i - 1) * sizeof *list);
		(*count)--;
		return;
	}
}

struct watch *loop_watch(struct loop *l, int fd, short events, loop_fd_fn *fn, void *ctx)
{
	struct watch *w = xmalloc(sizeof *w);

	*w = (struct watch){.loop = l, .fd = fd, .events = events, .fn = fn, .ctx = ctx};
	array_push(l->watches, l->watch_count, l->watch_cap, w);
	return w;
}

void watch_stop(struct watch *w)
{
	if (w == NULL || w->fn == NULL)
		return;
	w->fn = NULL;
	unlink_from(w->loop->watches, &w->loop->watch_count, w);
	loop_free_later(w->loop, w);
}

struct work *loop_work(struct loop *l, loop_step_fn *step, void *ctx)
{
	struct work *w = xmalloc(sizeof *w);

	*w = (struct work){.loop = l, .step = step, .ctx = ctx};
	array_push(l->works, l->work_count, l->work_cap, w);
	return w;
}

void work_stop(struct work *w)
{
	if (w == NULL || w->step == NULL)
		return;
	w->step = NULL;
	unlink_from(w->loop->works, &w->loop->work_count, w);
	loop_free_later(w->loop, w);
}

void loop_before_sleep(struct loop *l, loop_fn *fn, void *ctx)
{
	array_push(l->hooks, l->hook_count, l->hook_cap, (struct hook){fn, ctx});
}

void loop_drop_hooks(struct loop *l)
{
	size_t kept = 0;

	for (size_t i = 0; i < l->hook_count; i++)
		if (l->hooks[i].fn != NULL)
			l->hooks[kept++] = l->hooks[i];
	l->hook_count = kept;
}

void loop_before_sleep_remove(struct loop *l, loop_fn *fn, void *ctx)
{
	for (size_t i = 0; i < l->hook_count; i++)
		if (l->hooks[i].fn == fn && l->hooks[i].ctx == ctx)
			l->hooks[i].fn = NULL;
	if (!l->turning)
		loop_drop_hooks(l);
}
