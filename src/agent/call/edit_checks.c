/* SPDX-License-Identifier: MIT
 * Runs the checkers before and after an edit as confined children and compares what they print.
 */
#include "agent/call/edit_checks.h"

#include <sys/stat.h>
#include "agent/state/model_note.h"
#include "base/base.h"
#include "base/regex.h"
#include "base/secret.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/command/jobs.h"
#include "workspace/shell/shell.h"
#include "workspace/walk.h"

#define NO_COMMAND 126 /* exit status from which on the command did not run to its end */
#define FILE_MARK "{file}"

struct check {
	char *path, *command; /* (owned) as the user wrote it, with the file in it */
	struct buf before;    /* its output before the edit, made safe */
	bool usable;	      /* its outputs can be compared: it ran to its end */
	json_t *problems;     /* (owned) array of the new ones, each a text; NULL: not known */
};

struct edit_checks {
	struct tool_host *host; /* (borrowed) */
	struct check *list;	/* (owned) */
	size_t count, cap, at;
	bool after;
	int64_t until_ms; /* monotonic; when all of them must be over */
	struct job *job;  /* (owned) the running one; NULL: none */
	void (*done)(void *ctx);
	void *ctx;
};

/* Returns a check's command with the file in it; caller frees. A name like an option's becomes "./NAME". */
static char *command_for(const char *pattern, const char *path)
{
	auto_free char *file = *path == '-' ? xasprintf("./%s", path) : xstrdup(path);
	auto_buf word = BUF_INIT;
	struct buf out = BUF_INIT;

	shell_quote(&word, file);
	text_fill(&out, pattern, FILE_MARK, buf_str(&word));
	return buf_take(&out);
}

struct edit_checks *edit_checks_new(const struct call *c)
{
	const json_t *checkers = setting_json(c->host->settings, "checks.after_edit");

	if (json_object_size(checkers) == 0 || tool_class_of(c->tool, c->args) != TOOL_WRITES)
		return NULL;
	struct edit_checks *k = xcalloc(1, sizeof *k);
	k->host = c->host;
	json_auto_t *paths = c->tool->paths ? c->tool->paths(c->args)
					    : json_pack("[s*]", json_str(c->args, "path", NULL));
	json_each (path, paths) {
		auto_free char *name =
		    workspace_name(c->host->workspace, json_string_value(path), NULL);

		json_members (pattern, command, name ? checkers : NULL)
			if (glob_match(pattern, name))
				array_push(k->list, k->count, k->cap,
				    (struct check){.path = xstrdup(name),
					.command = command_for(json_string_value(command), name),
					.usable = true});
	}
	if (k->count > 0)
		return k;
	edit_checks_free(k);
	return NULL;
}

void edit_checks_free(struct edit_checks *k)
{
	if (!k)
		return;
	job_free(k->job, 0);
	for (size_t i = 0; i < k->count; i++) {
		free_all(k->list[i].path, k->list[i].command);
		buf_free(&k->list[i].before);
		json_decref(k->list[i].problems);
	}
	free_all(k->list, k);
}

/* ---- What is new --------------------------------------------------------------------------- */

/* A problem is a line that matches a pattern, with the lines below it up to the next. Two are the same whatever numbers
 * are in them, since an edit moves lines; what stood n times before may stand n times. */

/* Returns a line with '#' for each number. Caller frees. */
static char *key_of(const char *line, size_t len)
{
	struct buf out = BUF_INIT;

	for (size_t i = 0; i < len; i++) {
		const bool digit = line[i] >= '0' && line[i] <= '9';

		if (!digit || i == 0 || line[i - 1] < '0' || line[i - 1] > '9')
			buf_addc(&out, digit ? '#' : line[i]);
	}
	return buf_take(&out);
}

static bool begins(struct regex *problem, const char *line, size_t len)
{
	return regex_find(problem, line, len, 0, NULL, NULL) == REGEX_YES;
}

static bool has_problem_line(struct regex *problem, const char *text)
{
	for (const char *nl; *text; text = nl + (*nl == '\n')) {
		nl = strchrnul(text, '\n');
		if (begins(problem, text, (size_t)(nl - text)))
			return true;
	}
	return false;
}

/* Returns the problems in a checker's output, each as [key, text]; new reference. */
static json_t *problems_of(struct regex *problem, const char *text)
{
	const bool every = !has_problem_line(problem, text);
	json_t *out = json_array();

	for (const char *nl; *text; text = nl + (*nl == '\n')) {
		json_t *last = json_array_get(out, json_array_size(out) - 1);

		nl = strchrnul(text, '\n');
		size_t len = (size_t)(nl - text);
		if (every ? text[strspn(text, " \t")] != '\n' && len > 0
			  : begins(problem, text, len)) {
			auto_free char *key = key_of(text, len);

			json_array_append_new(out, json_pack("[s, s%]", key, text, len));
		} else if (last && !every &&
			   (!len || text[len - 1] != ':' || strchr(" \t", *text))) {
			/* No heading of the next problem, as "a.c: In function 'f':". */
			json_array_set_new(last, 1,
			    json_sprintf("%s\n%.*s", json_string_value(json_array_get(last, 1)),
				(int)len, text));
		}
	}
	return out;
}

/* Returns what a checker finds now and did not find before: an array of texts, new reference. NULL: the pattern is
 * invalid, see e. If no line of an output begins a problem, each line is one. */
