/* SPDX-License-Identifier: MIT
 * What the loop looks at: descriptors, steps of work and hooks come and go here, also while it runs
 * them; what is stopped then is freed at the end of the turn.
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
	array_reserve(&l->deferred, &l->deferred_cap, l->deferred_count + 1, sizeof *l->deferred);
	l->deferred[l->deferred_count++] = memory;
}

/* Removes one pointer from an array of them, keeping the order. */
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
	array_reserve(&l->watches, &l->watch_cap, l->watch_count + 1, sizeof *l->watches);
	l->watches[l->watch_count++] = w;
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
	array_reserve(&l->works, &l->work_cap, l->work_count + 1, sizeof *l->works);
	l->works[l->work_count++] = w;
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
	array_reserve(&l->hooks, &l->hook_cap, l->hook_count + 1, sizeof *l->hooks);
	l->hooks[l->hook_count++] = (struct hook){fn, ctx};
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
