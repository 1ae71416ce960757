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
#include "session/event_data.h"
#include "session/session.h"
#include "workspace/permission.h"
#include "workspace/workspace.h"

struct plan;
struct sandbox;
struct jobs;
struct planning_run;
struct call;

/* What of a result's text is the tool's output, so that it can be put into a later call. */
struct output_part {
	size_t before, after; /* bytes of the tool's own words in front of it and behind it */
	bool numbered;	      /* each line has its number and a tab in front */
	bool crlf, open;     /* of numbered lines: they ended with \r\n; the last one did not end */
	const char *missing; /* why it is not all there ("a long line was cut"), or NULL */
};

struct result {
	bool ok;
	bool denied;	   /* it never ran: a rule, the mode, a gate or the user did not let it */
	bool malformed;	   /* it never ran: no such tool, no arguments, or out of turn */
	bool exited;	   /* its command ran to its end, and ok is what the exit status says */
	double confidence; /* < 0: not stated */
	json_t *explanations; /* (owned) or NULL */
	json_t *data; /* (owned) object for programs, or NULL; "read": {path, size, mtime_ns, inode,
			 hash} is a read stamp */
	struct buf text; /* what the model is told; sanitised, tags of the tail neutralised, within
			    tools.result_bytes */
	char *summary;	 /* (owned) for the feed after [Obs]: "3 matches in src/csv.c, src/qif.c";
			    names its objects */
	struct output_part output;
	size_t full_bytes; /* > 0: text was cut from this many bytes; the rest is at ref */
	char ref[40];	   /* readable by read_file: "blob:..." */
};

struct tool {
	const char *name;
	enum tool_class class;
	/* Optional: the class of this very call, never wider than `class`: reading the output of a
	   command already allowed asks nobody. See tool_class_of. */
	enum tool_class (*class_of)(const json_t *args);
	bool takes_results; /* its texts may name earlier results: see result_reference.h */
	const char *const *prerequisites, *const *produces; /* NULL-terminated or NULL */
	void (*describe)(
	    const json_t *args, struct buf *line); /* one line: "edit_file src/csv.c:88-91" without
						      the +/- of a diff not yet made */
	/* Optional, where `path` does not say it: the paths a call is about, for the rules. New reference
	   to an array. */
	json_t *(*paths)(const json_t *args);
	/* Optional: what the question card shows below the line (a diff, the folder a command runs
	   in). May read, never writes. False: the call cannot work at all; then c->result is filled
	   in like by start, the call is finished (without on_finish) and nothing is asked. What it
	   keeps in c->state is exactly what start will do, or refuse to do when the ground moved.
	 */
	bool (*preview)(struct call *c, struct buf *detail);
	void (*start)(struct call *c); /* fills c->result and calls call_finish, now or later */
	bool (*step)(struct call *c);  /* long in-process work, at most 5 ms a step, called by the
					  loop after start until false; NULL if none */
	/* The person's answer {choice, text?, arguments?, by} to what the running call put into
	   c->question; NULL if it never asks. */
	void (*answer)(struct call *c, const json_t *answer);
	void (*stop)(struct call *c); /* cancelled: frees what start made; no call_finish; NULL if
					  nothing is to be done */
};

struct tool_host { /* (borrowed) what tools work with */
	size_t
	    result_bytes; /* of one result at most, beside tools.result_bytes; 0: no other limit */
	struct loop *loop;
	struct session *session;
	struct settings *settings;
	struct workspace *workspace;
	struct permissions *permissions;
	struct sandbox *sandbox; /* of commands; NULL: they are not confined */
	struct plan *plan;
	const char *goal;  /* first line of the running turn's prompt; NULL outside a turn */
	struct jobs *jobs; /* commands in the background */
	struct planning_run *planning; /* of the roadmap turn that runs; NULL: none does */
};

struct call {
	const struct tool *tool;
	struct tool_host *host;
	const char *id; /* (borrowed) the model's call id */
	json_t *args;	/* (owned) validated */
	struct result result;
	bool unconfined;  /* a command of the user's own: not in the sandbox */
	bool may_go_back; /* the user may send it to the background while it runs */
	bool finished;
	/* The tool's own, from preview or start to finish or stop. For class TOOL_ASKS the agent
	   puts the person's answer there before call_start: a json_t * {choice, text}, which stays
	   the agent's; NULL means that there is nobody to ask. Tools never wait, so the asking
	   (ask_await) is the agent's. */
	void *state;
	/* A question of a call that runs (owned): the agent takes it and asks; `asking` until its
	   answer is there. */
	json_t *question;
	bool asking;
	void (*on_finish)(struct call *c, void *ctx);
	void *ctx;
	struct work *work; /* from here on the runner's */
	struct live_output *live;
	int64_t started_us, duration_ms; /* monotonic */
	bool busy; /* inside start or step: on_finish waits until it returned */
};

