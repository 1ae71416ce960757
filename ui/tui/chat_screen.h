/*
 * The chat and the replay on the screen: a sink of events and a source of intents. Never calls the agent.
 */
#ifndef UI_TUI_CHAT_SCREEN_H
#define UI_TUI_CHAT_SCREEN_H

#include "config/settings.h"
#include "session/event_source.h"
#include "session/session.h"
#include "ui/command/slash.h"
#include "workspace/workspace.h"

struct tui;
struct tui_options {
	struct loop *loop;
	struct session *session; /* intents go to its inbox; NULL in replay */
	struct settings *settings;
	const char *sandbox;	      /* what holds, in two words; NULL: nothing does */
	const struct chat_host *host; /* what only the program can do; NULL: nothing */
	const char *backend_line;     /* first line: which backend, why */
	const char *draft;	      /* what the input holds at first; may be NULL */
	const char *command;	      /* run at first: "/resume"; may be NULL */
	const char *prompt;	      /* sent at first; may be NULL */
	bool choose_model; /* none is set: the first prompt asks for one (slash_choose_model) */
	struct workspace *workspace; /* (borrowed) whose files are completed; NULL: none */
	const char *cwd; /* the workspace: the title before a session says it; may be NULL */
	bool saves;	 /* the session should be stored: the status line says when it is not */
	bool replay;
	struct event_source *past; /* replay: (borrowed) what is shown */
	/* Replay: the user wants a session from there; folder: with its files in this new one, or
	   NULL. NULL: cannot be. */
	void (*fork)(void *ctx, int64_t seq, const char *folder);
	void *fork_ctx;
	double speed;	  /* replay: 1 as it was, 0: max */
	int64_t from, to; /* replay: 0: all */
};
struct tui *tui_start(
    const struct tui_options *options, struct error *e); /* NULL: no usable terminal, e says why */
struct event_sink tui_sink(struct tui *t);
/* Where the session can be read again, which goes on after event seq, 0: it begins; past: borrowed.
 * The feed is read as somebody scrolls to it. grows: what happens from now on is stored there. */
void tui_past(struct tui *t, struct event_source *past, int64_t seq, bool grows);
/* Runs until the user quits: loop_await inside. Returns the signal that ended it instead, or 0. */
int tui_replay(struct tui *t);
void tui_stop(struct tui *t,
    const char *resume_id /* NULL: none */); /* restores the terminal; prints the transcript's end
						and "agent --resume ID" */
/* Instead, where another screen follows: the terminal stays as it is until tui_start, or until something
 * is printed, or tui_release. */
void tui_hand_over(struct tui *t);
void tui_release(void);

#endif
