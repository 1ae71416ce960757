/*
 * One table answers for every mode and class. Rules come first: a command the deny rules name is
 * refused in every mode, one the user said "always" to needs no second question where the mode asks
 * at all. A destructive command is marked, in every mode; the mark alone changes no verdict.
 */
#include "workspace/permission.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/regex.h"

#define MODES 5

static const char *const mode_names[MODES] = {"plan", "read-only", "ask", "edits", "all"};
static const char *const class_names[TOOL_CLASSES] = {
    [TOOL_READS] = "reads",
    [TOOL_WRITES] = "writes",
    [TOOL_RUNS] = "runs",
    [TOOL_ASKS] = "asks",
    [TOOL_PLANS] = "plans",
    [TOOL_NETWORK] = "network",
    [TOOL_DELEGATES] = "delegates",
};

#define YES VERDICT_ALLOW
#define ASK VERDICT_ASK
#define NO VERDICT_DENY
static const enum verdict verdicts[MODES][TOOL_CLASSES] = {
    /*                     read write run  ask  plan network delegate */
    [APPROVE_PLAN] = {YES, NO, NO, YES, YES, NO, YES},
    [APPROVE_READ_ONLY] = {YES, NO, NO, YES, YES, NO, YES},
    [APPROVE_ASK] = {YES, ASK, ASK, YES, YES, ASK, YES},
    [APPROVE_EDITS] = {YES, YES, ASK, YES, YES, ASK, YES},
    [APPROVE_ALL] = {YES, YES, YES, YES, YES, YES, YES},
};
#undef YES
#undef ASK
#undef NO

/* What is denied, and the way out: the narrowest mode that would do. */
static const struct {
	const char *what, *modes;
} denials[TOOL_CLASSES] = {
    [TOOL_READS] = {"reading", "ask"},
    [TOOL_WRITES] = {"changing files", "ask, edits or all"},
    [TOOL_RUNS] = {"running commands", "ask or all"},
    [TOOL_ASKS] = {"asking", "ask"},
    [TOOL_PLANS] = {"planning", "ask"},
    [TOOL_NETWORK] = {"the network", "ask or all"},
    [TOOL_DELEGATES] = {"delegating", "ask"},
};

struct rule {
	char *text; /* (owned) */
	struct regex *regex;
};

struct rules {
	struct rule *list; /* (owned) */
	size_t count;
};

struct always {
	char *tool, *command; /* (owned) */
};

struct permissions {
	struct rules destructive, deny;
	struct always *always; /* (owned) */
	size_t always_count, always_cap;
};

/* The settings check patterns when they are loaded; one that fails here all the same is taken as
 * plain text, so that a rule is never lost. */
static struct rule rule_new(const char *text)
{
	struct rule r = {.text = xstrdup(text)};
	r.regex = regex_new(text, strlen(text), REGEX_UTF | REGEX_MULTILINE, NULL);
	if (!r.regex)
		r.regex = regex_new(text, strlen(text), REGEX_LITERAL, NULL);
	return r;
}

static struct rules rules_new(const json_t *patterns)
{
	size_t count = json_array_size(patterns);
	struct rules rules = {.list = xcalloc(count + 1, sizeof *rules.list)};
	for (size_t i = 0; i < count; i++) {
		const char *text = json_string_value(json_array_get(patterns, i));
		if (text)
			rules.list[rules.count++] = rule_new(text);
	}
	return rules;
}

static void rules_free(struct rules *rules)
{
	for (size_t i = 0; i < rules->count; i++) {
		free(rules->list[i].text);
		regex_free(rules->list[i].regex);
	}
	free(rules->list);
}

struct permissions *permissions_new(const struct settings *s)
{
	struct permissions *p = xcalloc(1, sizeof *p);
	p->destructive = rules_new(setting_json(s, "permissions.destructive"));
	p->deny = rules_new(setting_json(s, "permissions.deny"));
	return p;
}

void permissions_free(struct permissions *p)
{
	if (!p)
		return;
	rules_free(&p->destructive);
	rules_free(&p->deny);
	for (size_t i = 0; i < p->always_count; i++) {
		free(p->always[i].tool);
		free(p->always[i].command);
	}
	free(p->always);
	free(p);
}

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

const char *tool_class_name(enum tool_class class)
{
	return class_names[class];
}

/* A pattern that was given up on has not said no. */
static const char *matching(const struct rules *rules, const char *command)
{
	for (size_t i = 0; command && i < rules->count; i++) {
		struct regex *r = rules->list[i].regex;
		if (r && regex_find(r, command, strlen(command), 0, NULL, NULL) != REGEX_NO)
			return rules->list[i].text;
	}
	return NULL;
}

static bool is_always(const struct permissions *p, const char *tool, const char *command)
{
	for (size_t i = 0; command && i < p->always_count; i++)
		if (!strcmp(p->always[i].tool, tool) && !strcmp(p->always[i].command, command))
			return true;
	return false;
}

static void deny(struct decision *d, const char *by, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void deny(struct decision *d, const char *by, const char *fmt, ...)
{
	va_list ap;
	d->verdict = VERDICT_DENY;
	d->by = by;
	va_start(ap, fmt);
	vsnprintf(d->reason, sizeof d->reason, fmt, ap);
	va_end(ap);
}

struct decision permission_decide(const struct permissions *p, enum approve_mode mode,
    enum tool_class class, const char *tool, const char *command)
{
	struct decision d = {.verdict = verdicts[mode][class], .by = "mode"};
	const char *line = class == TOOL_RUNS ? command : NULL;
	const char *destroys = matching(&p->destructive, line), *denied = matching(&p->deny, line);
	d.destructive = destroys != NULL;
	if (d.verdict == VERDICT_DENY)
		deny(&d, "mode", "approval mode %s: %s is denied; allow it with --approve %s",
		    mode_names[mode], denials[class].what, denials[class].modes);
	else if (denied)
		deny(&d, "rule", "permissions.deny: the command matches '%s'", denied);
	else if (destroys)
		snprintf(d.reason, sizeof d.reason, "destructive: matches '%s'", destroys);
	if (d.verdict == VERDICT_ASK && is_always(p, tool, line)) {
		d.verdict = VERDICT_ALLOW;
		d.by = "user";
	}
	return d;
}

void permission_always(struct permissions *p, const char *tool, const char *command)
{
	if (!command || is_always(p, tool, command))
		return;
	array_reserve(&p->always, &p->always_cap, p->always_count + 1, sizeof *p->always);
	p->always[p->always_count++] = (struct always){xstrdup(tool), xstrdup(command)};
}
