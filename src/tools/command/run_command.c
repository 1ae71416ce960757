/* SPDX-License-Identifier: MIT
 * run_command: a command line for the shell, and the commands in the background.
 *
 * The first line of the result gives the state ("exit 2", "exit 0 · 12 s", "running · 3 s · job-1"), the output
 * follows. The time is given from one second on, in whole seconds: the same command with the same outcome has
 * to read the same, or nobody would notice that it is only repeated. A command that did not exit with 0 has ok
 * false: the feed shows a failure, the model reads the exit status first. One in the background is ok while it
 * runs.
 */
#include "base/base.h"
#include "tools/tool_set.h"

#include "config/prompt.h"
#include "sandbox/planted.h"
#include "sandbox/sandbox.h"
#include "tools/command/command_changes.h"
#include "tools/command/command_output.h"
#include "tools/command/jobs.h"
#include "workspace/file/git_config.h"

/* A command started in the background is waited for this long before the call ends with its id. */
#define FIRST_MOMENT_MS 300
#define STOP_GRACE_MS 2000
#define BY_MODEL "model"
#define BY_USER "user"
#define LAST_LINE_CHARS 80

struct command_run {
	struct call *call; /* (borrowed) */
	struct job *job;   /* (owned) until it is kept in the background */
	struct timer *moment;
	struct command_changes *changes; /* (borrowed) NULL: it cannot write */
	void (*then)(void *ctx);	 /* called after the looks */
	char *aside;	/* (owned) what it planted that was set aside; NULL: nothing */
	bool looks;	/* there is a look for what it plants */
	bool looking;	/* a look is under way, before or after it */
	bool sent_back; /* to the background, by the user */
};

static bool is_start(const json_t *args)
{
	return json_str(args, "command", NULL) != NULL;
}

/* Returns the class of a call. Reading what an allowed command printed, and ending it, need no
 * approval. */
static enum tool_class run_command_class(const json_t *args)
{
	return is_start(args) ? TOOL_RUNS : TOOL_READS;
}

/* Appends the command with its line ends shown, never hidden: the card must show exactly what runs. */
static void add_command(struct buf *line, const char *command)
{
	auto_buf text = BUF_INIT;

	text_sanitise(&text, command, strlen(command));
	for (const char *s = buf_str(&text), *nl; *s; s = nl + 1) {
		nl = strchrnul(s, '\n');
		buf_add(line, s, (size_t)(nl - s));
		if (!*nl)
			break;
		buf_adds(line, " ⏎ ");
	}
}

static void run_command_describe(const json_t *args, struct buf *line)
{
	if (is_start(args)) {
		buf_adds(line, "run_command ");
		add_command(line, json_str(args, "command", ""));
		if (json_flag(args, "background", false))
			buf_adds(line, " (background)");
		if (json_flag(args, "network", false))
			buf_adds(line, " (network)");
		return;
	}
	buf_addf(line, "run_command %s ", json_str(args, "action", "read"));
	add_command(line, json_str(args, "id", ""));
}

/* Checks the rules between the arguments, which a schema that every server takes cannot express. */
static bool check_args(struct call *c)
{
	const char *id = json_str(c->args, "id", NULL);
	auto_error e = ERROR_INIT;

	if (is_start(c->args) == (id != NULL))
		return call_fail(c, "give either `command`, or `id` with `action`");
	if (id && !json_str(c->args, "action", NULL))
		return call_fail(c, "`action` is missing: read or stop");
	return !json_flag(c->args, "background", false) || jobs_have_room(c->host, &e) ||
	       call_fail(c, "%s", e.message);
}

static int timeout_ms(const struct call *c)
{
	double fallback = json_flag(c->args, "background", false)
			      ? 0
			      : setting_number(c->host->settings, "tools.command_timeout_s");

	return (int)(json_num(c->args, "timeout_s", fallback) * 1000);
}

static bool run_command_preview(struct call *c, struct buf *detail)
{
	char spelled[24];
	int timeout = timeout_ms(c);

	if (!check_args(c))
		return false;
	if (!is_start(c->args))
		return true;
	if (timeout) {
		clock_spell(timeout, spelled);
		buf_addf(detail, "ends after %s", spelled);
	}
	return true;
}

