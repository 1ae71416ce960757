/*
 * The offline backend inside: a request is parsed into tasks; each task is written as straight-line
 * code that asks for tool results as if they were there. offline_call returns the result when the
 * conversation has it, else it queues the call and returns NULL; the task then returns false and is
 * run again from its beginning when the results have come. So it keeps no state between rounds,
 * like a model.
 */
#ifndef LLM_OFFLINE_OFFLINE_H
#define LLM_OFFLINE_OFFLINE_H

#include "llm/reply.h"

#define OFFLINE_GROUPS 4

struct task {
	const struct offline_rule *rule;
	const char *names[OFFLINE_GROUPS]; /* (borrowed) what the groups are called */
	char *values[OFFLINE_GROUPS];	   /* (owned) NULL: took no part */
	char *plan;			   /* (owned) the step in the plan */
	bool done;
	char *error; /* (owned) why it failed; NULL: it did not */
};

struct offline {
	json_t *config; /* (borrowed) config/offline.yaml */
	struct task *tasks;
	size_t task_count;
	struct task *running; /* (borrowed) the one that is run; NULL: none */
	char *stdin_text;     /* (owned) what was piped in; NULL: nothing */
	json_t
	    *past; /* (owned) results since the request, without planning: {tool, ok, text, data} */
	size_t at; /* the next of them to be consumed */
	json_t *calls; /* (owned) queued: {tool, arguments} */
	struct buf answer;
	struct buf sentence; /* what the latest results showed */
};

struct offline_rule { /* one row per thing it can do */
	const char *name;
	bool (*run)(struct offline *o, struct task *t); /* false: waits for results */
};
extern const struct offline_rule offline_look_rules[], offline_find_rules[],
    offline_change_rules[]; /* end with a NULL name */

/* offline_parse.c: the request's parts as tasks. False: *part (owned) is what was not understood. */
bool offline_parse(struct offline *o, const char *request, char **part);
const char *task_value(const struct task *t, const char *name); /* NULL: absent or empty */
void offline_free(struct offline *o);

/* For rules. */
const json_t *offline_call(struct offline *o, const char *tool,
    json_t *arguments /* steals */); /* borrowed result, or NULL: queued */
void offline_reflect(struct offline *o, const char *fmt, ...)
    __attribute__((format(printf, 2, 3))); /* replaces the sentence */
bool offline_failed(struct offline *o,
    const json_t *result); /* a failed result: says so in the answer and returns true */
/* The running task did not do what it was to do; its first reason counts. */
void offline_fail(struct offline *o, char *why /* steals */);
int offline_limit(const struct offline *o, const char *name);
/* A fenced block of Markdown around text. */
void offline_fence(struct buf *out, const char *text);

#endif
