/* SPDX-License-Identifier: MIT
 * Gives the terminal back as it was found, and takes it again with everything drawn anew. */
#include "ui/tui/suspend.h"

#include <signal.h>
#include "ui/tui/feed/feed_rows.h"
#include "ui/tui/feed/picture.h"
#include "ui/tui/terminal/redraw.h"

#define CHORD_MS 400 /* for the key after Ctrl-Z */

static void on_resize(void *ctx, int signo)
{
	struct tui *t = ctx;

	picture_close(t);
	screen_resize(&t->screen);
	feed_rows_forget(t);
	redraw_layout(t);
	redraw_now(t, PANEL_ALL);
}

static void on_continue(void *ctx, int signo)
{
	struct tui *t = ctx;

	t->in_background = tcgetpgrp(t->screen.fd_in) != getpgrp();
	tui_watch_input(t, !t->in_background);
	if (t->in_background) /* SIGCONT without fg: the terminal is not this program's before that */
		return;
	screen_enter(&t->screen);
	on_resize(t, signo);
}

/* Stops the whole process group, as the terminal would; kill returns after fg. */
static void tui_suspend(struct tui *t)
{
	tui_watch_signals(t, false);
	screen_leave(&t->screen);
	kill(0, SIGTSTP);
	tui_return(t);
}

static void on_suspend(void *ctx, int signo)
{
	tui_suspend(ctx);
}

void tui_watch_signals(struct tui *t, bool on)
{
	loop_signal(t->loop, SIGWINCH, on ? on_resize : NULL, t);
	loop_signal(t->loop, SIGTSTP, on ? on_suspend : NULL, t);
	loop_signal(t->loop, SIGCONT, on ? on_continue : NULL, t);
}

void tui_watch_input(struct tui *t, bool on)
{
	struct tui_input *in = t->input;

	if (on && !in->watch)
		in->watch = loop_watch(t->loop, t->screen.fd_in, POLLIN, in->on_readable, t);
	if (!on)
		watch_stop(in->watch);
	in->watch = on ? in->watch : NULL;
}

void tui_leave(struct tui *t)
{
	t->in_background = true;
	tui_watch_signals(t, false);
	tui_watch_input(t, false);
	screen_leave(&t->screen);
}

void tui_return(struct tui *t)
{
	tui_watch_signals(t, true);
	on_continue(t, SIGCONT);
}

static void on_alone(void *ctx)
{
	struct tui *t = ctx;

	t->chord = NULL;
	tui_suspend(t);
}

void tui_suspend_soon(struct tui *t)
{
	if (!t->options.host || !t->options.host->detach) {
		tui_suspend(t);
		return;
	}
	tui_hint(t, "d detaches; Ctrl-Z again suspends at once");
	t->chord = loop_after(t->loop, CHORD_MS, on_alone, t);
}

void tui_detach(struct tui *t)
{
	slash_run(&t->commander, "/detach");
}

enum handled tui_suspend_key(struct tui *t, unsigned key)
{
	if (!t->chord)
		return KEY_PASSED;
	timer_stop(t->chord);
	t->chord = NULL;
	if (key == 'd')
		tui_detach(t);
	else
		tui_suspend(t);
	return KEY_TAKEN;
}
