/*
 * Commands: a shell, what came out of it, how it ended. A job belongs to the call that started it
 * until that call put it into the background; from then on to struct jobs, until it is stopped,
 * makes room for others after its end, or the program ends.
 */
#ifndef TOOLS_JOBS_H
#define TOOLS_JOBS_H

#include "loop/process.h"
#include "tools/command_changes.h"
#include "tools/command_output.h"
#include "tools/live_output.h"
#include "tools/tool.h"

struct job {
	char id[24];		 /* "" until it is in the background */
	char *call;		 /* (owned) that started it; NULL until it is in the background */
	char *command;		 /* (owned) */
	struct process *process; /* NULL: ended */
	struct process_exit exit;
	bool confined;
	int64_t started_ms;
	const char *stopped_by;	   /* model, user, agent; NULL: it was not stopped */
	bool ended_told;	   /* the model knows that it is over */
	struct command_output out; /* since the start, or since it was last read */
	struct tool_host *host;	   /* (borrowed) */
	struct live_output *live;  /* (owned) once it is in the background */
	/* Who listens; all NULL while nobody does. `ended` may free the job. */
	void (*came)(struct job *job, const char *data, size_t len);
	void (*ended)(struct job *job);
	void *ctx;
};

struct job_wish {
	const char *command;
	int timeout_ms;	 /* 0: none */
	bool unconfined; /* not in the host's sandbox */
	bool network;	 /* in the sandbox, but with the network */
};
/* Starts a command in the workspace. NULL: e. */
struct job *job_start(struct tool_host *host, const struct job_wish *wish, struct error *e);
void job_free(struct job *job, int grace_ms); /* ends what runs; NULL is accepted */

bool job_ok(const struct job *job);			/* it runs, or ended with exit 0 */
const char *job_stop_words(const char *by);		/* "stopped by the user" */
void job_state(const struct job *job, struct buf *out); /* "running", "exit 2" */
/* Fills the result of a call from how a job stands and what it said since it was last read. */
void job_report(struct call *c, const struct job *job);

/* As many as tools.background_max run already. False: e names them. */
bool jobs_have_room(const struct tool_host *host, struct error *e);
/* Gives the job its id and keeps it: event job says so, and again when it is over. Of those that ended as
 * many are kept as may run. by: who sent it there, model or user. */
void jobs_keep(
    struct tool_host *host, struct job *job /* steals */, const char *call, const char *by);
/* Ends one that runs; it stays in the list. by: model, user, or agent: the agent ends. */
void job_stop(struct job *job, const char *by /* borrowed */);
struct job *jobs_find(const struct jobs *jobs, const char *id);
struct job *jobs_find_call(const struct jobs *jobs, const char *call);
struct job *jobs_at(const struct jobs *jobs, size_t i); /* NULL past the end */
void jobs_number_from(struct jobs *jobs, int made);	/* the numbers up to this one are taken */
/* The command that runs in the foreground and may be sent to the background by leave (false: e); NULL:
 * there is none. */
void jobs_foreground(struct jobs *jobs, bool (*leave)(void *ctx, struct error *e), void *ctx);
bool jobs_send_back(struct jobs *jobs, struct error *e);
void jobs_names(const struct jobs *jobs, struct buf *out); /* "job-1, job-3" */
/* What watches the files for commands; made when first asked for. */
struct command_changes *jobs_changes(struct jobs *jobs, struct tool_host *host);
void jobs_remove(struct jobs *jobs, struct job *job); /* forgets it, does not free it */

#endif
