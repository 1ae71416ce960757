/* SPDX-License-Identifier: MIT
 * A tool and a call of it. A tool is one row, mostly in a file of its own; its description is prompts/tools/NAME.md,
 * the schema of its arguments config/schemas/tools/NAME.json, and arguments are checked before start. A tool
 * never fails the turn: its error is its result, written for the model, naming the next step.
 *
 * Here: what all tools share: the row, the call, the result, schemas of arguments, and the set that
 * a session has.
 * Not here: each tool (tools/read, tools/edit, tools/command, tools/web), other names for them
 * (tools/dialect), leave to run a call (src/agent), tools of the plan and of roadmaps (src/plan,
 * src/roadmap).
 */
#ifndef TOOLS_TOOL_H
#define TOOLS_TOOL_H

#include "base/core/buf.h"
#include "base/error.h"
#include "config/settings.h"
#include "loop/loop.h"
#include "session/event/event_data.h"
#include "session/session.h"
#include "tools/tool_result.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission.h"

struct plan;
struct sandbox;
struct jobs;
struct planning_run;
struct skills;
struct mcp;
struct call;
struct tool_host;
struct changing;

struct tool { /* what is optional may be NULL */
	const char *name;
	enum tool_class class;
	/* Optional: the class of a call with these arguments, never wider than `class`: reading the output
	 * of a command already allowed asks nobody. Callers use tool_class_of. */
	enum tool_class (*class_of)(const json_t *args);
	bool takes_results;  /* its texts may name earlier results: see result_reference.h */
	const char *setting; /* the setting whose number its description names; NULL: none */
	/* Names of what a planning tool needs to be there, and of what it makes. NULL-terminated; NULL: none. */
	const char *const *prerequisites, *const *produces;
	/* Without `describe`: the argument whose value follows the tool's name in its line for people. */
	const char *names;
	/* Optional: appends one line for people, "edit_file src/csv.c:88-91", without the +/- of a diff not yet
	 * made. Callers use tool_line. */
	void (*describe)(const json_t *args, struct buf *line);
	/* Optional, where the argument `path` does not say it: returns the paths a call is about, for the
	 * permission rules: an array, new reference. */
	json_t *(*paths)(const json_t *args);
	/* Optional: appends what the question's card shows below the line (a diff, the folder a command
	 * runs in). May read, never writes. False: the call cannot work at all; then c->result is filled
	 * in as by start, the call is finished (without on_finish) and nothing is asked. What it keeps in
	 * c->state is exactly what start will do, or refuse to do if files have changed since. */
	bool (*preview)(struct call *c, struct buf *detail);
	/* Only of a tool that changes files: how it does, see edit/file_change.h. */
	const struct changing *changing;
	/* Fills c->result and calls call_finish, now or later. A tool that changes files emits their file_change
	 * events itself. */
	void (*start)(struct call *c);
	/* Optional: long work in the process, at most 5 ms a step. The loop calls it after start until it
	 * returns false; a call that is not finished by then has failed. */
	bool (*step)(struct call *c);
	/* Optional, for a tool that asks: takes the person's answer {choice, text?, arguments?, by}
	 * (borrowed) to what the running call put into c->question. */
	void (*answer)(struct call *c, const json_t *answer);
	/* Optional, of a tool that has no file in prompts/tools: returns {description, inputSchema}. New reference. */
	json_t *(*definition)(const struct tool *tool);
	/* Optional, of a tool whose calls stand for calls of another tool: returns that tool, and in *inner its
	 * checked arguments, a new reference. NULL: why says, for the model, what is wrong. */
	const struct tool *(*stands_for)(
	    struct tool_host *host, const json_t *args, json_t **inner, struct buf *why);
	/* Optional: called when the call is finished or cancelled, unless c->state is NULL. Frees what preview or
	 * start put there (the runner then clears it); must not call call_finish. */
	void (*stop)(struct call *c);
};

