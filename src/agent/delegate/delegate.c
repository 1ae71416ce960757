/* SPDX-License-Identifier: MIT
 * The tool delegate: gives a piece of work to an agent in a process of its own. The process is this
 * program (or what delegate.launcher says); its spec, its backend's key and the answers to its questions
 * go to its stdin, its events come from its stdout, its capsule is the result. It ends when its stdin is
 * closed or TERM comes, and ends its own commands first, for which it is given a grace. Its limits are
 * never wider than what its parent has left. Its spec, which holds the key, is stored nowhere.
 */

#include "agent/delegate/delegate.h"

#include <signal.h>
#include "agent/budget/budget.h"
#include "agent/budget/spend.h"
#include "agent/delegate/delegate_events.h"
#include "agent/state/agent_state.h"
#include "agent/state/capsule.h"
#include "agent/state/outcome.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/file.h"
#include "sandbox/child_start.h"
#include "tools/dialect/dialect_table.h"

#define LINE_CHARS 120
#define WORDS_BYTES 4096 /* of its stderr are kept */

static int grace_ms(const struct agent *a)
{
	return (int)setting_int(a->settings, "delegate.grace_ms");
}

static void describe(const json_t *args, struct buf *line)
{
	buf_adds(line, "delegate ");
	line_add(line, json_str(args, "goal", ""), LINE_CHARS);
}

static void delegate_free(struct delegate *d)
{
	struct delegate **link = &d->agent->delegates;

	while (*link != d)
		link = &(*link)->next;
	*link = d->next;
	process_stop(d->process, grace_ms(d->agent));
	session_free(d->record);
	for (size_t i = 0; i < d->nested_count; i++) {
		session_free(d->nested[i].record);
		free(d->nested[i].id);
	}
	free(d->nested);
	buf_free(&d->line);
	buf_free(&d->words);
	free(d->asked);
	json_decref(d->capsule);
	json_decref(d->changes);
	json_decref(d->end);
	d->call->state = NULL;
	free(d);
}

/* Gives back the delegate's share, and emits what it spent as one usage event. Its own session has the
 * same in its events, so sums over sessions leave out those of role "delegate". */
static void account(struct delegate *d)
{
	struct agent *a = d->agent;
	const struct usage *u = &d->spent;

	budget_share_back(a, &d->share);
	a->spending->running_usd -= d->usd;
	if (!u->known)
		return;
	emit(a->session, EVENT_USAGE, NULL,
	    event_build_usage(&(struct event_usage){
		.role = "delegate",
		.session = session_id(d->record),
		.model = a->backend->model,
		.input = u->input,
		.output = u->output,
		.cached = u->cached,
		.reasoning = u->reasoning,
		.cost_usd = d->priced ? d->usd : (double)NAN,
		.estimated = u->estimated,
		.written = u->written,
	    }));
}

static void report(struct delegate *d)
{
	const struct event_turn_end end = event_read_turn_end(d->end);
	const char *said = end.outcome ? end.outcome : "failed", *outcome = "failed";
	const char *error = event_read_turn_error(end.error).message;
	json_auto_t *brief = capsule_brief(d->capsule);
	struct call *c = d->call;

	for (enum outcome i = OUTCOME_ANSWERED; i <= OUTCOME_FAILED; i++)
		outcome = strcmp(said, outcome_name(i)) == 0 ? outcome_name(i) : outcome;
	json_auto_t *told = json_pack("{s:s, s:s*}", "outcome", outcome, "error", error);
	json_object_update(told, brief);
	auto_free char *text = json_line(told);
	result_text(c, text, strlen(text));
	c->result.ok = strcmp(outcome, "answered") == 0 || strcmp(outcome, "unmet") == 0;
	c->result.data = json_pack("{s:s, s:s, s:O}", "outcome", outcome, "session",
	    session_id(d->record), "capsule", d->capsule);
	const char *first =
	    json_string_value(json_array_get(event_read_capsule(d->capsule).key_findings, 0));
	auto_free char *line = xasprintf("%s%s%s", outcome, first ? ": " : "", first ? first : "");

	c->result.summary = text_line(line, EVENT_SUMMARY_MAX);
}

