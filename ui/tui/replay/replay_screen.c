/* SPDX-License-Identifier: MIT */
/* The screen of a replay from its start to its end. */
#include "ui/tui/replay/replay_screen.h"

#include "base/base.h"
#include "ui/tui/feed/feed_window.h"
#include "ui/tui/replay/replay_playback.h"
#include "ui/tui/replay/replay_scan.h"

void replay_free(struct replay *r)
{
	if (!r)
		return;
	replay_scan_free(r);
	replay_playback_free(r);
	free_all(r->file, r);
}

/* Called whenever the loop would sleep, so it also goes on playing after a seek. */
static bool user_left(void *ctx)
{
	struct tui *t = ctx;

	replay_go_on(t);
	return t->quitting;
}

int tui_replay(struct tui *t)
{
	struct replay *r = t->replay = xcalloc(1, sizeof *r);

	r->past = t->options.past;
	r->speed = t->options.speed;
	r->playing = true;
	ui_model_init(&r->sought);
	feed_window_begin(t, r->past, 1, 0);
	replay_scan(t);
	if (t->options.from > 1)
		replay_seek(t, t->options.from);
	loop_await(t->loop, user_left, t, NULL);
	return t->signo;
}
