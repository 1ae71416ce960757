/* SPDX-License-Identifier: MIT
 * Runs hooks as children and collects their answers. A set of runs is freed when its last child has
 * ended. Sets that nobody waits for belong to the runner, which stops them when it is freed.
 */
#include "hooks/hook_run.h"

#include <signal.h>
#include "base/base.h"
#include "base/file.h"
#include "base/secret.h"
#include "sandbox/child_start.h"
#include "sandbox/sandbox.h"
#include "session/event/event_data.h"
#include "tools/command/jobs.h"
#include "tools/dialect/dialect_offer.h"
#include "tools/dialect/dialect_table.h"
#include "tools/tool.h"

struct hook_child {
	struct hook_runs *runs;
	struct user_hook *hook;
	struct process *process; /* NULL: it has ended */
	struct buf out, err;
	char mark[37]; /* in `out`, variables for commands follow it; "": there are none */
	int64_t started_ms;
};
struct hook_runs {
	struct hook_runs *next; /* of the runner's list */
	struct hook_runner *runner;
	char *tool, *call; /* (owned) NULL: none */
	struct hook_child *list;
	size_t count, open;
	struct hook_answer all;
	struct timer *timer; /* calls done when nothing runs any more */
	void (*done)(void *ctx, const struct hook_answer *said);
	void *ctx;
};
struct hook_runner {
	struct hooks *hooks;
	const struct tool_host *host;
	int level;
	struct hook_runs *first; /* all sets that run */
	void (*late)(void *ctx, const struct hook_answer *said);
	void *ctx;
};

struct hook_runner *hook_runner_new(const struct tool_host *host, int level,
    void (*late)(void *ctx, const struct hook_answer *said), void *ctx)
{
	struct hook_runner *r = xcalloc(1, sizeof *r);

	*r = (struct hook_runner){
	    .hooks = hooks_load(host->settings, workspace_path(host->workspace)),
	    .host = host,
	    .level = level,
	    .late = late,
	    .ctx = ctx};
	return r;
}

void hook_runs_stop(struct hook_runs *runs)
{
	if (!runs)
		return;
	struct hook_runs **at = &runs->runner->first;
	while (*at != runs)
		at = &(*at)->next;
	*at = runs->next;
	timer_stop(runs->timer);
	for (size_t i = 0; i < runs->count; i++) {
		process_stop(runs->list[i].process, 0);
		buf_free(&runs->list[i].out);
		buf_free(&runs->list[i].err);
	}
	hook_answer_free(&runs->all);
	free_all(runs->list, runs->tool, runs->call, runs);
}

void hook_runner_free(struct hook_runner *r)
{
	if (!r)
		return;
	while (r->first)
		hook_runs_stop(r->first);
	hooks_free(r->hooks);
	free(r);
}

const struct hooks *hook_runner_hooks(const struct hook_runner *r)
{
	return r->hooks;
}

bool hook_runner_has(const struct hook_runner *r, enum hook_event event)
{
	for (size_t i = 0; i < r->hooks->count; i++)
		if (r->hooks->list[i].event == event)
			return true;
	return false;
}

/* ---- The input of hooks --------------------------------------------------------------------- */

static void add_patch_lines(struct buf *out, char mark, const char *text)
{
	for (size_t n; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		buf_addf(out, "%c%.*s\n", mark, (int)n, text);
	}
}

static void add_edit(struct buf *out, const json_t *edit)
{
	buf_adds(out, "@@\n");
	add_patch_lines(out, '-', json_str(edit, "old_string", ""));
	add_patch_lines(out, '+', json_str(edit, "new_string", ""));
}

/* Returns a change of one file as a patch, where the hooks of an agent that edits by patches look
 * for the path. head: of the section, "Add File". New reference. */
static json_t *patch_of(const json_t *args, const char *head)
{
	auto_buf out = BUF_LIMIT(BUF_UNBOUNDED);

	buf_addf(&out, "*** Begin Patch\n*** %s: %s\n", head, json_str(args, "path", ""));
	add_patch_lines(&out, '+', json_str(args, "content", ""));
	if (json_str(args, "new_string", NULL))
		add_edit(&out, args);
	json_each (edit, json_list(args, "edits"))
		add_edit(&out, edit);
	buf_adds(&out, "*** End Patch\n");
	return json_text(buf_str(&out), out.len);
}

