/* SPDX-License-Identifier: MIT
 * Jobs, that is commands: a shell, its output, how it ended. A job belongs to the call that started it until
 * that call puts it into the background; from then on to struct jobs, until it makes room for others after its
 * end, or the program ends.
 *
 * Here: the tool run_command, jobs in the background, trials of a command before it is asked about,
 * their output, and the record of the files that commands change.
 * Not here: how a child is confined and started (src/sandbox), what a command line would run
 * (workspace/shell), and leave to run it (agent/approval).
 */
#ifndef TOOLS_COMMAND_JOBS_H
#define TOOLS_COMMAND_JOBS_H

#include "config/settings.h"
#include "loop/process.h"
#include "tools/command/command_changes.h"
#include "tools/command/command_output.h"
#include "tools/tool.h"

struct trial;
struct job {
	char id[24];   /* "" until it is in the background */
	char *call;    /* (owned) id of the call that started it; NULL until in the background */
	char *command; /* (owned) */
	struct process *process; /* (owned) NULL: ended */
	struct process_exit exit;
	struct trial *trial;	  /* (owned) the layer it writes to; NULL: none */
	bool confined, asked;	  /* asked: a person said yes to this very command */
	struct job_status {	  /* what its exit status may not tell */
		bool fails_pipes; /* a pipeline has the status of its last command to fail */
		/* As in struct shell_line; without pipefail a pipeline hides a status, too. */
		bool pipes, hides, errors_away;
		bool pipe_cut; /* a writer of a pipeline ended by SIGPIPE, which is no failure */
	} status;
	int64_t started_ms;	   /* monotonic */
	const char *stopped_by;	   /* static: "model", "user", "agent"; NULL: it was not stopped */
	bool ended_told;	   /* the model knows that it is over */
	struct command_output out; /* (owned) since the start, or since the model last read it */
	struct tool_host *host;	   /* (borrowed) */
	struct live_output *live;  /* (owned) while it runs in the background, else NULL */
	/* Callbacks for output and for the end by itself; NULL: none. `ended` may free the job. */
	void (*came)(struct job *job, const char *data, size_t len);
	void (*ended)(struct job *job);
	void *ctx;
};

/* ---- One job ---- */

struct job_wish {
	const char *command; /* (borrowed) a line for the shell */
	int timeout_ms;	     /* 0: none */
	bool unconfined;     /* not in the host's sandbox */
	bool network;	     /* in the sandbox, but with the network */
	bool asked;	     /* a person said yes to this very command */
	bool git_config;     /* in the sandbox, but it may change the repository's configuration */
	/* No trial, or one: what it writes is thrown away (CHILD_TRIAL); without a layer for that it cannot write. */
	enum job_trial {
		JOB_IN_EARNEST,
		JOB_TRIED_READING, /* it is ended where it would write (CHILD_TRIAL_READS) */
		JOB_TRIED,
		JOB_TRIED_KEEPING_TMP /* but what it writes to the private /tmp stays */
	} trial;
};
/* Returns the path of the shell that runs commands; borrowed from the settings or static. */
const char *command_shell(const struct settings *s);
/* Starts a command in the workspace; host is borrowed until the job is freed. NULL: e says why not. */
struct job *job_start(struct tool_host *host, const struct job_wish *wish, struct error *e);
/* Ends the command if it runs (it has grace_ms to end by itself before it is killed), and frees the job;
 * neither `came` nor `ended` is called. NULL is accepted. */
void job_free(struct job *job, int grace_ms);
/* Ends a running job of the background list, with two seconds of grace; it stays in the list, and the event
 * `job` says that it is over. by: a static string: "model", "user", or "agent" (the agent ends). */
void job_stop(struct job *job, const char *by);

/* Whether it runs, or ended by itself with exit 0. */
bool job_ok(const struct job *job);
/* Appends the state of the job in words: "running", "exit 2", "timed out". */
void job_state(const struct job *job, struct buf *out);
/* Returns the state of a job that was stopped by this one: "stopped by the user". A static string. */
const char *job_stop_words(const char *by);
/* Fills in a call's result from a job's state and its output since it was last read. cut: takes the place of the state
 * if the command was interrupted; else NULL. */
void job_report(struct call *c, const struct job *job, const char *cut);

/* ---- Those in the background ---- */

/* Returns an empty list of jobs. Never NULL. */
struct jobs *jobs_new(void);
/* Kills the jobs that run, and frees all. NULL is accepted. */
void jobs_free(struct jobs *jobs);

/* Whether fewer than tools.background_max run. False: e names the jobs of the list. */
bool jobs_have_room(const struct tool_host *host, struct error *e);
/* Adds a job to the list and gives it an id; the event `job` says so, and again when it is over. Of jobs that
 * ended, the newest are kept, as many as may run. call: the id of the call that started it. by: who sent it
 * to the background, "model" or "user". */
void jobs_keep(
    struct tool_host *host, struct job *job /* steals */, const char *call, const char *by);
/* Both return a job of the list, borrowed until the next jobs_keep or jobs_remove; NULL: there is none. jobs_find: by
 * its id, or by that of the call that started it; one of both is NULL. jobs_at: oldest first. */
struct job *jobs_find(const struct jobs *jobs, const char *id, const char *call);
struct job *jobs_at(const struct jobs *jobs, size_t i);
/* Takes a job off the list; the caller owns it then. */
void jobs_remove(struct jobs *jobs, struct job *job);
/* Appends the ids, "job-1, job-3", of those that run, or of all. */
void jobs_names(const struct jobs *jobs, bool running, struct buf *out);
/* Makes ids begin above this number, in a resumed session that has used them. */
void jobs_number_from(struct jobs *jobs, int made);

/* Sets the callback that sends the command in the foreground to the background; NULL: no command is there. */
void jobs_foreground(struct jobs *jobs, bool (*leave)(void *ctx, struct error *e), void *ctx);
/* Sends the command in the foreground to the background. False: there is none, or it cannot be; e says which. */
bool jobs_send_back(struct jobs *jobs, struct error *e);

/* Looks for what commands planted (sandbox/planted.h), warns of what it set aside, then calls done (may be NULL),
 * maybe at once. accept: all that is there stays, unless a watched job ran in the background since the last look. */
void jobs_look(struct tool_host *host, bool accept, void (*done)(void *ctx), void *ctx);
/* Lets a look under way go on without calling its done. */
void jobs_look_leave(struct tool_host *host);
/* Whether what a job plants is set aside: it is confined, nobody was asked about it, and `approve` is not "all". */
bool job_is_watched(const struct job *job);

/* Returns the recorder of what commands change, made on the first call and freed with jobs. Borrowed. */
struct command_changes *jobs_changes(struct jobs *jobs, struct tool_host *host);
/* Sets a variable, "NAME=VALUE", for all commands from now on; ignores anything else. */
void jobs_variable(struct jobs *jobs, const char *variable);

#endif
