/*
 * Whether a call may run: the mode and the rules decide, and where they say so the user is asked on
 * a card that shows exactly what would run. A denial is a result, never the end of the turn.
 */
#include "agent/approval/approve.h"

#include <stdlib.h>
#include <string.h>
#include "agent/agent_internal.h"
#include "agent/approval/approval_question.h"
#include "agent/approval/call_decision.h"
#include "agent/roles/session_settings.h"
#include "agent/state/turn_state.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "tools/tool_set.h"

static void answer_with(
    struct call *c, const char *prompt, const char *name, const char *value, const char *summary)
{
	char *text = prompt_text(prompt, (struct prompt_var[]){{name, value}}, 1);

	c->result.ok = false;
	c->result.denied = true;
	buf_clear(&c->result.text);
	result_text(c, text, strlen(text));
	free(c->result.summary);
	c->result.summary = xasprintf("denied: %s", summary);
	free(text);
}

static enum approval deny(struct call *c, const char *reason, char **why)
{
	answer_with(c, "denied", "reason", reason, reason);
	*why = xstrdup(reason);
	return APPROVAL_DENIED;
}

static void deny_by_user(struct call *c, const json_t *answer)
{
	const char *said = event_read_answer(answer).text, *text = said ? said : "";
	char *why = *text ? xasprintf(" and says: %s", text) : xstrdup("");

	answer_with(c, "denied_by_user", "why", why, *text ? text : "the user said no");
	free(why);
}

/* New arguments from the user are checked like the model's. */
static bool take_edit(struct turn *t, struct call *c, json_t *arguments)
{
	char *text = json_line(arguments);
	struct buf why = BUF_INIT;
	json_t *checked = tool_arguments(c->tool, t->agent->settings, text, strlen(text), &why);

	if (checked) {
		json_decref(c->args);
		c->args = checked;
	} else {
		emit_notice(
		    t->agent->session, "warning", "the edited call was not run: %s", buf_str(&why));
	}
	free(text);
	buf_free(&why);
	return checked != NULL;
}

/* The call would have been asked about, and nobody is there: the reason names the least mode that
 * would allow it. */
static enum approval deny_unasked(const struct approval_request *r, char **reason)
{
	struct buf why = BUF_INIT;
	bool firm = r->checks && r->decision->destructive;
	enum approve_mode least;

	if (!firm && call_least_mode(r->turn, r->call, &least))
		buf_addf(&why,
		    "it needs approval and there is nobody to ask; allow it with --approve %s",
		    approve_mode_name(least));
	else
		buf_addf(&why, "it is asked for in every mode and there is nobody to ask: %s",
		    r->decision->reason);
	deny(r->call, buf_str(&why), reason);
	buf_free(&why);
	return APPROVAL_DENIED;
}

/* Takes a yes to more than this call. Returns false if it was none that was offered. */
static bool widen(const struct approval_request *r, const char *choice)
{
	struct agent *a = r->turn->agent;
	const struct call *c = r->call;
	const struct decision *d = r->decision;

	if (strcmp(choice, "always") == 0 && d->always)
		permission_grant(a->permissions, GRANT_COMMAND, c->tool->name,
		    json_str(c->args, "command", ""), json_flag(c->args, "network", false));
	else if (strcmp(choice, "prefix") == 0 && approval_offers_prefix(d))
		permission_grant(a->permissions, GRANT_PREFIX, c->tool->name, d->prefix, false);
	else if (strcmp(choice, "folder") == 0 && *d->folder)
		permission_grant(a->permissions, GRANT_FOLDER, c->tool->name, d->folder, false);
	else
		return strcmp(choice, "edits") == 0 &&
		       setting_set(a, "approve", json_string("edits"));
	grants_tell(a);
	return true;
}

static enum approval read_answer(
    const struct approval_request *r, const json_t *answer, char **reason)
{
	struct turn *t = r->turn;
	struct call *c = r->call;
	const struct event_answer said = event_read_answer(answer);
	const char *choice = said.choice;

	if (strcmp(choice, "cancelled") == 0)
		return APPROVAL_CANCELLED;
	if (strcmp(choice, "denied") == 0)
		return deny_unasked(r, reason);
	if (strcmp(choice, "edit") == 0 && (!said.arguments || !take_edit(t, c, said.arguments)))
		choice = "no";
	else if (strcmp(choice, "once") != 0 && strcmp(choice, "edit") != 0 && !widen(r, choice))
		choice = "no";
	if (strcmp(choice, "no") != 0)
		return APPROVAL_RUN;
	deny_by_user(c, answer);
	return APPROVAL_ANSWERED;
}

static enum approval ask(const struct approval_request *r, char **reason)
{
	struct call *c = r->call;
	struct buf detail = BUF_INIT;
	json_t *answer = NULL;
	enum approval approval = APPROVAL_ANSWERED;

	if (c->tool->preview && !c->tool->preview(c, &detail))
		goto out;
	ask_await(r->turn->agent->session, approval_question(r, buf_str(&detail)), &answer);
	approval = read_answer(r, answer, reason);
out:
	json_decref(answer);
	buf_free(&detail);
	return approval;
}

enum approval call_approve(const struct approval_request *r, char **reason)
{
	*reason = NULL;
	switch (r->decision->verdict) {
	case VERDICT_ALLOW:
		break;
	case VERDICT_DENY:
		return deny(r->call, r->decision->reason, reason);
	case VERDICT_ASK:
		return ask(r, reason);
	}
	return APPROVAL_RUN;
}

void grants_tell(struct agent *a)
{
	emit(a->session, EVENT_GRANTS, NULL,
	    event_build_grants(&(struct event_grants){.list = permission_grants(a->permissions)}));
}
