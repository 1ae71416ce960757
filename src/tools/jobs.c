#include "tools/jobs.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "sandbox/sandbox.h"
#include "tools/environment.h"

struct jobs {
	struct job **list; /* (owned) oldest first */
	size_t count, cap;
	int made;
	struct command_changes *changes; /* (owned) or NULL */
};

static void job_came(void *ctx, int stream, const char *data, size_t len)
{
	struct job *job = ctx;

	output_add(&job->out, data, len);
	if (job->came)
		job->came(job, data, len);
}

static void job_ended(void *ctx, const struct process_exit *exit)
{
	struct job *job = ctx;

	job->process = NULL;
	job->exit = *exit;
	if (job->ended)
		job->ended(job);
}

/* Completes spec->set with what the sandbox sets; its strings stay the order's. Owned array. */
static const char **variables_with(char **set, char **more)
{
	size_t n = 0, k = 0;
	const char **all;

	while (set[n])
		n++;
	while (more && more[k])
		k++;
	all = xcalloc(n + k + 1, sizeof *all);
	for (size_t i = 0; i < k; i++)
		all[i] = more[i];
	for (size_t i = 0; i < n; i++)
		all[k + i] = set[i];
	return all;
}

/* Without a sandbox of the host's, or where none can be made and it was allowed all the same, it is not
 * confined. */
static struct process *start(struct tool_host *host, struct process_spec *spec,
    const struct job_wish *wish, char **set, struct error *e)
{
	struct sandbox_order order = {.set = NULL};
	const char **all = NULL;
	struct process *p = NULL;

	if (!wish->unconfined && host->sandbox && sandbox_refuses(host->sandbox)) {
		error_set(
		    e, ERR_DENIED, "no sandbox can be made here (%s)", sandbox_why(host->sandbox));
	} else if (wish->unconfined || !host->sandbox ||
		   sandbox_confine(host->sandbox, spec, wish->network, &order, e)) {
		all = variables_with(set, order.set);
		spec->set = all;
		p = process_start(host->loop, spec, e);
		sandbox_order_free(&order);
	}
	free(all);
	return p;
}

struct job *job_start(struct tool_host *host, const struct job_wish *wish, struct error *e)
{
	const char *argv[] = {"/bin/sh", "-c", wish->command, NULL};
	char **set =
	    environment_new(host->settings, (const char *const[]){"tools.environment", NULL});
	struct job *job = xcalloc(1, sizeof *job);
	struct process_spec spec = {
	    .argv = argv,
	    .cwd_fd = workspace_fd(host->workspace),
	    .in = PROCESS_STDIN_NONE,
	    .merge = true,
	    .sweep = true,
	    .death_signal = SIGKILL,
	    .timeout_ms = wish->timeout_ms,
	    .output = job_came,
	    .done = job_ended,
	    .ctx = job,
	};

	job->started_ms = clock_mono_ms();
	job->command = xstrdup(wish->command);
	output_init(&job->out, (size_t)setting_int(host->settings, "tools.command_output_bytes"));
	job->process = start(host, &spec, wish, set, e);
	job->confined = spec.confine_bytes > 0;
	environment_free(set);
	if (job->process)
		return job;
	job_free(job, 0);
	return NULL;
}

void job_free(struct job *job, int grace_ms)
{
	if (!job)
		return;
	process_stop(job->process, grace_ms);
	output_free(&job->out);
	free(job->command);
	free(job);
}

struct jobs *jobs_new(void)
{
	return xcalloc(1, sizeof(struct jobs));
}

void jobs_free(struct jobs *jobs)
{
	if (!jobs)
		return;
	for (size_t i = 0; i < jobs->count; i++)
		job_free(jobs->list[i], 0);
	command_changes_free(jobs->changes);
	free(jobs->list);
	free(jobs);
}

static size_t jobs_count(const struct jobs *jobs, bool running)
{
	size_t n = 0;

	for (size_t i = 0; i < jobs->count; i++)
		n += (jobs->list[i]->process != NULL) == running;
	return n;
}

bool jobs_full(const struct jobs *jobs, size_t max)
{
	return jobs_count(jobs, true) >= max;
}

/* The oldest that ended makes room. */
static void jobs_trim(struct jobs *jobs, size_t max)
{
	for (size_t i = 0; i < jobs->count && jobs_count(jobs, false) > max;) {
		struct job *job = jobs->list[i];

		if (job->process) {
			i++;
			continue;
		}
		jobs_remove(jobs, job);
		job_free(job, 0);
	}
}

void jobs_keep(struct jobs *jobs, struct job *job, size_t max)
{
	snprintf(job->id, sizeof job->id, "job-%d", ++jobs->made);
	array_reserve(&jobs->list, &jobs->cap, jobs->count + 1, sizeof(struct job *));
	jobs->list[jobs->count++] = job;
	jobs_trim(jobs, max);
}

struct job *jobs_find(const struct jobs *jobs, const char *id)
{
	for (size_t i = 0; i < jobs->count; i++)
		if (!strcmp(jobs->list[i]->id, id))
			return jobs->list[i];
	return NULL;
}

void jobs_names(const struct jobs *jobs, struct buf *out)
{
	for (size_t i = 0; i < jobs->count; i++)
		buf_addf(out, "%s%s", i ? ", " : "", jobs->list[i]->id);
}

void jobs_remove(struct jobs *jobs, struct job *job)
{
	for (size_t i = 0; i < jobs->count; i++)
		if (jobs->list[i] == job) {
			memmove(&jobs->list[i], &jobs->list[i + 1],
			    (--jobs->count - i) * sizeof(struct job *));
			return;
		}
}

struct command_changes *jobs_changes(struct jobs *jobs, struct tool_host *host)
{
	if (!jobs->changes)
		jobs->changes = command_changes_new(host);
	return jobs->changes;
}
