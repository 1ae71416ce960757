/*
 * One table answers for every mode and class; rules come after it. A destructive command is marked,
 * in every mode; the mark alone changes no verdict. The program's own configuration is never
 * written without asking: who may write it may allow himself anything.
 */
#include "workspace/permission.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "workspace/permission_judge.h"
#include "workspace/workspace.h"

#define MODES 5

static const char *const mode_names[MODES] = {"plan", "read-only", "ask", "edits", "all"};

#define YES VERDICT_ALLOW
#define ASK VERDICT_ASK
#define NO VERDICT_DENY
static const enum verdict verdicts[MODES][TOOL_CLASSES] = {
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

/* What is denied, and the way out: the narrowest mode that would do. */
static const struct {
	const char *what, *modes, *alone; /* alone: with nobody to ask */
} denials[TOOL_CLASSES] = {
    [TOOL_READS] = {"reading", "ask", "ask"},
    [TOOL_WRITES] = {"changing files", "ask, edits or all", "edits or all"},
    [TOOL_RUNS] = {"running commands", "ask or all", "all"},
    [TOOL_ASKS] = {"asking", "ask", "ask"},
    [TOOL_PLANS] = {"planning", "ask", "ask"},
    [TOOL_NETWORK] = {"the network", "ask or all", "all"},
    [TOOL_DELEGATES] = {"delegating", "ask", "ask"},
    [TOOL_REMEMBERS] = {"remembering", "ask or all", "all"},
};

bool approve_mode_find(const char *name, enum approve_mode *out)
{
	for (int i = 0; i < MODES; i++)
		if (name && !strcmp(mode_names[i], name)) {
			*out = (enum approve_mode)i;
			return true;
		}
	return false;
}

const char *approve_mode_name(enum approve_mode mode)
{
	return mode_names[mode];
}

/* Rules that allow count in it. */
static bool mode_widens(enum approve_mode mode)
{
	return mode >= APPROVE_ASK;
}

static void load(struct permissions *p, const struct settings *s)
{
	p->rules = rules_load(s, "permissions.rules");
	p->destructive = rules_marks(s, "permissions.destructive");
	p->protected = json_incref((json_t *)setting_json(s, "permissions.protected"));
	p->reading = json_incref((json_t *)setting_json(s, "permissions.reading"));
	p->variables = json_incref((json_t *)setting_json(s, "permissions.variables"));
}

static void unload(struct permissions *p)
{
	rules_free(&p->rules);
	rules_free(&p->destructive);
	for (size_t i = 0; p->reads && i < json_array_size(p->reading); i++)
		shell_words_free(&p->reads[i]);
	free(p->reads);
	p->reads = NULL;
	json_decref(p->protected);
	json_decref(p->reading);
	json_decref(p->variables);
}

void permissions_reload(struct permissions *p, const struct settings *s)
{
	unload(p);
	load(p, s);
}

struct permissions *permissions_new(const struct settings *s)
{
	struct permissions *p = xcalloc(1, sizeof *p);

	load(p, s);
	protected_homes(p);
	return p;
}

void permissions_free(struct permissions *p)
{
	if (!p)
		return;
	unload(p);
	for (size_t i = 0; p->homes[i]; i++)
		free(p->homes[i]);
	grants_free(p);
	free(p);
}

/* ---- Judgement ----------------------------------------------------------------------------- */

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

/* What asks because a rule does not reach so far says which word it is. */
static void explain_short_rules(
    const struct permissions *p, const struct subject *s, struct judgement *out)
{
	struct buf word = BUF_INIT;

	for (size_t i = 0; i < p->rules.count && out->verdict == VERDICT_ASK && !out->why.len; i++)
		if (rule_falls_short(&p->rules.list[i], s, &word))
			judge_raise(out, VERDICT_ASK, "%s (%s) does not cover '%s'",
			    p->rules.list[i].text, p->rules.list[i].place, buf_str(&word));
	buf_free(&word);
}

void judge(const struct permissions *p, enum approve_mode mode, const struct subject *s,
    bool allowed, struct judgement *out)
{
	*out = (struct judgement){.verdict = allowed ? VERDICT_ALLOW : verdicts[mode][s->class]};
	for (size_t i = 0; i < p->rules.count; i++) {
		struct rule *r = &p->rules.list[i];
		enum rule_match m = rule_match(r, s);

		if (m == MATCH_NO)
			continue;
		if (r->effect == RULE_ALLOW) {
			if (m == MATCH_YES && mode_widens(mode))
				take_rule(out, VERDICT_ALLOW, r, false);
		} else if (m == MATCH_YES && r->effect == RULE_DENY) {
			take_rule(out, VERDICT_DENY, r, false);
		} else if (m == MATCH_YES || out->verdict == VERDICT_ALLOW) {
			take_rule(out, VERDICT_ASK, r, m == MATCH_MAYBE);
		}
	}
	explain_short_rules(p, s, out);
}

/* The folder a file of the workspace is in, which may be allowed as a whole. */
static void folder_of(const char *path, char out[static REASON_CHARS])
{
	const char *slash = strrchr(path, '/');

	if (*path != '/' && strncmp(path, "..", 2) != 0 && slash && slash - path < REASON_CHARS)
		snprintf(out, REASON_CHARS, "%.*s", (int)(slash - path), path);
}

/* A call that is no command line. */
static void judge_call(const struct permissions *p, enum approve_mode mode, const struct act *act,
    struct judgement *out, struct decision *d)
{
	struct subject s = {.class = act->class, .tool = act->tool, .workspace = act->workspace};

	if (act->path && act->workspace)
		subject_paths(&s, act->workspace, act->path);
	judge(p, mode, &s, false, out);
	if (act->class == TOOL_WRITES && judge_protected(p, &s)) {
		judge_raise(
		    out, VERDICT_ASK, "'%s' is the program's own configuration", s.paths[0]);
		out->firm = true;
	}
	if (act->class == TOOL_WRITES && out->verdict == VERDICT_ASK && !out->firm && s.paths[0]) {
		const char *path = s.paths[1] ? s.paths[1] : s.paths[0];

		out->granted = grant_covers_path(p, path);
		folder_of(path, d->folder);
	}
	subject_free(&s);
}

static struct decision mode_denies(enum approve_mode mode, enum tool_class class, bool alone)
{
	struct decision d = {.verdict = VERDICT_DENY, .by = "mode"};

	snprintf(d.reason, sizeof d.reason,
	    "approval mode %s: %s is denied; allow it with --approve %s", mode_names[mode],
	    denials[class].what, alone ? denials[class].alone : denials[class].modes);
	return d;
}

/* Names of files are in it: made safe, and cut between characters. */
static void reason_from(struct decision *d, const struct buf *why)
{
	char *safe = text_clean(buf_str(why), why->len), *line = text_line(safe, REASON_CHARS - 1);

	snprintf(d->reason, sizeof d->reason, "%s", line);
	free(line);
	free(safe);
}

static void prefix_into(const char *command, char out[static PREFIX_CHARS])
{
	char *prefix = permission_prefix(command);

	if (prefix && strlen(prefix) < PREFIX_CHARS)
		snprintf(out, PREFIX_CHARS, "%s", prefix);
	free(prefix);
}

static struct decision decide(
    const struct permissions *p, enum approve_mode mode, const struct act *act, json_t *parts)
{
	const char *command = act->class == TOOL_RUNS ? act->command : NULL;
	struct decision d = {.by = "mode"};
	struct judgement j;

	if (command)
		judge_line(p, mode, act, &j, parts);
	else
		judge_call(p, mode, act, &j, &d);
	if (verdicts[mode][act->class] == VERDICT_DENY &&
	    !(command && j.verdict == VERDICT_ALLOW)) {
		d = mode_denies(mode, act->class, act->alone);
	} else {
		d.verdict = j.verdict;
		d.by = j.by_rule ? "rule" : "mode";
		reason_from(&d, &j.why);
	}
	d.destructive = j.mark != NULL;
	d.mark = j.mark ? j.mark->text : NULL;
	d.always = d.verdict == VERDICT_ASK && command && !j.firm;
	if (d.always && !d.destructive && !act->network)
		prefix_into(command, d.prefix);
	if (d.always)
		j.granted = grant_covers_command(p, act, d.prefix);
	if (d.verdict == VERDICT_ASK && j.granted) {
		d.verdict = VERDICT_ALLOW;
		d.by = "user";
	}
	buf_free(&j.why);
	return d;
}

struct decision permission_decide(
    const struct permissions *p, enum approve_mode mode, const struct act *act)
{
	return decide(p, mode, act, NULL);
}

json_t *permission_explain(const struct permissions *p, enum approve_mode mode,
    const struct act *act, struct decision *out)
{
	json_t *parts = json_array();

	*out = decide(p, mode, act, parts);
	return parts;
}
