/* SPDX-License-Identifier: MIT
 * Folds the list of jobs from the events: a delegate begins and ends with its call and result, a command by job events.
 */
#include "agent/state/job_list.h"

#include "base/base.h"
#include "session/event/event_data.h"

#define ENDED_KEPT 8

static void entry_free(struct job_entry *e)
{
	free_all(e->id, e->call, e->words, e->state);
}

struct job_entry *job_list_find(const struct job_list *l, const char *name)
{
	for (size_t i = l->count; i > 0; i--)
		if (strcmp(l->list[i - 1].id, name) == 0 || strcmp(l->list[i - 1].call, name) == 0)
			return &l->list[i - 1];
	return NULL;
}

size_t job_list_running(const struct job_list *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->count; i++)
		n += l->list[i].running;
	return n;
}

static struct job_entry *add_job(
    struct job_list *l, const char *id, const char *call, const char *words, int64_t at_ms)
{
	array_push(l->list, l->count, l->cap,
	    (struct job_entry){.id = xstrdup(id),
		.call = xstrdup(call),
		.words = xstrdup(words),
		.state = xstrdup("running"),
		.running = true,
		.started_ms = at_ms});
	return &l->list[l->count - 1];
}

static void end(struct job_list *l, struct job_entry *e, const char *state, bool ok, int64_t at_ms)
{
	string_take(&e->state, text_line(state, EVENT_SUMMARY_MAX));
	e->running = false;
	e->ok = ok;
	e->ended_ms = at_ms;
	/* Drops the oldest ended jobs above ENDED_KEPT. */
	size_t ended = l->count - job_list_running(l);
	for (size_t i = 0; i < l->count && ended > ENDED_KEPT;) {
		if (l->list[i].running) {
			i++;
			continue;
		}
		entry_free(&l->list[i]);
		memmove(&l->list[i], &l->list[i + 1], (--l->count - i) * sizeof *l->list);
		ended--;
	}
}

static void take_job(struct job_list *l, const struct event *ev)
{
	const struct event_job job = event_read_job(ev->data);
	const char *dash = strrchr(job.id, '-'); /* "job-3" */
	const int number = dash ? (int)strtol(dash + 1, NULL, 10) : 0;
	struct job_entry *e = job_list_find(l, job.id);

	if (number > l->jobs)
		l->jobs = number;
	if (!e && job.running)
		add_job(l, job.id, job.call, job.command ? job.command : "", ev->at_ms);
	else if (e && !job.running)
		end(l, e, job.state ? job.state : "over", job.ok, ev->at_ms);
}

void job_list_take(struct job_list *l, const struct event *ev)
{
	if (ev->type == EVENT_JOB) {
		take_job(l, ev);
	} else if (ev->type == EVENT_TOOL_CALL) {
		const struct event_tool_call call = event_read_tool_call(ev->data);
		const char *goal = json_str(call.arguments, "goal", "");
		char id[32];

		if (!text_is(call.class, "delegates"))
			return;
		snprintf(id, sizeof id, "delegate-%d", ++l->delegates);
		add_job(l, id, call.call, goal, ev->at_ms)->delegate = true;
	} else if (ev->type == EVENT_TOOL_RESULT) {
		const struct event_tool_result result = event_read_tool_result(ev->data);
		struct job_entry *e = job_list_find(l, result.call);

		if (e && e->delegate && e->running)
			end(l, e, ev->summary && *ev->summary ? ev->summary : "over", result.ok,
			    ev->at_ms);
	}
}

json_t *job_list_save(const struct job_list *l)
{
	json_t *list = json_array();

	array_each (e, l->list, l->count) {
		json_array_append_new(
		    list, json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:b, s:I, s:I}", "id", e->id,
			      "call", e->call, "words", e->words, "state", e->state, "delegate",
			      e->delegate, "running", e->running, "ok", e->ok, "started",
			      (json_int_t)e->started_ms, "ended", (json_int_t)e->ended_ms));
	}
	return json_pack(
	    "{s:i, s:i, s:o}", "jobs", l->jobs, "delegates", l->delegates, "list", list);
}

void job_list_load(struct job_list *l, const json_t *saved)
{
	job_list_free(l);
	l->jobs = (int)json_int(saved, "jobs", 0);
	l->delegates = (int)json_int(saved, "delegates", 0);
	json_each (entry, json_list(saved, "list")) {
		struct job_entry *e =
		    add_job(l, json_str(entry, "id", ""), json_str(entry, "call", ""),
			json_str(entry, "words", ""), json_int(entry, "started", 0));

		string_set(&e->state, json_str(entry, "state", ""));
		e->delegate = json_flag(entry, "delegate", false);
		e->running = json_flag(entry, "running", false);
		e->ok = json_flag(entry, "ok", false);
		e->ended_ms = json_int(entry, "ended", 0);
	}
}

void job_list_free(struct job_list *l)
{
	for (size_t i = 0; i < l->count; i++)
		entry_free(&l->list[i]);
	free(l->list);
	*l = (struct job_list){0};
}
