/* SPDX-License-Identifier: MIT
 * Runs the checks of criteria. A command goes through the same tool and the same permissions as one of
 * the model's, but makes no result in the conversation: what came of it is the criterion's evidence. A
 * check is run again only when something was called since; a command that is not allowed leaves its
 * criterion open, as does a file that cannot be read.
 */
#include "agent/strategy/criteria_check.h"

#include <sys/stat.h>
#include "agent/approval/approve.h"
#include "agent/approval/call_decision.h"
#include "agent/state/agent_state.h"
#include "agent/state/strategy.h"
#include "agent/state/turn_state.h"
#include "agent/strategy/evaluate.h"
#include "base/base.h"
#include "base/log.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "tools/tool_set.h"

/* Whether a pattern matches; MET_UNKNOWN if it is invalid or took too long. *why: unless it does, caller frees. */
static enum met matches(const char *pattern, const char *text, size_t len, char **why)
{
	auto_error e = ERROR_INIT;
	struct regex *r = regex_new(pattern, strlen(pattern), REGEX_UTF | REGEX_MULTILINE, &e);
	enum regex_result found = r ? regex_find(r, text, len, 0, NULL, NULL) : REGEX_NO;
	enum met met = MET_NO;

	if (!r) {
		*why = xasprintf("not checked: the pattern '%s' is none: %s", pattern, e.message);
		met = MET_UNKNOWN;
	} else if (found == REGEX_YES) {
		met = MET_YES;
	} else if (found == REGEX_NO) {
		*why = xasprintf("nothing matches '%s'", pattern);
	} else {
		*why = xasprintf("not checked: the pattern '%s' took too long", pattern);
		met = MET_UNKNOWN;
	}
	regex_free(r);
	return met;
}

static void judge_criterion(
    struct turn *t, struct criterion *c, enum met met, char *evidence /* steals */)
{
	criterion_judge(c, met, evidence);
	c->at_write = t->agent->folds.last_write;
	c->at_calls = t->calls;
	free(evidence);
}

/* A file that the model may not read must tell it nothing through criteria either. *why: caller frees. */
static bool may_read(struct turn *t, const struct criterion *c, char **why)
{
	const struct act act = {.class = TOOL_READS,
	    .tool = "read_file",
	    .path = c->subject,
	    .workspace = t->agent->workspace};
	enum approve_mode mode = APPROVE_READ_ONLY;

	approve_mode_find(setting_string(t->settings, "approve"), &mode);
	struct decision d = permission_decide(t->agent->permissions, mode, &act);
	if (d.verdict != VERDICT_ALLOW)
		*why = xasprintf("not read: %s", d.reason);
	return d.verdict == VERDICT_ALLOW;
}

/* A file that was never made does not meet its criterion, whatever its text was to be. */
static void check_file(struct turn *t, struct criterion *c)
{
	auto_buf text = BUF_INIT;
	auto_error e = ERROR_INIT;
	auto_free char *why = NULL;
	enum met met = MET_YES;

	if (!may_read(t, c, &why))
		judge_criterion(t, c, MET_UNKNOWN, xstrdup(why));
	else if (!workspace_read(t->agent->workspace, c->subject,
		     (size_t)setting_int(t->settings, "tools.read_bytes"), &text, NULL, &e))
		judge_criterion(
		    t, c, e.code == ERR_NOT_FOUND ? MET_NO : MET_UNKNOWN, xstrdup(e.message));
	else if (c->pattern &&
		 (met = matches(c->pattern, buf_str(&text), text.len, &why)) != MET_YES)
		judge_criterion(t, c, met, xasprintf("%s: %s", c->subject, why));
	else
		judge_criterion(t, c, MET_YES,
		    c->pattern ? xasprintf("%s matches '%s'", c->subject, c->pattern)
			       : xasprintf("%s is there", c->subject));
}

/* The exit codes by which a shell says that a command is not there, or is none. */
#define EXIT_NO_COMMAND(code) ((code) == 126 || (code) == 127)

/* Whether the command begins with a file of the workspace that is not there, such as ./check.sh, which
 * the work was to make. */
