/*
 * Asks for the window when the chat is idle and says once when it is small.
 */
#include "cli/program/window_notice.h"

#include <stdlib.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "cli/program/start_notices.h"

struct window_notice {
	struct program *p;
	const struct event_sink *sink;
	struct backend *backend; /* (borrowed) that was asked; another may be chosen meanwhile */
	struct window_probe *probe;
};

static void on_told(void *ctx, int64_t tokens, const json_t *kind)
{
	struct window_notice *w = ctx;
	const struct settings *s = w->p->settings;
	char *text;

	w->probe = NULL;
	if (!tokens || w->backend != w->p->backend)
		return;
	w->backend->context_tokens = tokens;
	if (tokens >= setting_int(s, "tools.small_window"))
		return;
	text = xasprintf("%s runs %s with a window of %lld tokens, which is little for work with "
			 "tools; for more: %s",
	    json_str(kind, "server", ""), w->backend->model, (long long)tokens,
	    json_str(kind, "raise", ""));
	program_say(w->sink, "warning", text);
	free(text);
}

struct window_notice *window_notice_start(struct program *p, const struct event_sink *sink)
{
	struct window_notice *w;

	if (!p->backend->base_url || setting_int(p->settings, "backend.context_tokens") > 0)
		return NULL;
	w = xcalloc(1, sizeof *w);
	*w = (struct window_notice){.p = p, .sink = sink, .backend = p->backend};
	w->probe = backend_window(p->backend, on_told, w);
	return w;
}

void window_notice_end(struct window_notice *w)
{
	if (!w)
		return;
	window_probe_stop(w->probe);
	free(w);
}