static json_t *edit_problems_new(
    const char *pattern, const char *before, const char *after, struct error *e)
{
	struct regex *problem = regex_new(pattern, strlen(pattern), REGEX_UTF, e);

	if (!problem)
		return NULL;
	json_t *fresh = json_array();
	json_auto_t *counts = json_object(); /* how often each stood before */
	json_auto_t *were = problems_of(problem, before), *are = problems_of(problem, after);
	json_each (one, were) {
		const char *key = json_string_value(json_array_get(one, 0));

		json_put_int(counts, key, json_int(counts, key, 0) + 1);
	}
	json_each (one, are) {
		const char *key = json_string_value(json_array_get(one, 0));
		const int64_t left = json_int(counts, key, 0);

		if (left > 0)
			json_put_int(counts, key, left - 1);
		else
			json_array_append(fresh, json_array_get(one, 1));
	}
	regex_free(problem);
	return fresh;
}

/* ---- Running -------------------------------------------------------------------------------- */

static void run_next(struct edit_checks *k);

static void unusable(struct edit_checks *k, struct check *check, const char *why)
{
	if (check->usable)
		emit_notice(k->host->session, "warning", "checks.after_edit: '%s': %s",
		    check->command, why);
	check->usable = false;
}

static void ended(struct job *job)
{
	struct edit_checks *k = job->ctx;
	struct check *check = &k->list[k->at];
	auto_buf raw = BUF_LIMIT(job->out.max * 2 + 4096), out = BUF_LIMIT(BUF_UNBOUNDED);
	auto_error e = ERROR_INIT;

	if (job->exit.timed_out)
		unusable(k, check, "it took too long (checks.timeout_s)");
	else if (job->exit.status >= NO_COMMAND)
		unusable(k, check, "it could not be run to its end");
	/* People and the model read it: secrets are replaced. */
	command_output_write(&job->out, &raw);
	if (secret_any())
		secret_redact(&raw);
	text_sanitise(&out, buf_str(&raw), raw.len);
	tags_neutralise(&out);
	if (!k->after)
		buf_add(&check->before, buf_str(&out), out.len);
	else if (check->usable)
		check->problems =
		    edit_problems_new(setting_string(k->host->settings, "checks.problem"),
			buf_str(&check->before), buf_str(&out), &e);
	if (e.message)
		emit_notice(k->host->session, "warning", "checks.problem: %s", e.message);
	k->job = NULL;
	job_free(job, 0);
	k->at++;
	run_next(k);
}

static bool start(struct edit_checks *k, struct check *check)
{
	const int64_t left = k->until_ms - clock_mono_ms();
	auto_error e = ERROR_INIT;

	if (left <= 0) {
		unusable(k, check, "there was no time left for it (checks.timeout_s)");
		return false;
	}
	k->job = job_start(
	    k->host, &(struct job_wish){.command = check->command, .timeout_ms = (int)left}, &e);
	if (!k->job) {
		unusable(k, check, e.message);
		return false;
	}
	k->job->ended = ended;
	k->job->ctx = k;
	return true;
}

static void run_next(struct edit_checks *k)
{
	struct stat st;

	for (; k->at < k->count; k->at++) {
		struct check *check = &k->list[k->at];

		/* A file that is not there has no problems. */
		if (check->usable && workspace_stat(k->host->workspace, check->path, &st, NULL) &&
		    S_ISREG(st.st_mode) && start(k, check))
			return;
	}
	k->done(k->ctx);
}

void edit_checks_run(struct edit_checks *k, bool after, void (*done)(void *ctx), void *ctx)
{
	k->after = after;
	k->at = 0;
	k->until_ms = clock_mono_ms() +
		      (int64_t)(setting_number(k->host->settings, "checks.timeout_s") * 1000);
	k->done = done;
	k->ctx = ctx;
	run_next(k);
}

/* ---- Telling -------------------------------------------------------------------------------- */

/* Appends at most checks.max_lines of the problems, and counts what is left out. */
static void add_problem_lines(
    const struct edit_checks *k, const struct check *check, struct buf *out)
{
	const int64_t most = setting_int(k->host->settings, "checks.max_lines");
	int64_t lines = 0;

	json_each_at (i, problem, check->problems) {
		const char *text = json_string_value(problem);

		lines++;
		for (const char *s = text; (s = strchr(s, '\n')); s++)
			lines++;
		if (i > 0 && lines > most) {
			buf_addf(out, "[%zu more]\n", json_array_size(check->problems) - i);
			return;
		}
		buf_addf(out, "%s\n", text);
	}
}

/* Returns the command made safe to show, since the file's name in it may hold any bytes. Caller frees. */
static char *command_told(const struct check *check)
{
	return text_clean(check->command, strlen(check->command));
}

void edit_checks_report(const struct edit_checks *k, struct call *c)
{
	for (size_t i = 0; i < k->count; i++) {
		auto_buf lines = BUF_INIT;

		if (json_array_size(k->list[i].problems) == 0)
			continue;
		add_problem_lines(k, &k->list[i], &lines);
		auto_free char *command = command_told(&k->list[i]);
		auto_free char *words = prompt_with(
		    "turn/edit_problems", {"command", command}, {"problems", buf_str(&lines)});
		model_note_result(&c->result, words);
	}
}

void edit_checks_tell(const struct edit_checks *k, const struct call *c)
{
	array_each (check, k->list, k->count) {
		const size_t count = json_array_size(check->problems);
		auto_buf lines = BUF_INIT;

		if (count == 0)
			continue;
		auto_free char *path = path_shown(check->path);
		auto_free char *command = command_told(check);
		add_problem_lines(k, check, &lines);
		emit(k->host->session, EVENT_EDIT_CHECK,
		    xasprintf("%zu new problem%s · %s", count, text_plural((int64_t)count, "", "s"),
			command),
		    event_build_edit_check(&(struct event_edit_check){.call = c->id,
			.path = path,
			.command = command,
			.count = (int64_t)count,
			.text = buf_str(&lines)}));
	}
}
