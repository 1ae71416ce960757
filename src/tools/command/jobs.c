/* SPDX-License-Identifier: MIT
 * Runs commands as jobs, each a process with its output, and lists those in the background, whose end the event
 * `job` reports once, however they ended.
 */
#include "tools/command/jobs.h"

#include <signal.h>
#include "base/base.h"
#include "base/text/names.h"
#include "sandbox/child_start.h"
#include "sandbox/planted.h"
#include "sandbox/sandbox.h"
#include "sandbox/trial.h"
#include "session/event/event_data.h"
#include "workspace/shell/shell.h"

#define STOP_GRACE_MS 2000
#define LOOK_STEP_US 4000

/* The look for what commands planted; one at a time. */
struct planted_look {
	struct work *work; /* NULL: none is under way */
	void (*done)(void *ctx);
	void *ctx;
	bool open; /* a watched job has run in the background since the last look */
};
#define STATUS_SIGNAL 128 /* what a shell adds to the number of the signal that ended a command */

struct jobs {
	struct job **list; /* (owned) oldest first */
	size_t count, cap;
	int made;
	struct command_changes *changes; /* (owned) or NULL */
	struct planted_look look;
	bool (*leave)(void *ctx, struct error *e);
	void *leave_ctx;
	json_t *variables; /* (owned) {NAME: value} that commands have; NULL: none */
};

void jobs_variable(struct jobs *jobs, const char *variable)
{
	const char *value = strchr(variable, '=');
	auto_free char *name = xstrndup(variable, value ? (size_t)(value - variable) : 0);

	jobs->variables = jobs->variables ? jobs->variables : json_object();
	if (*name && utf8_valid(variable, strlen(variable)))
		json_put_str(jobs->variables, name, value + 1);
}

static size_t jobs_count(const struct jobs *jobs, bool running)
{
	size_t n = 0;

	for (size_t i = 0; i < jobs->count; i++)
		n += (jobs->list[i]->process != NULL) == running;
	return n;
}

static void tell_aside(struct tool_host *host, const char *path)
{
	auto_free char *shown = path_shown(path),
		       *text = xasprintf(
			   "'%s', made by a command, would run something for you later: it is "
			   "'%s.set-aside' now; /keep puts it back",
			   shown, shown);

	emit(host->session, EVENT_NOTICE, NULL,
	    event_build_notice(
		&(struct event_notice){.level = "warning", .text = text, .aside = shown}));
}

static void job_came(void *ctx, int stream, const char *data, size_t len)
{
	struct job *job = ctx;

	command_output_add(&job->out, data, len);
	if (job->came)
		job->came(job, data, len);
}

static void job_ended(void *ctx, const struct process_exit *exit)
{
	struct job *job = ctx;

	job->process = NULL;
	job->exit = *exit;
	/* What the sandbox itself set aside is reported and noted like what a look finds. */
	const char *aside = *exit->lost && job->host->sandbox
				? planted_note(sandbox_planted(job->host->sandbox), exit->lost)
				: NULL;
	if (aside)
		tell_aside(job->host, aside);
	/* With pipefail `git log | head` has the status of a writer that nobody reads from any more. */
	struct job_status *s = &job->status;

	s->pipe_cut = s->pipes && s->fails_pipes && job->exit.status == STATUS_SIGNAL + SIGPIPE;
	if (s->pipe_cut)
		job->exit.status = 0;
	if (job->ended)
		job->ended(job);
}

const char *command_shell(const struct settings *s)
{
	json_each (name, setting_json(s, "tools.shells"))
		if (access(json_string_value(name), X_OK) == 0)
			return json_string_value(name);
	return "/bin/sh";
}

static struct job_status status_of_line(const char *command, const char *shell)
{
	/* Shells that know `-o pipefail`. */
	static const char *const names[] = {"bash", "zsh", "ksh"};
	struct job_status status = {
	    .fails_pipes = row_named(names, shell_base(shell)) < ARRAY_SIZE(names)};
	struct shell_line line;

	shell_parse(command, &line);
	status.pipes = line.pipes;
	status.hides = line.hides || (line.pipes && !status.fails_pipes);
	status.errors_away = line.errors_away;
	shell_line_free(&line);
	return status;
}

/* Starts job->process, as a trial if it is wished. On failure it stays NULL and e says why. */
static void start_process(
    struct job *job, const struct job_wish *wish, const struct process_spec *spec, struct error *e)
{
	struct tool_host *host = job->host;
	const bool keeps_tmp = wish->trial == JOB_TRIED_KEEPING_TMP;

