/* SPDX-License-Identifier: MIT
 * Commands: a shell, what came out of it, how it ended. A job belongs to the call that started it until that
 * call put it into the background; from then on to struct jobs, until it makes room for others after its end,
 * or the program ends.
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
	char id[24];		 /* "" until it is in the background */
	char *call;		 /* (owned) that started it; NULL until it is in the background */
	char *command;		 /* (owned) */
	struct process *process; /* (owned) NULL: ended */
	struct process_exit exit;
	struct trial *trial;	  /* (owned) what it wrote in a layer; NULL: it has none */
	bool confined, asked;	  /* asked: a person said yes to this very command */
	struct job_status {	  /* what its exit status may not tell */
		bool fails_pipes; /* a pipe has the status of what failed in it last */
		bool pipes, hides, errors_away; /* as in struct shell_line */
		bool pipe_cut; /* one of a pipe ended because nobody read on, which is no failure */
	} status;
	int64_t started_ms;	   /* monotonic */
	const char *stopped_by;	   /* static: model, user, agent; NULL: it was not stopped */
	bool ended_told;	   /* the model knows that it is over */
	struct command_output out; /* (owned) since the start, or since it was last read */
	struct tool_host *host;	   /* (borrowed) */
	struct live_output *live;  /* (owned) while it runs in the background, else NULL */
	/* Who listens; all NULL while nobody does. `ended` may free the job. */
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
	bool asked;	     /* a person said yes to it */
	bool git_config;     /* in the sandbox, but it may change the repository's configuration */
	/* What it writes is thrown away (CHILD_TRIAL); where there is no layer for that, it writes nowhere. */
	enum job_trial {
		JOB_IN_EARNEST,
		JOB_TRIED_READING, /* it is ended where it would write (CHILD_TRIAL_READS) */
		JOB_TRIED,
		JOB_TRIED_KEEPING_TMP
	} trial;
};
/* Returns the path of the shell that runs commands; borrowed from the settings or static. */
const char *command_shell(const struct settings *s);
/* Starts a command in the workspace; host is borrowed until the job is freed. NULL: e. */
struct job *job_start(struct tool_host *host, const struct job_wish *wish, struct error *e);
/* Ends what runs, which has grace_ms to end by itself before it is killed, and frees the job; neither
 * `came` nor `ended` is called. NULL is accepted. */
void job_free(struct job *job, int grace_ms);
/* Ends one that runs in the background, with two seconds of grace; it stays in the list, and the event job
 * says that it is over. by: a static string, model, user, or agent (the agent ends). */
void job_stop(struct job *job, const char *by);

/* Whether it runs, or ended by itself with exit 0. */
bool job_ok(const struct job *job);
/* Appends how it stands: "running", "exit 2", "timed out". */
void job_state(const struct job *job, struct buf *out);
/* Returns how one that was stopped stands, "stopped by the user"; a static string. */
const char *job_stop_words(const char *by);
/* Fills the result of a call from how a job stands and what it said since it was last read. cut: what is said of one
 * that was cut, or NULL. */
void job_report(struct call *c, const struct job *job, const char *cut);

/* ---- Those in the background ---- */

/* None runs yet. Never NULL. */
struct jobs *jobs_new(void);
/* Ends at once what runs. NULL is accepted. */
void jobs_free(struct jobs *jobs);

/* Whether fewer than tools.background_max run. False: e names those that do. */
bool jobs_have_room(const struct tool_host *host, struct error *e);
/* Takes the job from its call and gives it its id; the event job says so, and again when it is over. Of
 * those that ended as many are kept as may run. call: the id of the call. by: who sent it to the
 * background, model or user. */
void jobs_keep(
    struct tool_host *host, struct job *job /* steals */, const char *call, const char *by);
/* Both return a job of the list, borrowed until the next jobs_keep or jobs_remove; NULL: there is none. jobs_find: of
 * this id, or of the call that started it; the other is NULL. jobs_at: oldest first. */
struct job *jobs_find(const struct jobs *jobs, const char *id, const char *call);
struct job *jobs_at(const struct jobs *jobs, size_t i);
/* Takes a job off the list, which is the caller's then. */
void jobs_remove(struct jobs *jobs, struct job *job);
/* Appends the ids: "job-1, job-3". */
void jobs_names(const struct jobs *jobs, struct buf *out);
/* Takes ids up to this number as used, in a session that goes on. */
void jobs_number_from(struct jobs *jobs, int made);

/* Says how the command that runs in the foreground is sent to the background; leave NULL: none runs. */
void jobs_foreground(struct jobs *jobs, bool (*leave)(void *ctx, struct error *e), void *ctx);
/* Sends it there. False: none runs, or leave refused; e. */
bool jobs_send_back(struct jobs *jobs, struct error *e);

/* Looks for what commands planted (sandbox/planted.h), tells what is set aside, then calls done, maybe at once (NULL:
 * nobody waits). accept: all that is there stays, unless a command that is watched runs or ran since the last look. */
void jobs_look(struct tool_host *host, bool accept, void (*done)(void *ctx), void *ctx);
/* Lets a look under way go on without calling its done. */
void jobs_look_leave(struct tool_host *host);
/* Whether what a job plants is set aside: it is confined, nobody was asked about it, and the mode is not all. */
bool job_is_watched(const struct job *job);

/* Returns what watches the files for commands, made when first asked for and freed with jobs.
 * Borrowed. */
struct command_changes *jobs_changes(struct jobs *jobs, struct tool_host *host);

/*
 * Environment variables that settings name, for a child process.
 */
/* Commands have this variable, NAME=VALUE, from now on; what is none is passed over. */
void jobs_variable(struct jobs *jobs, const char *variable);
/* "NAME=value" for each name that the settings in `lists` (their keys, NULL-terminated) hold and the
 * environment has, but for those of `more` ({NAME: value}; NULL: none), which come behind. A value of the environment with a secret of the program in it is left out, whoever names it. The array is
 * NULL-terminated and never NULL; to be freed, with its strings, by environment_free. */
char **environment_new(const struct settings *s, const char *const *lists, const json_t *more);
/* set: not NULL. */
void environment_free(char **set);

#endif