static bool names_missing_file(const struct turn *t, const char *command)
{
	auto_free char *word = xstrndup(command, strcspn(command, " \t\n;&|<>()"));
	auto_error e = ERROR_INIT;
	struct stat st;
	return strchr(word, '/') && *word != '/' && !strpbrk(word, "$`'\"\\*?~") &&
	       !workspace_stat(t->agent->workspace, word, &st, &e) && e.code == ERR_NOT_FOUND;
}

/* Judges a criterion by what a command said, whoever ran it. A command that could not begin, or
 * that did not come to its end, says nothing about the criterion. */
static void judge_command(struct turn *t, struct criterion *c, const struct result *r)
{
	bool ended = json_object_get(r->data, "exit") || json_object_get(r->data, "signal");
	int64_t code = json_int(r->data, "exit", -1);
	enum met met = code == c->exit ? MET_YES : MET_NO;
	auto_free char *why = NULL;

	if (json_flag(r->data, "timed_out", false) || !ended ||
	    (met == MET_NO && EXIT_NO_COMMAND(code) && !names_missing_file(t, c->subject)))
		met = MET_UNKNOWN;
	if (met == MET_YES && c->pattern)
		met = matches(c->pattern, buf_str(&r->text), r->text.len, &why);
	judge_criterion(t, c, met,
	    xasprintf("%s%s%s%s", met == MET_UNKNOWN && !why ? "it did not run to its end: " : "",
		r->summary ? r->summary : "", why ? "; " : "", why ? why : ""));
	if (met != MET_NO)
		return;
	const size_t most = (size_t)setting_int(t->settings, "strategy.output_chars");
	const char *text = buf_str(&r->text);
	c->output = xstrdup(text + utf8_start(text, r->text.len > most ? r->text.len - most : 0));
}

void criteria_note(struct turn *t, const struct call *call)
{
	const char *command = json_str(call->args, "command", NULL);

	array_each (c, t->strategy.criteria, command ? t->strategy.count : 0) {
		if (c->check == CHECKED_BY_COMMAND && strcmp(c->subject, command) == 0 &&
		    json_object_get(call->result.data, "exit"))
			judge_command(t, c, &call->result);
	}
}

struct run {
	struct criterion *criterion;
	char id[sizeof "check-" + 26];
	struct call call;
	struct decision decision;
	int64_t started_ms; /* monotonic; 0: it did not run */
	bool done;
};

static void on_finish(struct call *call, void *ctx)
{
	((struct run *)ctx)->done = true;
}

/* Emits the call of a check, so that it is shown as [Act] like a call of the model's. */
static void announce(struct turn *t, const struct run *run)
{
	const struct criterion *c = run->criterion;
	struct buf line = BUF_INIT;

	buf_adds(&line, "check: ");
	tool_line(run->call.tool, run->call.args, &line);
	emit(t->session, EVENT_TOOL_CALL, buf_take(&line),
	    event_build_tool_call(&(struct event_tool_call){
		.call = run->id,
		.tool = run->call.tool->name,
		.arguments = json_incref(run->call.args),
		.by = "check",
		.criterion = c->id,
		.checks = c->text,
		.destructive = run->decision.destructive,
		.class = tool_class_name(run->call.tool->class),
	    }));
}

/* Emits the result of a check, which is shown as [Obs]. */
static void check_conclude(struct turn *t, const struct run *run)
{
	const struct result *r = &run->call.result;
	struct event_tool_result data = result_event(&run->call);

	data.by = "check";
	data.criterion = run->criterion->id;
	if (run->started_ms)
		data.duration_ms = clock_mono_ms() - run->started_ms;
	emit(t->session, EVENT_TOOL_RESULT,
	    r->summary ? xstrdup(r->summary) : prompt_text("history/missing", NULL, 0),
	    event_build_tool_result(&data));
}

/* Mode all allows what the work needs. A destructive check is the strategist's idea of how to look at
 * the work, so the user is asked all the same. */
static void ask_if_destructive(const struct turn *t, struct run *run)
{
	struct decision *d = &run->decision;

	if (d->verdict != VERDICT_ALLOW || !d->destructive || run->criterion->own ||
	    strstr(t->words, run->criterion->subject))
		return;
	d->verdict = VERDICT_ASK;
	d->always = false;
	snprintf(d->reason, sizeof d->reason, "a destructive check that you did not write");
}

