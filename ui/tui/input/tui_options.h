/* SPDX-License-Identifier: MIT
 * The options of a screen. All are borrowed and must outlive the screen. */
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
	struct sandbox *sandbox; /* of commands; NULL: none */
	const char *held; /* the sandbox, in words, of a session in another process; else NULL */
	const struct chat_host *host; /* calls to the program; NULL: none */
	const char *backend_line;     /* first row of the feed; may be NULL */
	const char *draft;	      /* the input's first text; may be NULL */
	const char *command;	      /* run at first: "/resume"; may be NULL */
	const char *prompt;	      /* sent at first; may be NULL */
	bool choose_model; /* none is set: the first prompt asks for one (slash_choose_model) */
	struct workspace *workspace; /* its files are completed; NULL: none */
	const char *cwd;	     /* the session's folder; may be NULL */
	bool saves; /* the session should be stored: the status line says if it is not */
	bool replay;
	bool recorded; /* replay: on no terminal (tui_record), looking as the chat did */
	struct event_source *past; /* replay: what is shown */
	/* Replay: forks the session at event seq, with its files in the new folder unless that is
	 * NULL. fork NULL: it cannot be forked. */
	void (*fork)(void *ctx, int64_t seq, const char *folder);
	void *fork_ctx;
	double speed;	  /* replay: 1: as recorded; 0: as fast as possible */
	int64_t from, to; /* replay: first and last event shown; 0: all */
};

#endif
