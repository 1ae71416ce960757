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
#include "tools/tool.h"

struct job {
	char id[24];		 /* "" until it is in the background */
	char *command;		 /* (owned) */
	struct process *process; /* NULL: ended */
	struct process_exit exit;
	bool confined;
	int64_t started_ms;
	struct output out; /* since the start, or since it was last read */
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

bool jobs_full(const struct jobs *jobs, size_t max); /* so many run already */
/* Gives the job its id and keeps it; of those that ended at most `max` are kept. */
void jobs_keep(struct jobs *jobs, struct job *job /* steals */, size_t max);
struct job *jobs_find(const struct jobs *jobs, const char *id);
void jobs_names(const struct jobs *jobs, struct buf *out); /* "job-1, job-3" */
/* What watches the files for commands; made when first asked for. */
struct command_changes *jobs_changes(struct jobs *jobs, struct tool_host *host);
void jobs_remove(struct jobs *jobs, struct job *job); /* forgets it, does not free it */

#endif
