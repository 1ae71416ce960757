/*
 * A tool: one file, one row. Its description is prompts/tools/NAME.md, its argument schema
 * config/schemas/tools/NAME.json; arguments are validated before start. A tool never fails the
 * turn: its error is its result, written for the model, naming the next step.
 */
#ifndef TOOLS_TOOL_H
#define TOOLS_TOOL_H

#include "base/buf.h"
#include "base/error.h"
#include "config/settings.h"
#include "loop/loop.h"
#include "session/session.h"
#include "workspace/permission.h"
#include "workspace/workspace.h"

struct plan;
struct jobs;
struct call;

enum tool_class { TOOL_READS, TOOL_WRITES, TOOL_RUNS, TOOL_ASKS, TOOL_PLANS, TOOL_NETWORK };

struct result {
	bool ok;
	double confidence;    /* < 0: not stated */
	json_t *explanations; /* (owned) or NULL */
	json_t *data; /* (owned) object for programs, or NULL; "read": {path, size, mtime_ns, inode,
			 hash} is a read stamp */
	struct buf text; /* what the model is told; sanitised, tags of the tail neutralised, within
			    tools.result_bytes */
	char *summary;	 /* (owned) for the feed after [Obs]: "3 matches in src/csv.c, src/qif.c";
			    names its objects */
	size_t full_bytes; /* > 0: text was cut from this many bytes; the rest is at ref */
	char ref[40];	   /* readable by read_file: "blob:..." */
};

struct tool {
	const char *name;
	enum tool_class class;
	const char *const *prerequisites, *const *produces; /* NULL-terminated or NULL */
	void (*describe)(
	    const json_t *args, struct buf *line); /* one line: "edit_file src/csv.c:88-91" without
						      the +/- of a diff not yet made */
	/* Optional: what the question card shows below the line (a diff, the folder a command runs
	   in). May read, never writes. False: the call cannot work at all; then c->result is filled
	   in like by start and nothing is asked. */
	bool (*preview)(struct call *c, struct buf *detail);
	void (*start)(struct call *c); /* fills c->result and calls call_finish, now or later */
	bool (*step)(struct call *c);  /* long in-process work, at most 5 ms a step, called by the
					  loop after start until false; NULL if none */
	void (*stop)(struct call *c);  /* cancelled: frees what start made; no call_finish; NULL if
					  nothing is to be done */
};

struct tool_host { /* (borrowed) what tools work with */
	struct loop *loop;
	struct session *session;
	struct settings *settings;
	struct workspace *workspace;
	struct permissions *permissions;
	struct plan *plan;
	struct jobs *jobs; /* commands in the background */
};

struct call {
	const struct tool *tool;
	struct tool_host *host;
	const char *id; /* (borrowed) the model's call id */
	json_t *args;	/* (owned) validated */
	struct result result;
	bool finished;
	void *state; /* the tool's own, between start and finish or stop */
	void (*on_finish)(struct call *c, void *ctx);
	void *ctx;
	struct work *work;  /* the runner's */
	int64_t started_ms; /* monotonic */
};

/* The runner: starts a call (and its steps); on_finish is called once, maybe before call_start
 * returns. call_stop: cancelled. Both leave args and result to call_free. */
void call_init(struct call *c, const struct tool *tool, struct tool_host *host, const char *id,
    json_t *args /* steals */);
void call_start(struct call *c, void (*on_finish)(struct call *c, void *ctx), void *ctx);
void call_stop(struct call *c);
void call_free(struct call *c);
/* For tools. */
void call_finish(struct call *c);
void call_fail(struct call *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3))); /* ok false, text, summary, finish */
void call_output(struct call *c, const char *bytes,
    size_t len); /* live output: sanitised, a tool_output event */
/* Foreign bytes into result.text: sanitised, tail tags neutralised; over tools.result_bytes head
 * and tail stay, the whole goes to a blob (full_bytes, ref). */
void result_text(struct call *c, const char *bytes, size_t len);
json_t *result_event(const struct call *c); /* data of the tool_result event; new reference */

/* The set of tools, assembled at run time from the rows each folder exports. */
struct tool_set;
struct tool_set *tool_set_new(void);
void tool_set_add(struct tool_set *set,
    const struct tool *const *rows /* NULL-terminated */); /* rows stay the caller's */
void tool_set_free(struct tool_set *set);
const struct tool *tool_find(
    const struct tool_set *set, const char *name); /* NULL; tool_nearest for the message */
const char *tool_nearest(const struct tool_set *set, const char *name);
const struct tool *tool_at(const struct tool_set *set, size_t i); /* NULL past the end */
json_t *tool_set_describe(const struct tool_set
	*set); /* array of {name, description, parameters} in a fixed order; new reference */
/* Parses and validates arguments as received ("" is {}); new reference, or NULL with the reason,
 * written for the model, in `why`. */
json_t *tool_arguments(const struct tool *tool, const char *text, size_t len, struct buf *why);

extern const struct tool *const workspace_tools[]; /* list_files ... run_command, ask_user: the rows
						      of src/tools, NULL-terminated */

struct jobs *jobs_new(void);
void jobs_free(struct jobs *j); /* ends what runs */

#endif