/* Appends what the exit status does not tell, in the words of prompts/commands/. */
static void add_status_notes(struct buf *out, const struct job *job)
{
	const bool ended = !job->process && !job->stopped_by && !job->exit.timed_out;
	const struct {
		bool holds;
		const char *prompt;
	} notes[] = {
	    {job->status.pipe_cut, "commands/pipe_cut"},
	    {job->status.hides && !job->exit.status && !job->exit.signo, "commands/status_last"},
	    {job->status.errors_away, "commands/errors_away"},
	};

	for (size_t i = 0; ended && i < ARRAY_SIZE(notes); i++) {
		auto_free char *words =
		    notes[i].holds ? prompt_text(notes[i].prompt, NULL, 0) : NULL;

		if (words)
			buf_addf(out, " · %s", words);
	}
}

/* Returns the result's data: the job's state and its confinement; the sandbox's rules the first time only. */
static json_t *state_data(const struct job *job, struct sandbox *sandbox)
{
	const bool confined = job->confined && sandbox, over = !job->process,
		   ended = over && !job->stopped_by;

	return json_pack("{s:s*, s:b, s:o*, s:o*, s:o*, s:o*, s:o*, s:I, s:s, s:o*, s:o*}", "id",
	    *job->id ? job->id : NULL, "running", !over, "stopped",
	    job->stopped_by ? json_true() : NULL, "signal",
	    ended && job->exit.signo ? json_integer(job->exit.signo) : NULL, "exit",
	    ended && !job->exit.signo ? json_integer(job->exit.status) : NULL, "timed_out",
	    over && job->exit.timed_out ? json_true() : NULL, "hides",
	    job->status.hides ? json_true() : NULL, "bytes", (json_int_t)job->out.total, "confined",
	    sandbox_tier_name(confined ? sandbox_tier(sandbox) : SANDBOX_NONE), "network",
	    confined && sandbox_network(sandbox) ? json_true() : NULL, "rules",
	    confined ? sandbox_rules_once(sandbox) : NULL);
}

/* Sets the result's text: `text`, so far the first line, and the output; binary output is kept as a blob instead. Where
 * the sandbox may be why the command failed or found nothing, a note for the model says so, and *note is filled in. */
static void report_text(
    struct call *c, const struct job *job, struct buf *text, struct sandbox_note *note)
{
	struct sandbox *sandbox = c->host->sandbox; /* NULL: none is there */
	const struct confined_end end = {.text = text,
	    .command = json_str(c->args, "command", ""),
	    .status = job->exit.status,
	    .ok = job_ok(job),
	    .timed_out = job->exit.timed_out,
	    .network =
		json_flag(c->args, "network", false) || (sandbox && sandbox_network(sandbox)),
	    .not_owner = sandbox && sandbox_not_owner(sandbox)};
	char ref[40] = "";

	c->result.output.before = text->len;
	if (job->out.binary) {
		auto_buf whole = BUF_LIMIT(job->out.max * 2);

		command_output_write(&job->out, &whole);
		session_blob_put(c->host->session, buf_str(&whole), whole.len, ref);
		buf_addf(text, "binary output, %zu byte%s, kept as %s", job->out.total,
		    text_plural(job->out.total, "", "s"), ref);
		c->result.output.missing = "it is not text";
		result_text(c, buf_str(text), text->len);
		c->result.full_bytes = job->out.total;
		memcpy(c->result.ref, ref, sizeof ref);
		return;
	}
	if (job->out.dropped)
		c->result.output.missing = "it was too long to be kept whole";
	command_output_write(&job->out, text);
	const size_t len = text->len;
	if (job->confined && !job->process && !job->stopped_by && sandbox_note(&end, note))
		buf_addf(text, "%s%s\n", text->data[text->len - 1] == '\n' ? "" : "\n", note->text);
	c->result.output.after = text->len - len;
	result_text(c, buf_str(text), text->len);
}

void job_report(struct call *c, const struct job *job, const char *cut)
{
	auto_buf text = BUF_LIMIT(job->out.max * 2 + 4096);
	struct buf state = BUF_INIT;
	auto_free char *last = command_output_last_line(&job->out, LAST_LINE_CHARS);
	freed_by(sandbox_note_free) struct sandbox_note note = {0};
	int64_t ms = job->process ? clock_mono_ms() - job->started_ms : job->exit.duration_ms;

	if (cut)
		buf_adds(&state, cut);
	else
		job_state(job, &state);
	buf_adds(&text, buf_str(&state));
	add_status_notes(&text, job);
	char spelled[24];

	clock_spell_seconds(ms, spelled);
	if (ms >= 1000)
		buf_addf(&text, " · %s", spelled);
	if (*job->id)
		buf_addf(&text, " · %s", job->id);
	buf_adds(&text, job->out.total ? "\n" : " · no output\n");
	report_text(c, job, &text, &note);
	c->result.ok = job_ok(job);
	c->result.exited = !job->process && !job->exit.timed_out && !job->stopped_by;
	c->result.data = state_data(job, c->host->sandbox);
	if (*job->id)
		buf_addf(&state, " · %s", job->id);
	if (last && !job->out.binary)
		buf_addf(&state, " · %s", last);
	if (note.name) {
		buf_addf(&state, " · %s", note.row);
		json_put_str(c->result.data, "sandbox", note.name);
	}
	c->result.summary = buf_take(&state);
}