	if (wish->trial >= JOB_TRIED && sandbox_tier(host->sandbox) == SANDBOX_NAMESPACES) {
		job->trial =
		    trial_start(host->loop, host->sandbox, spec, keeps_tmp, &job->process, e);
		job->confined = job->trial != NULL;
		return;
	}
	job->process = child_start(host->loop, host->sandbox,
	    &(struct child_wish){wish->trial == JOB_TRIED_READING ? CHILD_TRIAL_READS
				 : wish->trial			  ? CHILD_TRIAL
				 : wish->unconfined		  ? CHILD_USER_COMMAND
								  : CHILD_COMMAND,
		wish->network, wish->git_config, keeps_tmp},
	    spec, &job->confined, e);
}

struct job *job_start(struct tool_host *host, const struct job_wish *wish, struct error *e)
{
	const char *shell = command_shell(host->settings);
	const struct job_status status = status_of_line(wish->command, shell);
	const char *piped[] = {shell, "-o", "pipefail", "-c", wish->command, NULL};
	const char *plain[] = {shell, "-c", wish->command, NULL};
	char **set =
	    environment_new(host->settings, (const char *const[]){"tools.environment", NULL},
		host->jobs ? host->jobs->variables : NULL);
	struct job *job = xcalloc(1, sizeof *job);
	struct process_spec spec = {
	    .argv = status.fails_pipes ? piped : plain,
	    .cwd_fd = workspace_fd(host->workspace),
	    .set = (const char *const *)set,
	    .in = PROCESS_STDIN_NONE,
	    .merge = true,
	    .sweep = true,
	    .death_signal = SIGKILL,
	    .timeout_ms = wish->timeout_ms,
	    .output = job_came,
	    .done = job_ended,
	    .ctx = job,
	};

	job->host = host;
	job->asked = wish->asked;
	job->status = status;
	job->started_ms = clock_mono_ms();
	job->command = xstrdup(wish->command);
	command_output_init(
	    &job->out, (size_t)setting_int(host->settings, "tools.command_output_bytes"));
	start_process(job, wish, &spec, e);
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
	trial_free(job->trial);
	live_output_free(job->live, false);
	command_output_free(&job->out);
	free_all(job->command, job->call, job);
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
	work_stop(jobs->look.work);
	command_changes_free(jobs->changes);
	json_decref(jobs->variables);
	free_all(jobs->list, jobs);
}

/* ---- What commands planted ------------------------------------------------------------------- */

static void look_end(struct tool_host *host)
{
	struct planted_look *look = &host->jobs->look;
	void (*done)(void *ctx) = look->done;

	look->work = NULL;
	look->done = NULL;
	look->open = look->open && jobs_count(host->jobs, true) > 0;
	json_each (path, planted_made(sandbox_planted(host->sandbox)))
		tell_aside(host, json_string_value(path));
	json_each (path, planted_stuck(sandbox_planted(host->sandbox))) {
		auto_free char *shown = path_shown(json_string_value(path));

		emit_notice(host->session, "warning",
		    "'%s', made by a command, would run something for you later and cannot be set "
		    "aside: look at it before you open its folder",
		    shown);
	}
	if (done)
		done(look->ctx);
}

static bool look_step(void *ctx)
{
	struct tool_host *host = ctx;

	if (planted_step(sandbox_planted(host->sandbox), LOOK_STEP_US))
		return true;
	look_end(host);
	return false;
}

/* Completes the look under way, if there is one, without returning to the loop. */
static void look_finish(struct tool_host *host)
{
	struct planted_look *look = &host->jobs->look;

	if (!look->work)
		return;
	work_stop(look->work);
	while (planted_step(sandbox_planted(host->sandbox), LOOK_STEP_US))
		continue;
	look_end(host);
}

void jobs_look(struct tool_host *host, bool accept, void (*done)(void *ctx), void *ctx)
{
	struct planted_look *look = &host->jobs->look;

	if (!host->sandbox || sandbox_tier(host->sandbox) == SANDBOX_NONE) {
		if (done)
			done(ctx);
		return;
	}
	look_finish(host);
	planted_begin(sandbox_planted(host->sandbox), accept && !look->open);
	look->done = done;
	look->ctx = ctx;
	look->work = loop_work(host->loop, look_step, host);
}

void jobs_look_leave(struct tool_host *host)
{
	host->jobs->look.done = NULL;
}

bool job_is_watched(const struct job *job)
{
	return job->confined && !job->asked &&
	       strcmp(setting_string(job->host->settings, "approve"), "all") != 0;
}

bool jobs_have_room(const struct tool_host *host, struct error *e)
{
	const size_t max = (size_t)setting_int(host->settings, "tools.background_max");
	auto_buf names = BUF_INIT;

	if (jobs_count(host->jobs, true) < max)
		return true;
	jobs_names(host->jobs, true, &names);
	error_set(e, ERR_LIMIT, "%zu command%s in the background already (%s): stop one first", max,
	    text_plural(max, " runs", "s run"), buf_str(&names));
	return false;
}