/* Adds the call to a hook's input, in the dialect of its agent, with an absolute path. */
static void put_call(json_t *input, const struct hook_runner *r, const struct user_hook *hook,
    const struct hook_ask *ask)
{
	const json_t *dialect = hook_dialect(hook->form);
	const char *path = json_str(ask->args, "path", NULL),
		   *head = json_str(json_map(json_map(dialect, "tools"), ask->tool), "patch", NULL);
	json_auto_t *args = json_copy((json_t *)ask->args);
	auto_free char *whole = path ? file_join(workspace_path(r->host->workspace), path) : NULL;
	auto_buf name = BUF_INIT, theirs = BUF_INIT;

	json_put_str(args, "path", whole);
	auto_free char *text = json_line(args);
	dialect_render(dialect, ask->tool, text, &name, &theirs);
	json_t *given = json_parse(buf_str(&theirs), theirs.len, NULL);
	if (head)
		json_put(given, "command", patch_of(ask->args, head));
	json_object_update_new(
	    input, json_pack("{s:s, s:o*, s:s*, s:{s:s, s:O*}}", "tool_name", buf_str(&name),
		       "tool_input", given, "tool_use_id", ask->call, "agent", "tool", ask->tool,
		       "arguments", ask->args));
}

static bool is_free(const struct hook_runner *r, const struct user_hook *hook)
{
	return !r->hooks->files[hook->file].project &&
	       strcmp(setting_string(r->host->settings, "hooks.sandbox"), "workspace") == 0;
}

static char *hook_input(
    const struct hook_runner *r, const struct user_hook *hook, const struct hook_ask *ask)
{
	const struct hook_row *row = &hook_rows[hook->event];
	const char *id = session_id(r->host->session);
	json_auto_t *input = json_pack("{s:s, s:s?, s:s, s:s, s:s, s:o}", "session_id", id,
	    "transcript_path", is_free(r, hook) ? ask->transcript : ask->transcript_seen, "cwd",
	    workspace_label(r->host->workspace), "hook_event_name",
	    hook->form == HOOK_GEMINI ? row->gemini : row->name, "permission_mode",
	    json_str(json_map(dialect_table(), "hook_modes"),
		setting_string(r->host->settings, "approve"), "default"),
	    "turn_id", json_sprintf("%d", session_turn(r->host->session)));

	json_put_str(input, "model", setting_string(r->host->settings, "backend.model"));
	if (r->level > 0) {
		json_put_str(input, "agent_id", id);
		json_put_str(input, "agent_type", "delegate");
	}
	if (ask->tool)
		put_call(input, r, hook, ask);
	if (ask->fields)
		json_object_update(input, (json_t *)ask->fields);
	return json_line(input);
}

/* ---- The ends of children ------------------------------------------------------------------- */

static void tell_run(const struct hook_child *c, const struct hook_answer *a, int status)
{
	const struct hook_runs *runs = c->runs;
	auto_free char *file = file_user_path(runs->runner->hooks->files[c->hook->file].path);
	struct session *session = runs->runner->host->session;

	emit(session, EVENT_HOOK_RUN, NULL,
	    event_build_hook_run(&(struct event_hook_run){.event = hook_rows[c->hook->event].name,
		.hook = c->hook->name,
		.file = file,
		.tool = runs->tool,
		.call = runs->call,
		.exit = status,
		.duration_ms = clock_mono_ms() - c->started_ms,
		.decision = hook_decision_name(a->decision),
		.reason = a->reason,
		.arguments = json_incref(a->input),
		.context = a->context,
		.ends = a->halt,
		.error = a->failed}));
	if (a->message && !json_flag(c->hook->spec, "suppressOutput", false))
		emit_notice(session, "info", "%s", a->message);
}

