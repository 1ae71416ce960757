/* SPDX-License-Identifier: MIT
 * Runs trials of commands. What a command leaves in the private /tmp belongs to the session, since later commands
 * look for it: one that left something there and changed nothing else is run once more, and this time that stays.
 * A layer makes reading many files slow, so a command that is expected to only read is tried without one first.
 */
#include "tools/command/command_trial.h"

#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "base/text/diff.h"
#include "config/prompt.h"
#include "sandbox/sandbox.h"
#include "sandbox/trial.h"
#include "tools/command/jobs.h"

#define CHANGES_TOLD 200
#define OUTPUT_LAST ((size_t)2000) /* bytes shown of the end of the output */
#define DIFF_CONTEXT 3

struct command_trial {
	struct call *call;	      /* (borrowed) */
	struct job *job;	      /* (owned) */
	struct trial_changes changes; /* (owned) once it is over */
	bool over, failed, doubted;   /* failed: what it wrote could not be read */
	bool changed;		      /* once over: it changed something */
	enum job_trial way;	      /* of the run under way, or the last one */
	json_t *caches;		      /* (owned) names of folders */
	json_t *list;		      /* (owned) the changes for the question */
	struct buf diff, state;	      /* (owned) */
	char *output;		      /* (owned) the end of the command's output, made safe */
	size_t added, removed;
};

bool command_trial_possible(const struct call *c)
{
	const struct job *job;

	for (size_t i = 0; (job = jobs_at(c->host->jobs, i)); i++)
		if (job->process)
			return false;
	return c->host->sandbox && json_str(c->args, "command", NULL) &&
	       !json_flag(c->args, "background", false) && !json_flag(c->args, "network", false);
}

/* ---- What it would change -------------------------------------------------------------------- */

/* Whether a change is in a folder that programs fill for themselves and nobody misses, or creates one. */
static bool is_cache(const struct command_trial *t, const struct trial_change *c)
{
	const bool removed = c->kind == TRIAL_DELETED && c->folder;
	bool found = c->cache;

	json_each (name, t->caches) {
		const size_t len = json_string_length(name);
		const char *at = c->path;

		while (!found && (at = strstr(at, json_string_value(name)))) {
			found = at > c->path && at[-1] == '/' &&
				(at[len] == '/' || (at[len] == '\0' && !removed));
			at += len;
		}
	}
	return found;
}

/* Returns the number of changes, those in caches aside: in the private /tmp, or (in_tmp false) elsewhere. */
static size_t count_changes(const struct command_trial *t, bool in_tmp)
{
	size_t n = 0;

	for (size_t i = 0; i < t->changes.count; i++)
		n += t->changes.list[i].tmp == in_tmp && !is_cache(t, &t->changes.list[i]);
	return n;
}

/* Appends the diff of a file's text to t->diff. False: it is no text, or too long. */
static bool add_diff(struct command_trial *t, const struct trial_change *c, const char *shown,
    struct diff_stat *stat)
{
	const size_t most = (size_t)setting_int(t->call->host->settings, "tools.read_bytes");
	auto_buf before = BUF_LIMIT(most), after = BUF_LIMIT(most);
	struct stat st;
	/* This program is not confined: a link could lead it to a file that commands may not read. */
	const bool read =
	    (c->kind == TRIAL_CREATED || (lstat(c->path, &st) == 0 && S_ISREG(st.st_mode) &&
					     file_read(c->path, most, &before, NULL))) &&
	    (c->kind == TRIAL_DELETED ||
		trial_read_file(t->job->trial, c->path, most, &after, NULL)) &&
	    !text_is_binary(buf_str(&before), before.len) &&
	    !text_is_binary(buf_str(&after), after.len);

	if (read) {
		buf_addf(&t->diff, "%s %s\n", trial_kind_words[c->kind], shown);
		*stat = diff_unified(buf_str(&before), before.len, buf_str(&after), after.len,
		    DIFF_CONTEXT, &t->diff);
	}
	return read;
}

static void describe_change(struct command_trial *t, const struct trial_change *c)
{
	auto_free char *name = c->tmp ? xasprintf("/tmp/%s", strrchr(c->path, '/') + 1)
				      : workspace_name(t->call->host->workspace, c->path, NULL);
	auto_free char *shown = path_shown(name ? name : c->path);
	struct diff_stat stat = {0};
	const bool read = !c->folder && c->kind <= TRIAL_DELETED && add_diff(t, c, shown, &stat);

	t->added += (size_t)stat.added;
	t->removed += (size_t)stat.removed;
	json_array_append_new(
	    t->list, json_pack("{s:s, s:s, s:o*, s:o*, s:o*}", "path", shown, "kind",
			 trial_kind_words[c->kind], "folder", c->folder ? json_true() : NULL,
			 "added", read ? json_integer(stat.added) : NULL, "removed",
			 read ? json_integer(stat.removed) : NULL));
}

/* ---- The run --------------------------------------------------------------------------------- */

/* Whether the trial may be why the command went so. JOB_TRIED_READING refuses no call: it ends who would write. */
static bool is_in_doubt(const struct command_trial *t, const struct buf *said)
{
	const struct job *job = t->job;

	return job->exit.timed_out || job->exit.over || *job->exit.lost || t->changes.full ||
	       (t->way != JOB_TRIED_READING &&
		   (sandbox_trial_fits(
			job->trial ? "layer" : "read_only", buf_str(said), said->len) ||
		       (!job->trial && (job->status.errors_away || job->exit.signo))));
}

