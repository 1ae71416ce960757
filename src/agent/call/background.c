/* SPDX-License-Identifier: MIT
 * Background commands of the agent. Those of this process are in a->jobs; those that an earlier process left running
 * are known from the session's events alone (job_list.h).
 */
#include "agent/call/background.h"

#include "agent/delegate/delegate.h"
#include "agent/delegate/delegate_events.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/command/jobs.h"
#include "tools/tool_set.h"

#define BY_AGENT "agent"

static void tell_all_over(struct agent *a)
{
	struct job *job;

	for (size_t i = 0; (job = jobs_at(a->jobs, i)); i++) {
		struct call c;

		if (job->process || job->ended_told)
			continue;
		call_init(&c, &tool_run_command, &a->host, job->call, NULL);
		job_report(&c, job, NULL);
		model_note(a->session, "jobs/over",
		    PROMPT_VARS({"command", job->command}, {"output", buf_str(&c.result.text)}));
		call_free(&c);
		job->ended_told = true;
		command_output_clear(&job->out);
	}
}

void background_hold(struct turn *t)
{
	struct job *job;

	for (size_t i = 0; (job = jobs_at(t->agent->jobs, i)); i++) {
		struct buf said = BUF_LIMIT(job->out.max);

		if (job->process || job->stopped_by)
			continue;
		command_output_write(&job->out, &said);
		json_auto_t *data = json_pack("{s:i, s:b}", "exit",
		    job->exit.signo ? 128 + job->exit.signo : job->exit.status, "timed_out",
		    job->exit.timed_out);
		claims_over(&t->claims, claims_run(job->call, job->command, data, buf_str(&said)));
		buf_free(&said);
	}
}

void background_tell(struct turn *t)
{
	background_hold(t);
	tell_all_over(t->agent);
}

void background_end(struct agent *a)
{
	struct job *job;

	for (size_t i = 0; (job = jobs_at(a->jobs, i)); i++)
		if (job->process)
			job_stop(job, BY_AGENT);
	tell_all_over(a);
}

static const struct job_entry *left_running(const struct agent *a)
{
	const struct job_list *l = &a->folds.jobs;

	for (size_t i = 0; i < l->count; i++)
		if (l->list[i].running && !l->list[i].delegate)
			return &l->list[i];
	return NULL;
}

void background_lost(struct agent *a)
{
	const struct job_entry *e;

	while ((e = left_running(a))) {
		auto_free char *id = xstrdup(e->id), *command = xstrdup(e->words);

		emit(a->session, EVENT_JOB, NULL,
		    event_build_job(&(struct event_job){.id = id,
			.call = e->call,
			.command = command,
			.state = job_stop_words(BY_AGENT),
			.by = BY_AGENT}));
		model_note(a->session, "jobs/lost", PROMPT_VARS({"command", command}, {"id", id}));
	}
	jobs_number_from(a->jobs, a->folds.jobs.jobs);
}

/* Stops the background command or the delegate of a call; a delegate still says what it has found. */
static void stop(struct agent *a, const char *call)
{
	struct job *job = jobs_find(a->jobs, NULL, call);

	if (job && job->process) {
		job_stop(job, "user");
		return;
	}
	for (struct delegate *d = a->delegates; d; d = d->next)
		if (strcmp(d->call->id, call) == 0) {
			delegate_stop(d);
			return;
		}
	emit_passing(a->session, "it is over already");
}

void background_wish(struct agent *a, const json_t *data)
{
	auto_error e = ERROR_INIT;
	const char *action = json_str(data, "action", "");

	if (strcmp(action, "stop") == 0)
		stop(a, json_str(data, "call", ""));
	else if (strcmp(action, "retry") == 0 && a->asked && a->asked->hurry)
		a->asked->hurry(a->awaited);
	else if (strcmp(action, "retry") == 0)
		emit_passing(a->session, "no request waits to be made again");
	else if (!jobs_send_back(a->jobs, &e))
		emit_passing(a->session, "%s", e.message);
}
