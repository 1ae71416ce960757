/* SPDX-License-Identifier: MIT
 * How the offline backend works inside: a request is parsed into tasks; each task is written as
 * straight-line code that asks for tool results as if they were there. offline_call returns the
 * result when the conversation has it, else it queues the call and returns NULL; the task then
 * returns and is run again from its beginning when the results have come. So it keeps no state
 * between rounds, like a model.
 *
 * Here: the backend without a model: reading a request by rules, looking things up, small changes
 * of files, and replies that are ready as a whole.
 * Not here: anything that speaks to a server; the tools themselves (src/tools), which it calls like
 * a model does.
 */
#ifndef LLM_OFFLINE_OFFLINE_H
#define LLM_OFFLINE_OFFLINE_H

#include "llm/wire/reply.h"

struct task {
	const struct offline_rule *rule;
	json_t *values;	  /* (owned) what the pattern's groups matched, by name; "": nothing */
	char *plan;	  /* (owned) its text in the plan */
	bool done, waits; /* waits: for the result of a call */
	char *error;	  /* (owned) why it failed; NULL: it did not */
};

struct offline {
	json_t *config; /* (borrowed) config/offline.yaml */
	struct task *tasks;
	size_t task_count;
	struct task *running; /* (borrowed) the one that is run; NULL: none */
	char *stdin_text;     /* (owned) what was piped in; NULL: nothing */
	/* (owned) Results since the request, without those of planning: {tool, ok, text, data}. */
	json_t *past;
	size_t at;     /* the next of them to be consumed */
	json_t *calls; /* (owned) queued: {tool, arguments} */
	json_t *left;  /* (owned) parts of the request that no rule understood; NULL: none */
	struct buf answer;
	struct buf sentence; /* what the latest results showed, sent along with calls */
};

struct offline_rule { /* one row for each kind of task */
	const char *name;
	void (*run)(struct offline *o, struct task *t);
};
/* Each ends with a NULL name. */
extern const struct offline_rule offline_look_rules[], offline_find_rules[], offline_change_rules[];

/* offline_parse.c: reads the request's parts as tasks, freed by offline_free, and puts parts that
 * are none into o->left. False: there is no task. */
bool offline_parse(struct offline *o, const char *request);
void offline_free(struct offline *o);
/* Returns what a group of the pattern matched, borrowed from the task; NULL: nothing. */
const char *task_value(const struct task *t, const char *name);

/* For rules. */

/* Return the result of this call, borrowed from o; NULL: the call is queued, and the rule must
 * return. offline_call returns NULL also if the call failed, and says so in the answer. Both steal
 * arguments. */
const json_t *offline_call(struct offline *o, const char *tool, json_t *arguments);
const json_t *offline_result(struct offline *o, const char *tool, json_t *arguments);
/* Replaces o->sentence. */
void offline_reflect(struct offline *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Whether a result failed; if so, says it in the answer. */
bool offline_failed(struct offline *o, const json_t *result);
/* Notes why the running task did not do what it was to do; its first reason counts. Steals why. */
void offline_fail(struct offline *o, char *why);
/* Returns a number of config/offline.yaml by its name. */
int offline_limit(const struct offline *o, const char *name);
/* Appends a fenced block of Markdown around text. */
void offline_fence(struct buf *out, const char *text);

#endif