static void run_free(struct command_run *run, int grace_ms)
{
	jobs_foreground(run->call->host->jobs, NULL, NULL);
	timer_stop(run->moment);
	job_free(run->job, grace_ms);
	run->call->state = NULL;
	free_all(run->aside, run);
}

static void run_came(struct job *job, const char *data, size_t len)
{
	struct command_run *run = job->ctx;

	if (!job->out.binary)
		call_output(run->call, data, len);
}

/* Appends a prompt to the result's text, on how the command ended or that it is in the background. */
static void add_words(struct call *c, const char *prompt, const struct prompt_var *vars, size_t n)
{
	auto_free char *words = prompt_text(prompt, vars, n);
	const size_t len = c->result.text.len;

	buf_addf(&c->result.text, "%s%s", len && c->result.text.data[len - 1] == '\n' ? "" : "\n",
	    words);
	c->result.output.after += c->result.full_bytes ? 0 : c->result.text.len - len;
}

static void run_finish(void *ctx)
{
	struct command_run *run = ctx;
	struct call *c = run->call;

	job_report(c, run->job, NULL);
	if (run->aside)
		add_words(c, "sandbox/set_aside", (struct prompt_var[]){{"paths", run->aside}}, 1);
	if (run->changes && command_changes_count(run->changes))
		json_put_int(
		    c->result.data, "changed", (int64_t)command_changes_count(run->changes));
	run_free(run, 0);
	call_finish(c);
}

/* Ends the call and hands its command over to the background list: its first moment there is over, or
 * the user sent it there. */
static void run_leave(void *ctx)
{
	struct command_run *run = ctx;
	struct call *c = run->call;
	struct job *job = run->job;

	if (!job->process) { /* the command ended while its files were looked at */
		run_finish(run);
		return;
	}
	run->job = NULL;
	jobs_keep(c->host, job, c->id, run->sent_back ? BY_USER : BY_MODEL);
	job_report(c, job, NULL);
	add_words(c, run->sent_back ? "jobs/sent_back" : "jobs/started", NULL, 0);
	command_output_clear(&job->out);
	run_free(run, 0);
	call_finish(c);
}

static void run_look_changes(void *ctx)
{
	struct command_run *run = ctx;
	auto_buf aside = BUF_INIT;

	if (run->looks)
		json_each_at (i, path, planted_made(sandbox_planted(run->call->host->sandbox))) {
			auto_free char *shown = path_shown(json_string_value(path));

			buf_addf(&aside, "%s%s", i ? ", " : "", shown);
		}
	free(run->aside);
	run->aside = aside.len ? buf_take(&aside) : NULL;
	if (run->changes)
		command_changes_look(run->changes, run->call->id, run->then, run);
	else
		run->then(run);
}

/* Looks for what the command planted and changed, then calls `then`, which ends the call. */
static void run_look(struct command_run *run, void (*then)(void *ctx))
{
	run->then = then;
	run->looking = true;
	run->looks = run->looks && run->job->confined;
	if (run->looks)
		jobs_look(run->call->host, !job_is_watched(run->job), run_look_changes, run);
	else
		run_look_changes(run);
}

/* The command ended by itself, in the foreground or in its first moment in the background. */
static void run_ended(struct job *job)
{
	struct command_run *run = job->ctx;

	timer_stop(run->moment);
	run->moment = NULL;
	run_look(run, run_finish);
}

static void run_moment_over(void *ctx)
{
	struct command_run *run = ctx;

	run->moment = NULL;
	run->job->came = NULL;
	run->job->ended = NULL;
	run->job->ctx = NULL;
	run_look(run, run_leave);
}

/* Sends the command to the background. It may run on without the time limit of a command that
 * somebody waits for. */