static void runs_over(void *ctx)
{
	struct hook_runs *runs = ctx;
	void (*done)(void *ctx, const struct hook_answer *said) = runs->done;
	freed_by(hook_answer_free) struct hook_answer all = runs->all;
	void *whose = runs->ctx;

	runs->timer = NULL;
	runs->all = (struct hook_answer){0};
	hook_runs_stop(runs);
	done(whose, &all);
}

static void take_hook_answer(struct hook_child *c, const struct hook_answer *a, int status)
{
	struct hook_runs *runs = c->runs;

	tell_run(c, a, status);
	hook_answer_add(&runs->all, a);
	if (--runs->open == 0)
		runs->timer = loop_after(runs->runner->host->loop, 0, runs_over, runs);
}

static void child_failed(struct hook_child *c, const char *why, bool refuse)
{
	freed_by(hook_answer_free) struct hook_answer a = {.failed = xstrdup(why)};

	hook_answer_close(c->hook, refuse, &a);
	take_hook_answer(c, &a, -1);
}

/* Cuts the variables behind the mark off the hook's output, and sets them for later commands. */
static void take_variables(struct hook_child *c)
{
	const char *mark = *c->mark && c->out.len
			       ? memmem(buf_str(&c->out), c->out.len, c->mark, strlen(c->mark))
			       : NULL;

	for (const char *at = mark ? mark + strlen(c->mark) : NULL;
	     at && at < c->out.data + c->out.len; at += strlen(at) + 1)
		jobs_variable(c->runs->runner->host->jobs, at);
	if (mark)
		buf_cut(&c->out, (size_t)(mark - c->out.data));
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct hook_child *c = ctx;
	struct hook_answer a;
	struct hook_end end = {.status = exit->status, .timed_out = exit->timed_out};

	c->process = NULL;
	take_variables(c);
	secret_redact(&c->out);
	secret_redact(&c->err);
	end.out = buf_str(&c->out);
	end.err = buf_str(&c->err);
	hook_answer_read(c->hook, &end, &a);
	take_hook_answer(c, &a, exit->status);
	hook_answer_free(&a);
}

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct hook_child *c = ctx;

	buf_add(stream == 1 ? &c->out : &c->err, data, len);
}

/* ---- Starting ------------------------------------------------------------------------------- */

/* For sh -c: runs its arguments with CLAUDE_ENV_FILE, then prints $0 (the mark) and the variables
 * that this file exports. The shell works their values out, since they may be made of others. */
static const char with_variables[] =
    "f=$(mktemp) || exit 1; CLAUDE_ENV_FILE=$f; export CLAUDE_ENV_FILE; \"$@\"; s=$?; printf %s "
    "\"$0\"; "
    "(. \"$f\" >/dev/null; for n in $(sed -n 's/^ *export  *\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p' "
    "\"$f\"); do eval \"printf '%s=%s\\\\000' $n \\\"\\$$n\\\"\"; done); rm -f \"$f\"; exit $s";

/* Returns the words to run: a line for a shell, or a program with its arguments. Caller frees the
 * array; the strings are borrowed. */
static const char **words_to_run(const struct hook_child *c)
{
	const struct user_hook *hook = c->hook;
	const json_t *args = json_list(hook->spec, "args");
	const char **argv = xcalloc(json_array_size(args) + 8, sizeof *argv);
	const char *command = json_str(hook->spec, "command", "");
	size_t n = 0;

	if (*c->mark) {
		argv[n++] = "/bin/sh";
		argv[n++] = "-c";
		argv[n++] = with_variables;
		argv[n++] = c->mark;
	}
	if (!args) {
		argv[n++] =
		    text_is(json_str(hook->spec, "shell", NULL), "bash") ? "bash" : "/bin/sh";
		argv[n++] = "-c";
	}
	argv[n++] = command;
	json_each (word, args)
		if (json_is_string(word))
			argv[n++] = json_string_value(word);
	return argv;
}

