/*
 * One process at a time: what changes while it runs is told to the next.
 */
#include "ui/tui/status_command.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "sandbox/child_start.h"
#include "ui/tui/composer_actions.h"
#include "ui/tui/terminal/redraw.h"

#define PAUSE_MS 1000
#define OUTPUT_MOST ((size_t)4096)
#define LINE_CHARS 300

struct status_command {
	struct tui *tui; /* (borrowed) */
	struct process *process;
	struct timer *timer;
	struct buf output;
	char *text; /* (owned) NULL: nothing yet, or it failed */
	int64_t started_ms;
	bool again, failed;
};

static json_t *status_json(const struct tui *t)
{
	const struct ui_model *m = &t->model;

	return json_pack("{s:s?, s:s?, s:s?, s:s?, s:s?, s:s, s:b, s:i, s:i, s:i, s:I, s:s?, "
			 "s:{s:I, s:I, s:I}, s:{s:I, s:I}, s:i, s:{s:i, s:i}, s:i}",
	    "session", m->id, "cwd", t->options.cwd, "branch", t->branch, "model", m->model,
	    "depth", m->depth, "approve", compose_approve(t), "running", m->running, "turn",
	    m->turn, "round", m->iteration, "rounds", m->max_iterations, "turn_ms",
	    (json_int_t)(m->running ? clock_now_ms() - m->turn_started_ms : 0), "stage", m->status,
	    "tokens", "input", (json_int_t)m->input, "output", (json_int_t)m->output, "cached",
	    (json_int_t)m->cached, "context", "used", (json_int_t)m->context_used, "window",
	    (json_int_t)m->context_tokens, "jobs", (int)job_list_running(&m->jobs), "plan", "done",
	    plan_count(&m->plan, TODO_COMPLETED), "steps", (int)m->plan.count, "columns",
	    t->screen.columns);
}

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct status_command *c = ctx;

	if (stream == 1 && c->output.len < OUTPUT_MOST)
		buf_add(&c->output, data, len);
}

/* The first line, without control bytes. Owned; NULL: it said nothing. */
static char *first_line(const struct buf *output)
{
	const char *nl = memchr(buf_str(output), '\n', output->len);
	char *line = text_clean_line(
	    buf_str(output), nl ? (size_t)(nl - buf_str(output)) : output->len, LINE_CHARS);

	if (*line)
		return line;
	free(line);
	return NULL;
}

/* Says once that the command failed; the status line is that of ui.status then. */
static void say_failed(struct status_command *c, const char *why)
{
	char *words;

	if (c->failed)
		return;
	c->failed = true;
	words = xasprintf("ui.status_command: %s", why);
	tui_say(c->tui, "warning", false, words);
	redraw(c->tui, PANEL_ALL);
	free(words);
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct status_command *c = ctx;
	const bool ok = exit->status == 0 && !exit->timed_out;
	char *why = exit->timed_out ? xstrdup("it took too long (ui.status_timeout_s)")
				    : xasprintf("exit %d", exit->status);

	c->process = NULL;
	free(c->text);
	c->text = ok ? first_line(&c->output) : NULL;
	if (!ok)
		say_failed(c, why);
	free(why);
	redraw(c->tui, PANEL_STATUS);
	if (c->again)
		status_command_wake(c);
}

static void start_command(struct status_command *c)
{
	const struct settings *s = c->tui->options.settings;
	const char *argv[] = {"/bin/sh", "-c", setting_string(s, "ui.status_command"), NULL};
	const struct process_spec spec = {.argv = argv,
	    .cwd_fd = workspace_fd(c->tui->options.workspace),
	    .in = PROCESS_STDIN_PIPE,
	    .sweep = true,
	    .death_signal = SIGKILL,
	    .timeout_ms = (int)(setting_number(s, "ui.status_timeout_s") * 1000),
	    .output = on_output,
	    .done = on_done,
	    .ctx = c};
	struct error e = ERROR_INIT;
	json_t *state = status_json(c->tui);
	char *line = json_line(state);

	c->again = false;
	c->started_ms = clock_mono_ms();
	buf_clear(&c->output);
	c->process = child_start(c->tui->loop, c->tui->options.sandbox,
	    &(struct child_wish){CHILD_STATUS_LINE}, &spec, NULL, &e);
	if (c->process) {
		process_write(c->process, line, strlen(line));
		process_close_stdin(c->process);
	} else {
		say_failed(c, e.message);
	}
	error_free(&e);
	free(line);
	json_decref(state);
}

static void on_timer(void *ctx)
{
	struct status_command *c = ctx;

	c->timer = NULL;
	start_command(c);
}

void status_command_wake(struct status_command *c)
{
	int64_t since;

	if (!c || c->timer)
		return;
	since = clock_mono_ms() - c->started_ms;
	if (c->process)
		c->again = true;
	else if (c->started_ms && since < PAUSE_MS)
		c->timer = loop_after(c->tui->loop, PAUSE_MS - since, on_timer, c);
	else
		start_command(c);
}

const char *status_command_text(const struct status_command *c)
{
	return c ? c->text : NULL;
}

struct status_command *status_command_new(struct tui *t)
{
	const char *command = setting_string(t->options.settings, "ui.status_command");
	struct status_command *c;

	if (!command || !t->session || !t->options.workspace)
		return NULL;
	c = xcalloc(1, sizeof *c);
	c->tui = t;
	return c;
}

void status_command_free(struct status_command *c)
{
	if (!c)
		return;
	timer_stop(c->timer);
	process_stop(c->process, 0);
	buf_free(&c->output);
	free(c->text);
	free(c);
}