static bool run_send_back(void *ctx, struct error *e)
{
	struct command_run *run = ctx;

	if (run->looking)
		return error_set(e, ERR_NOT_FOUND, "the command is over");
	if (!jobs_have_room(run->call->host, e))
		return false;
	jobs_foreground(run->call->host->jobs, NULL, NULL);
	run->sent_back = true;
	process_untimed(run->job->process);
	run_moment_over(run);
	return true;
}

static void run_launch(void *ctx)
{
	struct command_run *run = ctx;
	struct call *c = run->call;
	auto_error e = ERROR_INIT;

	run->looking = false;
	run->job = job_start(c->host,
	    &(struct job_wish){.command = json_str(c->args, "command", ""),
		.timeout_ms = timeout_ms(c),
		.unconfined = c->unconfined,
		.network = json_flag(c->args, "network", false),
		.asked = c->asked,
		.git_config = git_configures(json_str(c->args, "command", ""))},
	    &e);
	if (!run->job) {
		run_free(run, 0);
		call_fail(c, "%s", e.message);
		return;
	}
	run->job->came = run_came;
	run->job->ended = run_ended;
	run->job->ctx = run;
	if (json_flag(c->args, "background", false))
		run->moment = loop_after(c->host->loop, FIRST_MOMENT_MS, run_moment_over, run);
	else if (c->may_go_back)
		jobs_foreground(c->host->jobs, run_send_back, run);
}

static void run_note_files(void *ctx)
{
	struct command_run *run = ctx;
	struct tool_host *host = run->call->host;

	if (!command_changes_wanted(host, json_str(run->call->args, "command", ""))) {
		run_launch(run);
		return;
	}
	run->changes = jobs_changes(host->jobs, host);
	command_changes_look(run->changes, NULL, run_launch, run);
}

static void control_job(struct call *c)
{
	struct jobs *jobs = c->host->jobs;
	const char *id = json_str(c->args, "id", "");
	struct job *job = jobs_find(jobs, id, NULL);
	bool stop = !strcmp(json_str(c->args, "action", ""), "stop");

	if (!job) {
		auto_buf names = BUF_INIT;

		jobs_names(jobs, false, &names);
		call_fail(c, "no command '%s' in the background (there are: %s)", id,
		    names.len ? names.data : "none");
		return;
	}
	if (stop && job->process)
		job_stop(job, BY_MODEL);
	job_report(c, job, NULL);
	if (stop) {
		c->result.ok = true;
		jobs_remove(jobs, job);
		job_free(job, 0);
	} else {
		job->ended_told = !job->process;
		command_output_clear(&job->out);
	}
	call_finish(c);
}

/* Before a command starts, its files are looked at, unless it is known to only read. */
static void run_command_start(struct call *c)
{
	const struct tool_host *host = c->host;

	if (!check_args(c))
		return;
	if (!is_start(c->args)) {
		control_job(c);
		return;
	}
	struct command_run *run = c->state = xcalloc(1, sizeof *run);
	*run = (struct command_run){.call = c, .looking = true};
	run->looks = host->sandbox && !c->unconfined &&
		     sandbox_tier(host->sandbox) != SANDBOX_NONE &&
		     !(host->permissions &&
			 permission_reads(host->permissions, json_str(c->args, "command", "")));
	if (run->looks)
		jobs_look(c->host, true, run_note_files, run);
	else
		run_note_files(run);
}

static void run_command_stop(struct call *c)
{
	struct command_run *run = c->state;
	struct command_changes *changes = run->changes;
	bool began = run->job != NULL;
	if (began && run->job->out.total) { /* a turn that goes on later can use it */
		auto_free char *words = prompt_text("history/missing", NULL, 0);

		job_report(c, run->job, words);
		c->result.ok = c->result.exited = false;
		c->result.output.missing = "the command was interrupted";
		json_put(c->result.data, "running", json_false());
		json_put(c->result.data, "interrupted", json_true());
	}
	const bool watched = began && run->looks && job_is_watched(run->job);
	if (run->looks)
		jobs_look_leave(c->host);
	run_free(run, STOP_GRACE_MS);
	if (watched)
		jobs_look(c->host, false, NULL, NULL);
	if (changes)
		command_changes_stop(changes, began ? c->id : NULL);
}

const struct tool tool_run_command = {
    .name = "run_command",
    .class = TOOL_RUNS,
    .class_of = run_command_class,
    .describe = run_command_describe,
    .preview = run_command_preview,
    .start = run_command_start,
    .stop = run_command_stop,
};