struct tool_host { /* what tools work with, all (borrowed) */
	/* Most bytes of one result, where tools.result_bytes allows more; 0: that setting alone counts. */
	size_t result_bytes;
	struct loop *loop;
	struct session *session;
	struct settings *settings;
	struct workspace *workspace;
	struct permissions *permissions;
	struct sandbox *sandbox; /* of commands; NULL: they are not confined */
	struct plan *plan;
	const char *goal;      /* first line of the running turn's prompt; NULL outside a turn */
	struct jobs *jobs;     /* commands in the background */
	struct skills *skills; /* NULL: there are none */
	struct mcp *mcp;       /* MCP servers; NULL: there are none */
	struct planning_run *planning; /* of the roadmap turn that runs; NULL: none does */
};

struct call {
	const struct tool *tool; /* static */
	struct tool_host *host;	 /* (borrowed) */
	const char *id;		 /* (borrowed) the model's call id */
	json_t *args;		 /* (owned) validated */
	struct result result;	 /* (owned) freed by call_free */
	bool quoted;		 /* maybe only quoted by the model from something it was given */
	bool asked;		 /* a person said yes to this very call */
	bool unconfined;	 /* a command of the user's own: not in the sandbox */
	bool may_go_back;	 /* the user may send it to the background while it runs */
	bool finished;
	/* The tool's own, from preview or start to finish or stop. For class TOOL_ASKS the agent puts the
	 * person's answer there before call_start: a json_t * {choice, text}, which stays the agent's;
	 * NULL means that there is nobody to ask. Tools never wait, so the asking (ask_await) is the
	 * agent's. */
	void *state;
	/* (owned) A question of a call that runs: the agent takes it and asks; `asking` until its answer is
	 * there. */
	json_t *question;
	bool asking;
	void (*on_finish)(struct call *c, void *ctx);
	void *ctx;
	/* What follows is private to the runner. */
	struct work *work;
	struct live_output *live;
	int64_t started_us;  /* monotonic */
	int64_t duration_ms; /* set when it is finished or stopped */
	bool busy;	     /* inside start or step: on_finish waits until it returned */
};

/* ---- The runner ---- */

/* Fills c. args: stolen; tool, host and id are borrowed until call_free. */
void call_init(
    struct call *c, const struct tool *tool, struct tool_host *host, const char *id, json_t *args);
/* Starts the call and its steps. on_finish is called once, as the last thing done with the call, maybe
 * before call_start returns; it may free the call. */
void call_start(struct call *c, void (*on_finish)(struct call *c, void *ctx), void *ctx);
/* Cancels the call, even one that was only previewed; does nothing if it has finished. on_finish is not
 * called. c->result.text may then hold the output so far. */
void call_stop(struct call *c);
/* Stops a call that has not finished, and frees args and result. c itself is the caller's. */
void call_free(struct call *c);
/* Returns the class of a call with these arguments. */
enum tool_class tool_class_of(const struct tool *tool, const json_t *args);

/* ---- For tools ---- */

/* Ends a call whose result is filled in: the last thing a tool does with it, since on_finish may free c.
 * Does nothing if the call has finished. */
void call_finish(struct call *c);
/* Finishes the call as a success with this text; summary (malloced) is stolen. */
void call_succeed(struct call *c, const char *text, size_t len, char *summary);
/* Finishes the call as failed: ok false, the message as its text, and its first line as summary. Returns false. */
bool call_fail(struct call *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Shows output of a running call to those who watch: made safe, sent as tool_output events. */
void call_output(struct call *c, const char *bytes, size_t len);

/*
 * Output of a running call on its way to the sinks: made safe, secrets replaced, and thinned out. The first
 * bytes go at once; what follows within LIVE_MS waits for the timer, and of what waits only the last LIVE_BYTES
 * are shown (the result keeps more than the screen can follow).
 */
#define LIVE_MS 33
#define LIVE_BYTES ((size_t)16 << 10)

struct live_output;
/* host and call_id are borrowed until live_output_free. */
struct live_output *live_output_new(struct tool_host *host, const char *call_id);
/* Takes raw bytes; a tool_output event of the call follows, at once or by the timer. */
void live_output_add(struct live_output *l, const char *bytes, size_t len);
/* flush: shows what still waits; else it is dropped. NULL is accepted. */
void live_output_free(struct live_output *l, bool flush);

/* Appends one line that tells people what a call with these arguments does. */
void tool_line(const struct tool *tool, const json_t *args, struct buf *line);

#endif
