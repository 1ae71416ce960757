/* SPDX-License-Identifier: MIT
 * Waits for the server's own count of a request, at most backend.count_timeout_s.
 */
#include "agent/budget/exact_count.h"

#include "agent/agent_internal.h"

struct count_wait {
	int64_t tokens;
	bool done;
};

static void on_count(void *ctx, int64_t tokens)
{
	struct count_wait *w = ctx;

	*w = (struct count_wait){tokens, true};
}

static bool is_done(void *ctx)
{
	return ((const struct count_wait *)ctx)->done;
}

int64_t exact_count(struct agent *a, struct backend *b, const struct context *context)
{
	struct count_wait w = {0};
	struct input_count *count = b->base_url ? backend_count(b, context, on_count, &w) : NULL;

	if (!count)
		return 0;
	loop_await(a->loop, is_done, &w, session_cancel(a->session));
	if (!w.done)
		input_count_stop(count);
	return w.tokens;
}
