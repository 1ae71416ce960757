/* SPDX-License-Identifier: MIT
 * The jobs of a session: commands in the background and delegates, the running ones and the last that
 * ended. A fold of the events that can be saved; it does not hold their output (ui/model/job_tails.h).
 */
#ifndef AGENT_STATE_JOB_LIST_H
#define AGENT_STATE_JOB_LIST_H

#include "session/event/event.h"

struct job_entry {
	char *id;    /* (owned) "job-1", "delegate-2" */
	char *call;  /* (owned) id of the call that started it */
	char *words; /* (owned) the command line, or what the delegate is to do */
	char *state; /* (owned) "running", "exit 2", "stopped" */
	bool delegate, running, ok;
	int64_t started_ms, ended_ms; /* Unix time */
};
struct job_list {		/* zero-initialise */
	struct job_entry *list; /* (owned) in the order they began */
	size_t count, cap;
	int jobs, delegates; /* the highest number of an id so far */
};
void job_list_take(struct job_list *l, const struct event *ev); /* any event */
json_t *job_list_save(const struct job_list *l);		/* new reference */
/* Replaces l, which must be initialised, by a saved list. */
void job_list_load(struct job_list *l, const json_t *saved);
void job_list_free(struct job_list *l);
size_t job_list_running(const struct job_list *l);
/* Returns the newest job with this id or call id, or NULL. Borrowed, until the list changes. */
struct job_entry *job_list_find(const struct job_list *l, const char *name);

#endif
