/* SPDX-License-Identifier: MIT
 * Child processes, started by the spawner (spawner.h). A child has its own session and process group, so
 * that no program finds a terminal to ask on or to draw over (except PROCESS_STDIN_TTY), default signal
 * handling and an empty mask, no descriptor but 0-2, and an allow-listed environment. It ends with this
 * program, however that ends, and so does everything it started. A child is done when it was reaped and
 * its pipes ended, or 200 ms after it was reaped, as a grandchild may hold a pipe open for ever.
 */
#ifndef LOOP_PROCESS_H
#define LOOP_PROCESS_H

#include "base/error.h"
#include "loop/loop.h"

struct process;

enum process_stdin {
	PROCESS_STDIN_NONE, /* /dev/null */
	PROCESS_STDIN_PIPE, /* written by process_write, closed by process_close_stdin */
	/* For an editor: 0, 1 and 2 are the program's terminal, and the child is in its session and foreground
	 * group, unless it is confined. */
	PROCESS_STDIN_TTY,
};

struct process_exit;

/* Everything is borrowed during process_start; ctx until done or process_stop. */
struct process_spec {
	const char *const *argv; /* ended by NULL; argv[0] is looked up in PATH */
	int cwd_fd;		 /* folder to start in; -1: the program's current folder */
	/* Names of environment variables to pass on ("LC_*": all with that prefix), ended by NULL; NULL: PATH
	 * HOME USER LOGNAME SHELL LANG LC_* TZ TMPDIR TERM. */
	const char *const *keep;
	const char *const *set; /* "NAME=value" to add, ended by NULL; NULL: none */
	enum process_stdin in;
	bool merge;	  /* stderr goes into stdout's pipe, in order */
	bool sweep;	  /* kill what is left of its group when it is done */
	int death_signal; /* when the program dies: SIGKILL for commands, SIGTERM for delegates */
	/* The confinement, as confine_write encodes it (sandbox/confine.h). 0 bytes: not confined. A
	 * confined child always has its own session. */
	const void *confine;
	size_t confine_bytes;
	int timeout_ms; /* 0: none. When it is over: TERM to the group, and KILL 2 s later */
	/* Called with the bytes of stream 1 or 2, borrowed during the call. NULL: output is dropped. Not
	 * called after process_stop or done. */
	void (*output)(void *ctx, int stream, const char *data, size_t len);
	/* Called when the child is done; the process is freed when this returns. May be NULL. */
	void (*done)(void *ctx, const struct process_exit *exit);
	void *ctx;
};
struct process_exit {
	int status; /* exit status, or 128 + signal */
	int signo;  /* the signal that ended it; 0: it exited */
	bool timed_out;
	/* The setting of the limit it was killed for, or "reading alone"; static. NULL: for none. */
	const char *over;
	char lost[200]; /* the path for which it was killed, as in struct launch_status; "": none */
	int64_t duration_ms;
};

/* Starts a child. NULL: it failed (no such program, too many processes), e is set, and done is not
 * called. The process belongs to the loop: it ends with done or process_stop and must not be used
 * afterwards. */
struct process *process_start(struct loop *l, const struct process_spec *spec, struct error *e);
int process_id(const struct process *p);
void process_untimed(struct process *p); /* removes the timeout */
/* Writes a copy of data to the child's stdin; up to 64 MiB are queued. False: stdin is closed, or the
 * queue is full and nothing was added. */
bool process_write(struct process *p, const void *data, size_t len);
void process_close_stdin(struct process *p); /* once the queue is written */
/* Ends the child: TERM to its group, KILL after grace_ms (0: KILL at once). Does not block, the loop reaps
 * it; no callback is called afterwards. NULL is accepted. */
void process_stop(struct process *p, int grace_ms);
/* A `done` for loop_await, with the loop as ctx: true if no stopped child that ends its own children
 * (death_signal SIGTERM) is in its grace period. For use before loop_free, which kills what is left. */
bool processes_settled(void *loop);

#endif