static void fail(struct delegate *d, const char *how)
{
	struct call *c = d->call;
	auto_free char *clean = text_clean(buf_str(&d->words), d->words.len),
		       *session = xstrdup(session_id(d->record));
	char *end = clean + strlen(clean);

	while (end > clean && (end[-1] == '\n' || end[-1] == ' '))
		*--end = '\0';
	const char *nl = strrchr(clean, '\n'); /* the last line it said on stderr */
	auto_free char *words = text_line(nl ? nl + 1 : clean, LINE_CHARS);
	account(d);
	delegate_free(d);
	c->result.data = json_pack("{s:s, s:s}", "outcome", "failed", "session", session);
	call_fail(c,
	    "the delegate gave nothing back: %s%s%s; what it did until then may have happened", how,
	    *words ? ": " : "", words);
}

/* ---- The spec ------------------------------------------------------------------------------------ */

/* Settings that the spec has as members of its own, or that a child must not have. */
static const char *const kept_back[] = {"approve", "agent.depth", "backend.api_key_command",
    "backend.api_key_env", "backend.api_key_file", "backend.base_url", "backend.provider",
    "budget.day_usd", "budget.session_usd", "budget.turn_usd", "limits.iterations", "limits.tokens",
    "limits.wall_s", "sessions.", "ui."};

static bool is_kept_back(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(kept_back); i++) {
		size_t len = strlen(kept_back[i]);

		if (kept_back[i][len - 1] == '.' ? strncmp(name, kept_back[i], len) == 0
						 : strcmp(name, kept_back[i]) == 0)
			return true;
	}
	return false;
}

/* Returns the limits, new reference; rounds and time are at most what the turn has left. *seconds: the time. */
static json_t *limits_for(struct agent *a, const struct budget_share *share, double *seconds)
{
	const struct turn *t = a->turn;
	int64_t rounds = setting_int(a->settings, "delegate.iterations");
	double wall = setting_number(a->settings, "limits.wall_s"), left;

	if (t && t->limits.rounds > 0 && rounds > t->limits.rounds - t->iteration)
		rounds = t->limits.rounds - t->iteration > 0 ? t->limits.rounds - t->iteration : 1;
	*seconds = setting_number(a->settings, "delegate.wall_s");
	if (t && wall > 0) {
		left = wall - (double)(clock_mono_ms() - t->limits.started_ms) / 1000;
		*seconds = fmax(0.01, fmin(*seconds, left));
	}
	json_t *limits =
	    json_pack("{s:I, s:f}", "iterations", (json_int_t)rounds, "seconds", *seconds);
	if (share->tokens >= 0)
		json_put_int(limits, "tokens", share->tokens > 0 ? share->tokens : 1);
	if (!isnan(share->usd))
		json_put(limits, "usd", json_real(share->usd));
	return limits;
}

/* Returns the spec, new reference. It holds the key, so it is for the child's stdin only. *seconds: see limits_for. */
static json_t *delegate_spec(
    struct agent *a, const json_t *args, const struct budget_share *share, double *seconds)
{
	const char *depth = setting_string(a->settings, "agent.depth");
	json_auto_t *all = settings_changed(a->settings);
	json_t *given = json_object();
	json_members (name, value, all)
		if (!is_kept_back(name))
			json_object_set(given, name, value);
	/* A delegate's goal is work to do, however few words it has: it is never answered
	 * directly. */
	return json_pack("{s:s, s:s*, s:O*, s:s, s:s, s:i, s:o, s:o, s:o}", "goal",
	    json_str(args, "goal", ""), "context", json_str(args, "context", NULL), "tools",
	    json_list(args, "tools"), "approve", setting_string(a->settings, "approve"), "depth",
	    strcmp(depth, "auto") == 0 ? "react" : depth, "level", a->level + 1, "backend",
	    backend_hand_over(a->backend), "limits", limits_for(a, share, seconds), "settings",
	    given);
}

/* Returns the words of the launcher's command line, NULL-terminated; environment_free frees them. */
static char **delegate_words(const struct agent *a)
{
	static const char *const own[] = {"{agent}", "--child"};
	const json_t *launcher = setting_json(a->settings, "delegate.launcher");
	size_t given = json_array_size(launcher), count = given ? given : 2;
	char **words = xcalloc(count + 1, sizeof *words);
	auto_free char *agent = file_this_program();
	for (size_t i = 0; i < count; i++) {
		auto_buf word = BUF_INIT;
		struct buf out = BUF_INIT;

		text_fill(&word, given ? json_string_value(json_array_get(launcher, i)) : own[i],
		    "{agent}", agent);
		text_fill(&out, buf_str(&word), "{workspace}", workspace_path(a->workspace));
		words[i] = buf_take(&out);
	}
	return words;
}

