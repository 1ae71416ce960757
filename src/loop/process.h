/* SPDX-License-Identifier: MIT
 * Child processes: every child of this program starts here, made by its spawner (spawner.h). Own
 * session and process group (so no program finds a terminal to ask on or to draw over), default
 * signal handling and empty mask, no descriptor but 0-2, an allow-listed environment. It ends with
 * this program, however that ends, and so does all it started. A child is done when it was reaped
 * and its pipes ended, or 200 ms after it was reaped (a grandchild may hold a pipe for ever).
 */
#ifndef LOOP_PROCESS_H
#define LOOP_PROCESS_H

#include "base/error.h"
#include "loop/loop.h"

struct process;

enum process_stdin {
	PROCESS_STDIN_NONE, /* /dev/null */
	PROCESS_STDIN_PIPE, /* process_write, process_close_stdin */
	/* All three are the program's terminal, in the foreground and the same session: an editor. */
	PROCESS_STDIN_TTY,
};

struct process_exit;

/* Everything is borrowed for the call of process_start; ctx until done or process_stop. */
struct process_spec {
	const char *const *argv; /* ended by NULL; argv[0] is looked up in PATH */
	int cwd_fd;		 /* folder to start in; -1: the program's own */
	/* Names of environment variables that are handed on, "LC_*" for all that begin so, ended by NULL;
	 * NULL: PATH HOME USER LOGNAME SHELL LANG LC_* TZ TMPDIR TERM. */
	const char *const *keep;
	const char *const *set; /* "NAME=value" added, ended by NULL; NULL: none */
	enum process_stdin in;
	bool merge;	  /* stderr into stdout, in order */
	bool sweep;	  /* what is left of its group when it is done is killed */
	int death_signal; /* when the parent dies: SIGKILL for commands, SIGTERM for delegates */
	/* What the child is held to, as the spawner's launch_confined reads it (sandbox/confine.h).
	 * 0 bytes: not confined. A confined child has always a session of its own. */
	const void *confine;
	size_t confine_bytes;
	int timeout_ms; /* 0: none. Then TERM to the group, 2 s grace, KILL; exit.timed_out */
	/* Bytes as they came, borrowed for the call; stream 1 or 2. NULL: they are thrown away. Never
	 * called after process_stop or done. */
	void (*output)(void *ctx, int stream, const char *data, size_t len);
	/* The child is done; the process is freed when this returns. NULL: nobody asks. */
	void (*done)(void *ctx, const struct process_exit *exit);
	void *ctx;
};
struct process_exit {
	int status; /* exit status, or 128 + signal */
	int signo;  /* 0: it exited */
	bool timed_out;
	/* The setting of the limit it was ended for, or "reading alone"; static. NULL: for none. */
	const char *over;
	char lost[200]; /* the path that the sandbox held no longer, for which it ended; "": none */
	int64_t duration_ms;
};

/* NULL: it could not be started (no such program, no more processes), e says why, and done is not
 * called. The process belongs to the loop: it ends with done or with process_stop, and must not be
 * used afterwards. */
struct process *process_start(struct loop *l, const struct process_spec *spec, struct error *e);
int process_id(const struct process *p);
void process_untimed(struct process *p); /* drops timeout_ms: it may run for as long as it likes */
/* Writes a copy of data to its stdin, queued up to 64 MiB. False: its stdin is gone, or the queue is
 * full and nothing was added. */
bool process_write(struct process *p, const void *data, size_t len);
void process_close_stdin(struct process *p); /* after what is queued */
/* Ends the child: TERM to its group, KILL after grace_ms. Returns at once, the loop goes on reaping;
 * no callback comes afterwards. NULL is accepted. */
void process_stop(struct process *p, int grace_ms);
/* A condition for loop_await, ctx is the loop: no stopped child that ends others itself (death_signal
 * TERM) still has its grace. Awaited before loop_free, which kills what is left. */
bool processes_settled(void *loop);

#endif