/* The runner: starts a call (and its steps); on_finish is called once, as the last thing done with
 * the call, maybe before call_start returns; it may free the call. call_stop: cancelled, on_finish
 * is not called, and a text the tool leaves in the result is what came until then; also for a call that was previewed and never started. Both leave args and result
 * to call_free, which stops a call that has not finished. A tool that changes a file emits its
 * file_change event itself. */
void call_init(struct call *c, const struct tool *tool, struct tool_host *host, const char *id,
    json_t *args /* steals */);
void call_start(struct call *c, void (*on_finish)(struct call *c, void *ctx), void *ctx);
void call_stop(struct call *c);
void call_free(struct call *c);
enum tool_class tool_class_of(const struct tool *tool, const json_t *args);

/* For tools. call_finish is the last thing a tool does with a call. */
void call_finish(struct call *c);
void call_fail(struct call *c, const char *fmt, ...)
    __attribute__((format(printf, 2, 3))); /* ok false, text, summary, finish */
void call_output(struct call *c, const char *bytes,
    size_t len);				  /* live output: sanitised, a tool_output event */
size_t result_room(const struct tool_host *host); /* bytes the model is told of one result */
/* Sets result.text to foreign bytes: sanitised, tail tags neutralised; over tools.result_bytes head
 * and tail stay, the whole goes to a blob (full_bytes, ref). */
void result_text(struct call *c, const char *bytes, size_t len);
/* Appends what a model sent to a line for people: safe, without line breaks, at most `max`
 * characters. */
void line_add(struct buf *line, const char *s, size_t max);
/* In text that is not the program's own, a tag of the request's tail ("<active-...>") reads
 * "‹active-...>": no file can forge a plan. The second is the way back for text the model copied
 * from such a file; true if anything was changed. */
bool tags_neutralise(struct buf *b);
bool tags_restore(struct buf *b);
/* A read stamp as data {path, size, mtime_ns, inode, hash} (hash: 16 hex digits, "" when not read
 * whole), and back when a session resumes. New reference; false: it is none. */
json_t *stamp_to_json(const char *name, const struct stamp *stamp);
bool stamp_from_json(const json_t *read, struct stamp *out);
/* The data of its tool_result event, without whose it was: texts are borrowed from the call, JSON
 * values new references, which event_build_tool_result steals. */
struct event_tool_result result_event(const struct call *c);

/* The set of tools, assembled at run time from the rows each folder exports. */
struct tool_set;
struct tool_set *tool_set_new(void);
void tool_set_add(struct tool_set *set,
    const struct tool *const *rows /* NULL-terminated */); /* rows stay the caller's */
/* The same of tools that are taken when they are called, but not offered; those in the set already
   stay as they are. */
void tool_set_add_unlisted(struct tool_set *set, const struct tool *const *rows);
void tool_set_free(struct tool_set *set);
const struct tool *tool_find(
    const struct tool_set *set, const char *name); /* NULL; tool_nearest for the message */
const char *tool_nearest(const struct tool_set *set, const char *name);
/* Appends for the model: "no tool 'x' (did you mean 'y'?); tools: a, b". */
void tool_set_unknown(const struct tool_set *set, const char *name, struct buf *why);
const struct tool *tool_at(const struct tool_set *set, size_t i); /* NULL past the end */
bool tool_is_listed(const struct tool_set *set, size_t i);	  /* it is offered */
/* {name, description, parameters} of one; show: names of arguments that are otherwise taken but not
 * offered, or NULL. New reference. */
json_t *tool_describe(const struct tool *tool, const json_t *show);
/* Array of {name, description, parameters} of what is offered, in a fixed order; new reference. */
json_t *tool_set_describe(const struct tool_set *set);
/* What its arguments are held to, limits that are settings filled in (without settings: left out).
 * New reference. */
json_t *tool_schema(const struct tool *tool, const struct settings *s);
/* The same as it is sent: without bounds and what else some server refuses. New reference. */
json_t *tool_schema_sent(const struct tool *tool, const json_t *show /* see tool_describe */);
/* Parses and validates arguments as received ("" is {}); new reference, or NULL with the reason,
 * written for the model, in `why`. */
json_t *tool_arguments(const struct tool *tool, const struct settings *s, const char *text,
    size_t len, struct buf *why);

extern const struct tool *const patch_tools[];	   /* apply_patch: a second way to change files */
extern const struct tool *const workspace_tools[]; /* list_files ... run_command, ask_user: the rows
						      of src/tools, NULL-terminated */

struct jobs *jobs_new(void);
void jobs_free(struct jobs *j); /* ends what runs */

#endif
