/*
 * Checks that run. A command goes through the same tool and the same permissions as one of the
 * model's, but makes no result in the conversation: what came of it is the criterion's evidence. A
 * check is run again only when something was called since; a command that is not allowed leaves its
 * criterion open, as does a file that cannot be read.
 */
#include <string.h>

#include "agent/agent_state.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/log.h"
#include "base/regex.h"
#include "base/text.h"

static bool matches(const char *pattern, const char *text, size_t len, char **why)
{
	struct error e = ERROR_INIT;
	struct regex *r = regex_new(pattern, strlen(pattern), REGEX_UTF | REGEX_MULTILINE, &e);
	bool found = r && regex_find(r, text, len, 0, NULL, NULL) == REGEX_YES;

	if (!found)
		*why = r ? xasprintf("nothing matches '%s'", pattern)
			 : xasprintf("the pattern '%s' is none: %s", pattern, e.message);
	regex_free(r);
	error_free(&e);
	return found;
}

static void judge(struct turn *t, struct criterion *c, enum met met, char *evidence /* steals */)
{
	criterion_judge(c, met, evidence);
	c->at_write = t->agent->last_write;
	c->at_calls = t->calls;
	free(evidence);
}

static void log_criterion(const struct criterion *c, int64_t started_ms)
{
	log_add(LOG_INFO, "criterion %s: %s: %s in %lld ms", c->id,
	    c->met == MET_YES  ? "met"
	    : c->met == MET_NO ? "not met"
			       : "open",
	    c->evidence ? c->evidence : "no evidence", (long long)(clock_mono_ms() - started_ms));
}

/* A file the model may not read tells it nothing through its criteria either. */
static bool may_read(struct turn *t, const struct criterion *c, char **why)
{
	const struct act act = {.class = TOOL_READS,
	    .tool = "read_file",
	    .path = c->subject,
	    .workspace = t->agent->workspace};
	enum approve_mode mode = APPROVE_READ_ONLY;
	struct decision d;

	approve_mode_find(setting_string(t->agent->settings, "approve"), &mode);
	d = permission_decide(t->agent->permissions, mode, &act);
	if (d.verdict != VERDICT_ALLOW)
		*why = xasprintf("not read: %s", d.reason);
	return d.verdict == VERDICT_ALLOW;
}

static void check_file(struct turn *t, struct criterion *c)
{
	struct buf text = BUF_INIT;
	struct error e = ERROR_INIT;
	char *why = NULL;

	if (!may_read(t, c, &why))
		judge(t, c, MET_UNKNOWN, xstrdup(why));
	else if (!workspace_read(t->agent->workspace, c->subject,
		     (size_t)setting_int(t->agent->settings, "tools.read_bytes"), &text, NULL, &e))
		judge(t, c, e.code == ERR_NOT_FOUND ? MET_NO : MET_UNKNOWN, xstrdup(e.message));
	else if (c->pattern && !matches(c->pattern, buf_str(&text), text.len, &why))
		judge(t, c, MET_NO, xasprintf("%s: %s", c->subject, why));
	else
		judge(t, c, MET_YES, xasprintf("%s is there", c->subject));
	free(why);
	error_free(&e);
	buf_free(&text);
}

static void keep_output(struct turn *t, struct criterion *c, const struct buf *text)
{
	size_t most = (size_t)setting_int(t->agent->settings, "strategy.output_chars");
	const char *s = buf_str(text);

	if (text->len > most) {
		s += text->len - most;
		while (((unsigned char)*s & 0xc0) == 0x80)
			s++;
	}
	c->output = xstrdup(s);
}

/* From what a command said, whoever ran it. */
static void judge_command(struct turn *t, struct criterion *c, const struct result *r)
{
	char *why = NULL;
	bool met = json_int(r->data, "exit", -1) == c->exit &&
		   (!c->pattern || matches(c->pattern, buf_str(&r->text), r->text.len, &why));

	judge(t, c, met ? MET_YES : MET_NO,
	    xasprintf("%s%s%s", r->summary ? r->summary : "", why ? "; " : "", why ? why : ""));
	free(why);
	if (!met)
		keep_output(t, c, &r->text);
}

void criteria_note(struct turn *t, const struct call *call)
{
	const char *command = json_str(call->args, "command", NULL);

	for (size_t i = 0; command && i < t->strategy.count; i++) {
		struct criterion *c = &t->strategy.criteria[i];

		if (c->check == CHECKED_BY_COMMAND && strcmp(c->subject, command) == 0 &&
		    json_object_get(call->result.data, "exit"))
			judge_command(t, c, &call->result);
	}
}

struct run {
	struct call call;
	bool done;
};

static void on_finish(struct call *call, void *ctx)
{
	((struct run *)ctx)->done = true;
}

static bool is_done(void *ctx)
{
	return ((struct run *)ctx)->done;
}

/* A denied check is no denied call: the work itself was allowed. */
static enum approval approve(struct turn *t, const struct criterion *c, struct call *call)
{
	bool blocked = t->blocked;
	size_t denied = json_array_size(t->denied);
	enum approval approval;

	t->checking = c->text;
	approval = call_approve(t, call);
	t->checking = NULL;
	t->blocked = blocked;
	while (json_array_size(t->denied) > denied)
		json_array_remove(t->denied, denied);
	return approval;
}

static bool run_command(struct turn *t, struct criterion *c, struct run *run)
{
	struct agent *a = t->agent;

	switch (approve(t, c, &run->call)) {
	case APPROVAL_CANCELLED:
		return false;
	case APPROVAL_ANSWERED:
		judge(t, c, MET_UNKNOWN,
		    xasprintf("not run: %s",
			run->call.result.summary ? run->call.result.summary : "refused"));
		return true;
	case APPROVAL_RUN:
		break;
	}
	call_start(&run->call, on_finish, run);
	if (!loop_await(a->loop, is_done, run, session_cancel(a->session)) && !run->done)
		return false;
	judge_command(t, c, &run->call.result);
	return true;
}

static bool check_command(struct turn *t, struct criterion *c)
{
	struct agent *a = t->agent;
	const struct tool *tool = tool_find(a->tools, "run_command");
	struct run run = {0};
	bool ok;

	if (!tool) {
		judge(t, c, MET_UNKNOWN, xstrdup("not run: there is no run_command"));
		return true;
	}
	emit(a->session, EVENT_STATUS, NULL,
	    json_pack("{s:o, s:b}", "text", json_sprintf("checking: %s", c->subject), "persistent",
		false));
	call_init(&run.call, tool, &a->host, c->id, json_pack("{s:s}", "command", c->subject));
	ok = run_command(t, c, &run);
	call_free(&run.call);
	if (!ok)
		turn_cancelled(t);
	return ok;
}

/* People and other programs write too, so a check counts only until the next call of any kind. */
static bool is_stale(const struct turn *t, const struct criterion *c)
{
	return c->met == MET_UNKNOWN || c->at_write != t->agent->last_write ||
	       c->at_calls != t->calls;
}

bool criteria_check(struct turn *t, bool commands)
{
	for (size_t i = 0; i < t->strategy.count; i++) {
		struct criterion *c = &t->strategy.criteria[i];
		int64_t started = clock_mono_ms();

		if (!criterion_runs(c) || !is_stale(t, c))
			continue;
		if (c->check == CHECKED_BY_FILE)
			check_file(t, c);
		else if (!commands)
			continue;
		else if (!check_command(t, c))
			return false;
		log_criterion(c, started);
	}
	return true;
}