static void start_child(struct hook_child *c, const struct hook_ask *ask)
{
	const struct hook_runner *r = c->runs->runner;
	const struct tool_host *host = r->host;
	const struct hook_file *file = &r->hooks->files[c->hook->file];
	json_auto_t *project = json_pack(
	    "{s:s, s:s}", "CLAUDE_PROJECT_DIR", r->hooks->top, "GEMINI_PROJECT_DIR", r->hooks->top);
	char *input = hook_input(r, c->hook, ask),
	     **set = environment_new(
		 host->settings, (const char *const[]){"tools.environment", NULL}, project);
	const double unit = c->hook->form == HOOK_GEMINI ? 1 : 1000, /* of its timeout, in ms */
	    given = json_num(c->hook->spec, "timeout", NAN),
		     usual = setting_number(host->settings,
			 c->hook->event == HOOK_SESSION_END ? "hooks.end_s" : "hooks.timeout_s");
	auto_error e = ERROR_INIT;

	if (c->hook->event == HOOK_SESSION_START && host->jobs)
		uuid_new(c->mark);
	const char **argv = words_to_run(c);
	c->started_ms = clock_mono_ms();
	c->hook->spent = json_flag(c->hook->spec, "once", false);
	if (file->project && !hook_file_holds(r->hooks, file))
		child_failed(c, "it is not what was trusted; `agent config trust` trusts it", true);
	else if (!(c->process = child_start(host->loop, host->sandbox,
		       &(struct child_wish){is_free(r, c->hook) ? CHILD_USER_HOOK : CHILD_HOOK,
			   .network = host->sandbox && sandbox_network(host->sandbox)},
		       &(struct process_spec){.argv = argv,
			   .cwd_fd = workspace_fd(host->workspace),
			   .set = (const char *const *)set,
			   .in = PROCESS_STDIN_PIPE,
			   .sweep = true,
			   .death_signal = SIGKILL,
			   .timeout_ms =
			       (int)(given > 0 && given < 1e6 * 1000 / unit ? given * unit
									    : 1000 * usual),
			   .output = on_output,
			   .done = on_done,
			   .ctx = c},
		       NULL, &e)))
		child_failed(c, e.message, false);
	if (c->process) {
		process_write(c->process, input, strlen(input));
		process_write(c->process, "\n", 1);
		process_close_stdin(c->process);
	}
	environment_free(set);
	free_all(argv, input);
}

/* Starts the matching hooks that are not waited for (async), or those that are. NULL: there are none. */
static struct hook_runs *start_those(struct hook_runner *r, const struct hook_ask *ask, bool async)
{
	struct hook_runs *runs = xcalloc(1, sizeof *runs);
	const size_t most = (size_t)setting_int(r->host->settings, "hooks.output_bytes");

	*runs = (struct hook_runs){.next = r->first,
	    .runner = r,
	    .tool = xstrdup(ask->tool),
	    .call = xstrdup(ask->call),
	    .list = xcalloc(r->hooks->count + 1, sizeof *runs->list),
	    .done = r->late,
	    .ctx = r->ctx};
	r->first = runs;
	array_each (hook, r->hooks->list, r->hooks->count) {
		if (hook->event == ask->event && r->hooks->files[hook->file].trusted &&
		    json_flag(hook->spec, "async", false) == async &&
		    hook_matches(hook, ask->tool, ask->args, ask->subject))
			runs->list[runs->count++] = (struct hook_child){.runs = runs,
			    .hook = hook,
			    .out = BUF_LIMIT(most),
			    .err = BUF_LIMIT(most)};
	}
	runs->open = runs->count;
	for (size_t i = 0; i < runs->count; i++)
		start_child(&runs->list[i], ask);
	if (runs->count)
		return runs;
	hook_runs_stop(runs);
	return NULL;
}

struct hook_runs *hook_runs_start(struct hook_runner *r, const struct hook_ask *ask,
    void (*done)(void *ctx, const struct hook_answer *said), void *ctx)
{
	if (!hook_runner_has(r, ask->event))
		return NULL;
	start_those(r, ask, true);
	struct hook_runs *runs = start_those(r, ask, false);
	if (!runs || !done)
		return NULL;
	runs->done = done;
	runs->ctx = ctx;
	return runs;
}