static const struct {
	const char *by, *state;
} stops[] = {
    {"model", "stopped"},
    {"user", "stopped by the user"},
    {"agent", "ended with the agent"},
};

const char *job_stop_words(const char *by)
{
	for (size_t i = 0; i < ARRAY_SIZE(stops); i++)
		if (strcmp(stops[i].by, by) == 0)
			return stops[i].state;
	return "stopped";
}

void job_state(const struct job *job, struct buf *out)
{
	if (job->process)
		buf_adds(out, "running");
	else if (job->stopped_by)
		buf_adds(out, job_stop_words(job->stopped_by));
	else if (job->exit.timed_out)
		buf_adds(out, "timed out");
	else if (*job->exit.lost)
		buf_addf(out, "ended: '%s' was made or replaced meanwhile and cannot be held",
		    job->exit.lost);
	else if (job->exit.over)
		buf_addf(out, "ended, over %s", job->exit.over);
	else if (job->exit.signo)
		buf_addf(out, "signal %d (%s)", job->exit.signo, strsignal(job->exit.signo));
	else
		buf_addf(out, "exit %d", job->exit.status);
}

bool job_ok(const struct job *job)
{
	return job->process || (!job->exit.status && !job->exit.timed_out && !job->stopped_by);
}

static void job_tell(const struct job *job, const char *by)
{
	const bool running = job->process != NULL;
	auto_buf words = BUF_INIT;

	job_state(job, &words);
	emit(job->host->session, EVENT_JOB, NULL,
	    event_build_job(&(struct event_job){.id = job->id,
		.call = job->call,
		.command = job->command,
		.running = running,
		.state = buf_str(&words),
		.ok = !running && job_ok(job),
		.by = by,
		.duration_ms = running ? 0 : clock_mono_ms() - job->started_ms}));
}

static void job_show(struct job *job, const char *data, size_t len)
{
	if (!job->out.binary)
		live_output_add(job->live, data, len);
}

static void job_over(struct job *job)
{
	live_output_free(job->live, true);
	job->live = NULL;
	job_tell(job, job->stopped_by);
	if (job_is_watched(job))
		jobs_look(job->host, false, NULL, NULL);
}

void job_stop(struct job *job, const char *by)
{
	process_stop(job->process, STOP_GRACE_MS);
	job->process = NULL;
	job->exit.duration_ms = clock_mono_ms() - job->started_ms;
	job->stopped_by = by;
	job_over(job);
	if (strcmp(by, "agent") == 0)
		look_finish(job->host); /* nothing turns the loop any more */
}

void jobs_keep(struct tool_host *host, struct job *job, const char *call, const char *by)
{
	struct jobs *jobs = host->jobs;
	const size_t most = (size_t)setting_int(host->settings, "tools.background_max");

	snprintf(job->id, sizeof job->id, "job-%d", ++jobs->made);
	job->call = xstrdup(call);
	job->live = live_output_new(host, job->call);
	job->came = job_show;
	job->ended = job_over;
	array_push(jobs->list, jobs->count, jobs->cap, job);
	/* The oldest that ended makes room. */
	for (size_t i = 0; i < jobs->count && jobs_count(jobs, false) > most;) {
		struct job *old = jobs->list[i];

		if (old->process) {
			i++;
			continue;
		}
		jobs_remove(jobs, old);
		job_free(old, 0);
	}
	jobs->look.open = jobs->look.open || job_is_watched(job);
	job_tell(job, by);
}

struct job *jobs_find(const struct jobs *jobs, const char *id, const char *call)
{
	for (size_t i = 0; i < jobs->count; i++)
		if (text_is(id, jobs->list[i]->id) || text_is(call, jobs->list[i]->call))
			return jobs->list[i];
	return NULL;
}

struct job *jobs_at(const struct jobs *jobs, size_t i)
{
	return i < jobs->count ? jobs->list[i] : NULL;
}

void jobs_number_from(struct jobs *jobs, int made)
{
	if (made > jobs->made)
		jobs->made = made;
}

void jobs_foreground(struct jobs *jobs, bool (*leave)(void *ctx, struct error *e), void *ctx)
{
	jobs->leave = leave;
	jobs->leave_ctx = ctx;
}

bool jobs_send_back(struct jobs *jobs, struct error *e)
{
	if (!jobs->leave)
		return error_set(
		    e, ERR_NOT_FOUND, "no command runs that could go to the background");
	return jobs->leave(jobs->leave_ctx, e);
}

void jobs_names(const struct jobs *jobs, bool running, struct buf *out)
{
	for (size_t i = 0; i < jobs->count; i++)
		if (!running || jobs->list[i]->process)
			buf_addf(out, "%s%s", out->len ? ", " : "", jobs->list[i]->id);
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