static const char *mode_of(const struct turn *t)
{
	return setting_string(t->settings, "approve");
}

static void refuse(struct turn *t, const struct run *run)
{
	t->evaluation->refused_checks =
	    t->evaluation->refused_checks ? t->evaluation->refused_checks : json_object();
	json_put_str(t->evaluation->refused_checks, run->criterion->subject, mode_of(t));
	judge_criterion(t, run->criterion, MET_UNKNOWN,
	    xasprintf(
		"not run: %s", run->call.result.summary ? run->call.result.summary : "refused"));
}

static bool run_command(struct turn *t, struct run *run)
{
	const int64_t began_ms = clock_mono_ms();

	auto_free char *reason = NULL; /* not for turn_denied: the work itself was allowed */
	switch (call_approve(
	    &(struct approval_request){t, &run->call, &run->decision, run->criterion->text},
	    &reason)) {
	case APPROVAL_CANCELLED:
		return false;
	case APPROVAL_ANSWERED:
	case APPROVAL_DENIED:
		refuse(t, run);
		return true;
	case APPROVAL_TRIED:
		run->started_ms = began_ms;
		judge_command(t, run->criterion, &run->call.result);
		return true;
	case APPROVAL_RUN:
		break;
	}
	run->started_ms = clock_mono_ms();
	call_start(&run->call, on_finish, run);
	if (!loop_await(t->agent->loop, loop_flag, &run->done, session_cancel(t->session)) &&
	    !run->done)
		return false;
	judge_command(t, run->criterion, &run->call.result);
	return true;
}

static bool check_command(struct turn *t, struct criterion *c)
{
	struct agent *a = t->agent;
	const struct tool *tool = tool_find(a->tools, "run_command");
	struct run run = {.criterion = c, .id = "check-"};

	if (turn_out_of_time(t)) {
		judge_criterion(t, c, MET_UNKNOWN, xstrdup("not run: the turn's time was over"));
		return true;
	}
	if (strcmp(json_str(t->evaluation->refused_checks, c->subject, ""), mode_of(t)) == 0) {
		if (!c->evidence)
			judge_criterion(t, c, MET_UNKNOWN, xstrdup("not run: refused before"));
		return true;
	}
	if (!tool) {
		judge_criterion(t, c, MET_UNKNOWN, xstrdup("not run: there is no run_command"));
		return true;
	}
	auto_free char *status = xasprintf("checking: %s", c->subject);
	emit(a->session, EVENT_STATUS, NULL,
	    event_build_status(&(struct event_status){.text = status}));
	ulid_new(run.id + strlen(run.id));
	call_init(&run.call, tool, &a->host, run.id, json_pack("{s:s}", "command", c->subject));
	run.decision = call_decision(t, &run.call);
	ask_if_destructive(t, &run);
	announce(t, &run);
	bool ok = run_command(t, &run);
	if (!ok)
		call_stop(&run.call);
	check_conclude(t, &run);
	call_free(&run.call);
	if (ok)
		return true;
	if (turn_out_of_time(t))
		judge_criterion(t, c, MET_UNKNOWN,
		    xstrdup("it did not run to its end: the turn's time was over"));
	else
		turn_cancelled(t);
	return turn_out_of_time(t);
}

bool criteria_check(struct turn *t, bool commands)
{
	array_each (c, t->strategy.criteria, t->strategy.count) {
		int64_t started = clock_mono_ms();

		/* People and other programs write too, so a check counts only until the next call of any kind. */
		const bool stale = c->met == MET_UNKNOWN ||
				   c->at_write != t->agent->folds.last_write ||
				   c->at_calls != t->calls;

		if (!criterion_runs(c) || !stale)
			continue;
		if (c->check == CHECKED_BY_FILE)
			check_file(t, c);
		else if (!commands)
			continue;
		else if (!check_command(t, c))
			return false;
		log_add(LOG_INFO, "criterion %s: %s: %s in %lld ms", c->id,
		    c->met == MET_YES  ? "met"
		    : c->met == MET_NO ? "not met"
				       : "open",
		    c->evidence ? c->evidence : "no evidence",
		    (long long)(clock_mono_ms() - started));
	}
	return true;
}
