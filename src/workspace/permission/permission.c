/* SPDX-License-Identifier: MIT
 * Makes decisions: from the judgement of a call or of a command line, what the mode denies besides,
 * and what the user allowed on a card. A destructive command is marked, in every mode; the mark
 * alone changes no verdict. The program's own configuration is never written without asking:
 * whoever writes it could allow himself anything.
 */
#include "workspace/permission/permission.h"

#include "base/base.h"
#include "loop/http.h"
#include "workspace/file/git_config.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission_judge.h"

/* The words for each kind of denial, and a way out: the narrowest mode that would allow it. */
static const struct {
	const char *what;
	enum approve_mode alone; /* the narrowest mode that allows it with nobody to ask */
} denials[TOOL_CLASSES] = {
    [TOOL_READS] = {"reading", APPROVE_ASK},
    [TOOL_WRITES] = {"changing files", APPROVE_EDITS},
    [TOOL_RUNS] = {"running commands", APPROVE_ALL},
    [TOOL_ASKS] = {"asking", APPROVE_ASK},
    [TOOL_PLANS] = {"planning", APPROVE_ASK},
    [TOOL_NETWORK] = {"the network", APPROVE_ALL},
    [TOOL_DELEGATES] = {"delegating", APPROVE_ASK},
    [TOOL_REMEMBERS] = {"remembering", APPROVE_ALL},
};

/* Returns the words of each row, an array that ends with an empty one. Free with free_rows. */
static struct shell_words *split_rows(const json_t *rows)
{
	struct shell_words *words = xcalloc(json_array_size(rows) + 1, sizeof *words);

	for (size_t i = 0; i < json_array_size(rows); i++)
		shell_split(json_string_value(json_array_get(rows, i)), &words[i]);
	return words;
}

static void free_rows(struct shell_words *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		shell_words_free(&words[i]);
	free(words);
}

static void load(struct permissions *p, const struct settings *s)
{
	p->rules = rules_load(s, "permissions.rules");
	p->destructive = rules_load(s, "permissions.destructive");
	p->protected = json_incref((json_t *)setting_json(s, "permissions.protected"));
	p->reading = json_incref((json_t *)setting_json(s, "permissions.reading"));
	p->variables = json_incref((json_t *)setting_json(s, "permissions.variables"));
	p->writing = json_incref((json_t *)setting_json(s, "permissions.writing"));
	p->outside = json_incref((json_t *)setting_json(s, "permissions.outside"));
	p->reads = split_rows(p->reading);
	p->writes = split_rows(p->writing);
}

static void unload(struct permissions *p)
{
	rules_free(&p->rules);
	rules_free(&p->destructive);
	free_rows(p->reads, json_array_size(p->reading));
	free_rows(p->writes, json_array_size(p->writing));
	json_decref(p->writing);
	json_decref(p->outside);
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

/* Judges a call that is no command line. Fills d->folder with the folder that may be granted. */
static void judge_call(const struct permissions *p, enum approve_mode mode, const struct act *act,
    struct judgement *out, struct decision *d)
{
	auto_free char *host = act->url ? http_url_host(act->url) : NULL;
	freed_by(subject_free) struct subject s = {
	    .class = act->class, .tool = act->tool, .host = host, .workspace = act->workspace};

	if (act->path && act->workspace)
		subject_paths(&s, act->workspace, act->path);
	subject_judge(p, mode, &s, false, out);
	if (act->class == TOOL_WRITES && judge_protected(p, &s)) {
		judge_raise(
		    out, VERDICT_ASK, "'%s' is the program's own configuration", s.paths[0]);
		out->firm = true;
	}
	if (act->class == TOOL_WRITES && out->verdict == VERDICT_ASK && !out->firm && s.paths[0]) {
		const char *path = s.paths[1] ? s.paths[1] : s.paths[0],
			   *slash = strrchr(path, '/');

		out->granted = grant_covers_path(p, path);
		/* The folder of a file in the workspace may be granted as a whole. */
		if (*path != '/' && strncmp(path, "..", 2) != 0 && slash &&
		    slash - path < REASON_CHARS)
			snprintf(d->folder, sizeof d->folder, "%.*s", (int)(slash - path), path);
	}
}

struct decision permission_denial(
    enum approve_mode mode, enum tool_class class, enum approve_mode least)
{
	struct decision d = {.verdict = VERDICT_DENY, .by = "mode"};

	snprintf(d.reason, sizeof d.reason,
	    "approval mode %s: %s is denied; allow it with --approve %s", approve_mode_name(mode),
	    denials[class].what, approve_mode_name(least));
	return d;
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
	if (mode_verdict(mode, act->class) == VERDICT_DENY &&
	    !(command && j.verdict == VERDICT_ALLOW)) {
		d = permission_denial(
		    mode, act->class, act->alone ? denials[act->class].alone : APPROVE_ASK);
	} else {
		d.verdict = j.verdict;
		d.by = j.by_rule ? "rule" : "mode";
		/* It has names of files: made safe, and cut between characters. */
		auto_free char *line =
		    text_clean_line(buf_str(&j.why), j.why.len, REASON_CHARS - 1);
		snprintf(d.reason, sizeof d.reason, "%s", line);
	}
	d.destructive = j.mark != NULL;
	d.mark = j.mark ? j.mark->text : NULL;
	d.always = d.verdict == VERDICT_ASK && command && !j.firm;
	if (d.always && !d.destructive && !act->network && j.prefix &&
	    strlen(j.prefix) < sizeof d.prefix)
		snprintf(d.prefix, sizeof d.prefix, "%s", j.prefix);
	d.may_be_tried =
	    d.always && !d.destructive && !act->network && !j.told && strcmp(d.by, "mode") == 0;
	if (d.always)
		j.granted = grant_covers_command(p, act, d.prefix);
	if (d.verdict == VERDICT_ASK && j.granted) {
		d.verdict = VERDICT_ALLOW;
		d.by = "user";
		d.may_be_tried = false;
	}
	buf_free(&j.why);
	free(j.prefix);
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

/* If no rule asks or denies, the line need not be taken apart, so the tables of commands, which
 * take milliseconds to read, are not read for it. */
bool permission_git_status(const struct permissions *p, const struct workspace *w)
{
	static const char line[] = "git status --porcelain -z .";
	const struct act act = {
	    .class = TOOL_RUNS, .tool = "run_command", .command = line, .workspace = w};

	if (judge_restricts(p))
		return permission_decide(p, APPROVE_READ_ONLY, &act).verdict == VERDICT_ALLOW;
	return json_holds_str(p->reading, "git status") && git_only_reads(workspace_path(w)) &&
	       judge_trusts_path(w);
}