static bool run(struct command_trial *t, enum job_trial way, struct error *e);

static void end(struct job *job)
{
	struct command_trial *t = job->ctx;
	auto_error e = ERROR_INIT;
	auto_buf out = BUF_LIMIT(job->out.max * 2);

	command_output_write(&job->out, &out);
	trial_changes_free(&t->changes);
	t->failed = job->trial && !trial_find_changes(job->trial, CHANGES_TOLD, &t->changes, &e);
	t->doubted = t->failed || is_in_doubt(t, &out);
	if (t->way == JOB_TRIED_READING && job->exit.over && run(t, JOB_TRIED, NULL))
		return;
	if (t->way == JOB_TRIED && !t->doubted && !t->changes.more && !count_changes(t, false) &&
	    count_changes(t, true)) {
		if (run(t, JOB_TRIED_KEEPING_TMP, NULL))
			return;
		t->doubted = true;
	}
	t->changed = t->changes.more || count_changes(t, false) || count_changes(t, true);
	t->over = true;
	if (!t->changed && !t->doubted)
		return;
	for (size_t i = 0; i < t->changes.count; i++)
		if (!t->changes.list[i].cache)
			describe_change(t, &t->changes.list[i]);
	if (job->out.binary)
		return;
	size_t from = out.len > OUTPUT_LAST ? out.len - OUTPUT_LAST : 0;
	const char *nl = from ? memchr(buf_str(&out) + from, '\n', out.len - from) : NULL;
	from = nl ? (size_t)(nl + 1 - buf_str(&out)) : from;
	t->output = text_clean(buf_str(&out) + from, out.len - from);
}

static bool run(struct command_trial *t, enum job_trial way, struct error *e)
{
	const struct call *c = t->call;
	const double most = setting_number(c->host->settings, "sandbox.try_s");
	const double own = json_num(c->args, "timeout_s", most);
	struct job *job = job_start(c->host,
	    &(struct job_wish){.command = json_str(c->args, "command", ""),
		.timeout_ms = (int)((own > 0 && own < most ? own : most) * 1000),
		.trial = way},
	    e);

	if (!job)
		return false;
	job_free(t->job, 0);
	job->ended = end;
	job->ctx = t;
	t->job = job;
	t->way = way;
	return true;
}

struct command_trial *command_trial_start(struct call *c, struct error *e)
{
	struct command_trial *t = xcalloc(1, sizeof *t);
	json_auto_t *table = config_table_usable("sandbox.yaml");
	const char *command = json_str(c->args, "command", "");
	const bool reads_much = sandbox_tier(c->host->sandbox) == SANDBOX_NAMESPACES &&
				sandbox_trial_fits("reads", command, strlen(command));

	*t = (struct command_trial){
	    .call = c, .list = json_array(), .diff = BUF_LIMIT(result_room(c->host))};
	t->caches = json_incref(json_list(table, "caches"));
	if ((reads_much && run(t, JOB_TRIED_READING, NULL)) || run(t, JOB_TRIED, e))
		return t;
	command_trial_free(t);
	return NULL;
}

void command_trial_free(struct command_trial *t)
{
	if (!t)
		return;
	job_free(t->job, 0);
	trial_changes_free(&t->changes);
	json_decref(t->caches);
	json_decref(t->list);
	buf_free(&t->diff);
	buf_free(&t->state);
	free_all(t->output, t);
}

bool command_trial_over(void *ctx)
{
	return ((const struct command_trial *)ctx)->over;
}

/* ---- The outcome ----------------------------------------------------------------------------- */

bool command_trial_only_read(const struct command_trial *t)
{
	return t->over && !t->doubted && !t->changed;
}

void command_trial_report(const struct command_trial *t)
{
	job_report(t->call, t->job, NULL);
	json_put(t->call->result.data, "tried", json_true());
}

static void add_state(const struct command_trial *t, struct buf *out)
{
	char spelled[24];

	clock_spell(t->job->exit.duration_ms, spelled);
	if (t->job->exit.timed_out)
		buf_addf(out, "it was ended after %s", spelled);
	else if (t->changes.full)
		buf_adds(out, "it wrote more than a trial has room for");
	else
		job_state(t->job, out);
}

void command_trial_tell(const struct command_trial *t, struct event_question *q)
{
	struct buf *state = (struct buf *)&t->state;

	buf_clear(state);
	add_state(t, state);
	q->changes = json_incref(t->list);
	q->more_changes = t->changes.more;
	q->tried = buf_str(state);
	q->output = t->output && *t->output ? t->output : NULL;
	q->diff = t->diff.len ? buf_str(&t->diff) : NULL;
}

char *command_trial_words(const struct command_trial *t)
{
	struct buf out = BUF_INIT;
	const size_t paths = json_array_size(t->list);

	if (!paths)
		add_state(t, &out);
	else
		buf_addf(&out, "it would change %zu path%s", paths, text_plural(paths, "", "s"));
	if (t->added + t->removed)
		buf_addf(&out, ", +%zu -%zu", t->added, t->removed);
	return buf_take(&out);
}