/* ---- Its life ------------------------------------------------------------------------------ */

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	struct delegate *d = ctx;
	auto_error e = ERROR_INIT;

	if (stream == 2) {
		buf_add(&d->words, data, len);
		if (d->words.len > 2 * WORDS_BYTES)
			buf_drop(&d->words, d->words.len - WORDS_BYTES);
	} else if (!delegate_hear(d, data, len, &e)) {
		delegate_withdraw(d);
		fail(d, e.message);
	}
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct delegate *d = ctx;
	struct call *c = d->call;

	d->process = NULL;
	delegate_withdraw(d);
	if (!d->capsule) {
		auto_free char *how =
		    exit->timed_out ? xasprintf("it ran longer than %g s", d->seconds)
		    : exit->signo   ? xasprintf("it was ended by signal %d (%s)", exit->signo,
					  strsignal(exit->signo))
				    : xasprintf("it ended with exit %d", exit->status);
		fail(d, how);
		return;
	}
	report(d);
	account(d);
	delegate_free(d);
	call_finish(c);
}

static bool launch(struct delegate *d, struct error *e)
{
	static const char *const lists[] = {"delegate.environment", "tools.environment", NULL};
	struct agent *a = d->agent;
	char **words = delegate_words(a), **set = environment_new(a->settings, lists, NULL);
	struct process_spec spec = {
	    .argv = (const char *const *)words,
	    .cwd_fd = workspace_fd(a->workspace),
	    .set = (const char *const *)set,
	    .in = PROCESS_STDIN_PIPE,
	    .sweep = true,
	    .death_signal = SIGTERM,
	    .timeout_ms = (int)(d->seconds * 1000) + grace_ms(a),
	    .output = on_output,
	    .done = on_done,
	    .ctx = d,
	};

	d->process =
	    child_start(a->loop, NULL, &(struct child_wish){CHILD_DELEGATE}, &spec, NULL, e);
	environment_free(words);
	environment_free(set);
	return d->process != NULL;
}

/* Puts our names of the tools that a call names in place of the model's. False: one is unknown, and the call failed. */
static bool knows_tools(struct call *c, const struct agent *a)
{
	json_t *names = json_list(c->args, "tools");

	json_each_at (i, name, names) {
		const struct tool *tool =
		    dialect_tool(a->tools, json_string_value(name), NULL, NULL);

		if (!tool) {
			call_fail(c, "delegate: there is no tool '%s' to be used",
			    json_string_value(name));
			return false;
		}
		json_array_set_new(names, i, json_string(tool->name));
	}
	return true;
}

static void start(struct call *c)
{
	struct agent *a = (struct agent *)(void *)((char *)c->host - offsetof(struct agent, host));
	auto_error e = ERROR_INIT;
	struct delegate *d;

	if (!knows_tools(c, a))
		return;
	d = xcalloc(1, sizeof *d);
	*d = (struct delegate){
	    .call = c, .agent = a, .next = a->delegates, .line = BUF_LIMIT(BUF_UNBOUNDED)};
	a->delegates = d;
	d->share = budget_share_out(a);
	json_auto_t *spec = delegate_spec(a, c->args, &d->share, &d->seconds);
	d->record = delegate_record(a, a->session, c->id, json_str(c->args, "goal", ""));
	c->state = d;
	if (launch(d, &e)) {
		auto_buf line = BUF_INIT;

		json_write(&line, spec);
		buf_addc(&line, '\n');
		process_write(d->process, line.data, line.len);
		explicit_bzero(line.data, line.len); /* it holds the key */
	} else
		fail(d, e.message);
}

static void answer(struct call *c, const json_t *given)
{
	if (c->state)
		delegate_answer(c->state, given);
}

static void stop(struct call *c)
{
	struct delegate *d = c->state;

	if (d->process)
		process_close_stdin(d->process);
	account(d);
	delegate_free(d);
}

static const struct tool delegate = {
    .name = "delegate",
    .class = TOOL_DELEGATES,
    .takes_results = true,
    .describe = describe,
    .start = start,
    .answer = answer,
    .stop = stop,
};

const struct tool *const delegate_tools[] = {&delegate, NULL};
