/* SPDX-License-Identifier: MIT */
/* What a screen is started with. All of it is borrowed and outlives the screen. */
#ifndef UI_TUI_INPUT_TUI_OPTIONS_H
#define UI_TUI_INPUT_TUI_OPTIONS_H

#include "config/settings.h"
#include "session/event_source.h"
#include "session/session.h"
#include "ui/command/slash.h"
#include "workspace/file/workspace.h"

struct sandbox;
struct tui_options {
	struct loop *loop;
	struct session *session; /* intents go to its inbox; NULL in replay */
	struct settings *settings;
	struct sandbox *sandbox; /* what holds; NULL: nothing does */
	const char *held; /* what holds in a session elsewhere, in words; NULL: as sandbox says */
	const struct chat_host *host; /* what only the program can do; NULL: nothing */
	const char *backend_line;     /* first line: which backend, why; may be NULL */
	const char *draft;	      /* what the input holds at first; may be NULL */
	const char *command;	      /* run at first: "/resume"; may be NULL */
	const char *prompt;	      /* sent at first; may be NULL */
	bool choose_model; /* none is set: the first prompt asks for one (slash_choose_model) */
	struct workspace *workspace; /* whose files are completed; NULL: none */
	const char *cwd; /* the workspace: the title before a session says it; may be NULL */
	bool saves;	 /* the session should be stored: the status line says when it is not */
	bool replay;
	bool recorded; /* replay: nobody sits at the screen, which looks as the chat did */
	struct event_source *past; /* replay: what is shown */
	/* Replay: the user wants a session from there; folder: with its files in this new one, or
	   NULL. NULL: cannot be. */
	void (*fork)(void *ctx, int64_t seq, const char *folder);
	void *fork_ctx;
	double speed;	  /* replay: 1 as it was, 0: max */
	int64_t from, to; /* replay: seq; 0: all */
};

#endif
