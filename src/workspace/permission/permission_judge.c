/* SPDX-License-Identifier: MIT
 * Judges one subject: a call, or one command or file of a line that permission_line.c took apart. First the mode's
 * verdict on its class counts, then the rules in their order: the last that matches wins. A rule that allows counts
 * only in modes ask, edits and all; one that asks or denies, but only may match, asks.
 */
#include "workspace/permission/permission_judge.h"

#include "base/base.h"
#include "workspace/file/workspace.h"

#define YES VERDICT_ALLOW
#define ASK VERDICT_ASK
#define NO VERDICT_DENY
static const enum verdict verdicts[APPROVE_MODES][TOOL_CLASSES] = {
    /*                     read write run  ask  plan network delegate remember */
    [APPROVE_PLAN] = {YES, NO, NO, YES, YES, NO, YES, NO},
    [APPROVE_READ_ONLY] = {YES, NO, NO, YES, YES, NO, YES, NO},
    [APPROVE_ASK] = {YES, ASK, ASK, YES, YES, ASK, YES, ASK},
    [APPROVE_EDITS] = {YES, YES, ASK, YES, YES, ASK, YES, ASK},
    [APPROVE_ALL] = {YES, YES, YES, YES, YES, YES, YES, YES},
};
#undef YES
#undef ASK
#undef NO

enum verdict mode_verdict(enum approve_mode mode, enum tool_class class)
{
	return verdicts[mode][class];
}

bool judge_restricts(const struct permissions *p)
{
	for (size_t i = 0; i < p->rules.count; i++)
		if (p->rules.list[i].effect != RULE_ALLOW)
			return true;
	return false;
}

bool judge_trusts_path(const struct workspace *w)
{
	const char *path = getenv("PATH");
	bool outside = path && *path;

	for (size_t len; outside && path; path = path[len] ? path + len + 1 : NULL) {
		auto_free char *folder = NULL, *real = NULL, *inside = NULL;

		len = strcspn(path, ":");
		folder = xstrndup(path, len);
		real = realpath(folder, NULL);
		outside =
		    *folder == '/' && !(inside = workspace_name(w, real ? real : folder, NULL));
	}
	return outside;
}

void judge_raise(struct judgement *j, enum verdict verdict, const char *fmt, ...)
{
	va_list ap;

	if (verdict < j->verdict || (verdict == j->verdict && j->why.len))
		return;
	j->verdict = verdict;
	buf_clear(&j->why);
	va_start(ap, fmt);
	buf_vaddf(&j->why, fmt, ap);
	va_end(ap);
}

static void take_rule(struct judgement *j, enum verdict verdict, const struct rule *r, bool maybe)
{
	j->verdict = verdict;
	j->by_rule = true;
	buf_clear(&j->why);
	buf_addf(
	    &j->why, "%s%s (%s)", maybe ? "it may be what is named by " : "", r->text, r->place);
}

void subject_judge(const struct permissions *p, enum approve_mode mode, const struct subject *s,
    bool allowed, struct judgement *out)
{
	*out =
	    (struct judgement){.verdict = allowed ? VERDICT_ALLOW : mode_verdict(mode, s->class)};
	for (size_t i = 0; i < p->rules.count; i++) {
		struct rule *r = &p->rules.list[i];
		enum rule_match m = rule_match(r, s);

		if (m == MATCH_NO)
			continue;
		if (r->effect == RULE_ALLOW) {
			if (m == MATCH_YES && mode >= APPROVE_ASK) /* below, no rule allows */
				take_rule(out, VERDICT_ALLOW, r, false);
		} else if (m == MATCH_YES && r->effect == RULE_DENY) {
			take_rule(out, VERDICT_DENY, r, false);
		} else if (m == MATCH_YES || out->verdict == VERDICT_ALLOW) {
			take_rule(out, VERDICT_ASK, r, m == MATCH_MAYBE);
		}
	}
	/* If the user is asked because a rule does not cover a word of the command, the reason names that. */
	auto_buf word = BUF_INIT;
	for (size_t i = 0; i < p->rules.count && out->verdict == VERDICT_ASK && !out->why.len; i++)
		if (rule_falls_short(&p->rules.list[i], s, &word))
			judge_raise(out, VERDICT_ASK, "%s (%s) does not cover '%s'",
			    p->rules.list[i].text, p->rules.list[i].place, buf_str(&word));
}
