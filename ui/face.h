/*
 * The faces. Each is a sink of events; the chat is also a source of intents. None calls the agent.
 */
#ifndef UI_FACE_H
#define UI_FACE_H

#include <stdio.h>
#include "config/settings.h"
#include "session/session.h"
#include "session/past.h"
#include "ui/command.h"
#include "ui/model.h"
#include "workspace/workspace.h"

/* plain.c: the tagged feed as lines, for --ask (stderr) and replay without a terminal. */
struct plain;
struct plain_options {
	FILE *out;
	bool color;
	bool answer; /* also print the answer (replay, screen readers); --ask prints it itself on
			stdout */
	bool asked;  /* open questions are shown by somebody else (cli/asker.h) */
	bool ascii;  /* no glyphs beyond ASCII */
	const char *theme; /* the setting; NULL: auto */
};
struct plain *plain_new(const struct plain_options *options);
struct event_sink plain_sink(struct plain *p);
/* The end of a transcript that was on a screen: the lines of its last turn, at most `rows`. */
void plain_print_end(const struct plain_options *options, const struct ui_model *m, int rows);
/* Commands as lines: pages are printed, lists too. The rest (loop, session, settings, host, quit) is
 * the caller's. */
void plain_commander(struct plain *p, struct commander *out);
void plain_lines(struct plain *p, const struct lines *l);
void plain_free(struct plain *p);

/* jsonl.c: events.md lines. live: deltas and other live-only events too. */
struct jsonl;
struct jsonl *jsonl_new(FILE *out, bool live);
struct event_sink jsonl_sink(struct jsonl *j);
bool jsonl_closed(const struct jsonl *j); /* the reader is gone (EPIPE) */
void jsonl_free(struct jsonl *j);

/* tui/: the chat. */
struct tui;
struct tui_options {
	struct loop *loop;
	struct session *session; /* intents go to its inbox; NULL in replay */
	struct settings *settings;
	const struct chat_host *host; /* what only the program can do; NULL: nothing */
	const char *backend_line;     /* first line: which backend, why */
	const char *draft;	      /* what the input holds at first; may be NULL */
	const char *command;	      /* run at first: "/resume"; may be NULL */
	struct workspace *workspace;  /* (borrowed) whose files are completed; NULL: none */
	const char *cwd; /* the workspace: the title before a session says it; may be NULL */
	bool saves;	 /* the session should be stored: the status line says when it is not */
	bool replay;
	struct past *past; /* replay: (borrowed) what is shown */
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
void tui_past(struct tui *t, struct past *past, int64_t seq, bool grows);
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
