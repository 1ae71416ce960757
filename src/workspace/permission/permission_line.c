/* SPDX-License-Identifier: MIT
 * Judges a command line by its parts; the strictest verdict is the line's. Parts are the commands
 * the shell parser finds, the files the line writes or reads by redirection, and, if the parser
 * could not find everything, an unknown rest.
 */
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "workspace/file/git_config.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission_judge.h"
#include "workspace/shell/command_row.h"

/* Commands that only read, and only in the workspace, are allowed without asking wherever reading a
 * file is. Their row says so (`reads`), permissions.reading has them, all their options are listed,
 * every word is known and leads only into the workspace. The program is that of the system: no
 * folder of PATH is the workspace's. git must also find a repository that makes it run nothing. */

static bool is_inside(const struct workspace *w, const char *path)
{
	freed_by(subject_free) struct subject s = {0};
	auto_free char *name = workspace_name(w, path, NULL), *real = NULL;

	if (!name)
		return false;
	subject_paths(&s, w, path);
	real = s.paths[1] ? workspace_name(w, s.paths[1], NULL) : NULL;
	return real != NULL;
}

/* Whether all paths that a word may name are in the workspace; an option's argument may be joined to it. */
static bool word_is_inside(const struct workspace *w, const struct shell_word *word)
{
	const char *text = word->text, *value = strchr(text, '=');
	const char *root = strchr(text, '/'), *above = strstr(text, "..");

	if (word->dynamic)
		return false;
	if (*text == '-' && ((root && !is_inside(w, root)) || (above && !is_inside(w, above))))
		return false;
	return !*text || (is_inside(w, text) && (!value || !value[1] || is_inside(w, value + 1)));
}

/* Whether a rule about files or tools may restrict what a command reads without naming it. */
static bool restricts_reading(const struct permissions *p)
{
	for (size_t i = 0; i < p->rules.count; i++) {
		const struct rule *r = &p->rules.list[i];

		if (r->effect != RULE_ALLOW &&
		    (r->path || r->tool || (!r->any_class && r->class != TOOL_RUNS)))
			return true;
	}
	return false;
}

/* Whether a command of permissions.reading truly only reads, and only what is in the workspace: it
 * is judged like the tool that reads a file. */
static bool judge_reads(const struct permissions *p, const struct workspace *w,
    const struct shell_line *line, const struct shell_command *c)
{
	struct command_row row = {0};
	bool ok = w && !c->guess && c->words.count && !line->moves && !line->unclear &&
		  !line->expands && !strchr(c->words.list[0].text, '/') &&
		  command_row_find(&c->words, &row) && row.reads && !restricts_reading(p);

	for (size_t i = row.words; ok && i < c->words.count; i++)
		ok = word_is_inside(w, &c->words.list[i]);
	if (ok && !strcmp(c->words.list[0].text, "git"))
		ok = git_only_reads(workspace_path(w));
	return ok && judge_trusts_path(w);
}

#define PART_CHARS 160

struct line_parts {
	const struct permissions *p;
	enum approve_mode mode;
	const struct act *act;
	struct shell_line line;
	struct judgement *whole;
	json_t *list;			  /* explanations of the parts; NULL: not wanted */
	size_t asking;			  /* how many parts are not allowed */
	const struct shell_command *asks; /* (borrowed) the last command that is not; NULL: none */
};

static void note(struct line_parts *t, const char *part, struct judgement *j)
{
	auto_free char *cut = text_clean_line(part, strlen(part), PART_CHARS);
	bool alone = t->line.count + t->line.redirect_count <= 1;

	t->asking += j->verdict != VERDICT_ALLOW;

	if (t->list)
		json_array_append_new(
		    t->list, json_pack("{s:s, s:s, s:s}", "part", cut, "verdict",
				 verdict_name(j->verdict), "reason", buf_str(&j->why)));
	if (j->verdict > t->whole->verdict ||
	    (j->verdict == t->whole->verdict && j->verdict != VERDICT_ALLOW &&
		!t->whole->why.len)) {
		t->whole->verdict = j->verdict;
		t->whole->by_rule = j->by_rule;
		buf_clear(&t->whole->why);
		if (j->why.len)
			buf_addf(&t->whole->why, "%s%s%s", buf_str(&j->why), alone ? "" : ": ",
			    alone ? "" : cut);
	}
	if (j->verdict == VERDICT_ALLOW && t->whole->verdict == VERDICT_ALLOW && j->by_rule) {
		t->whole->by_rule = true;
		if (alone)
			buf_adds(&t->whole->why, buf_str(&j->why));
	}
	t->whole->firm |= j->firm;
	buf_free(&j->why);
}

/* ---- Commands ------------------------------------------------------------------------------ */

static bool listed(const json_t *names, const char *name, size_t len)
{
	json_each (value, names)
		if (json_string_length(value) == len &&
		    !memcmp(json_string_value(value), name, len))
			return true;
	return false;
}

/* Whether all these variables are known not to change what a command does (permissions.variables). */
static bool harmless(const struct permissions *p, const struct shell_words *assigns)
{
	for (size_t i = 0; i < assigns->count; i++)
		if (!listed(
			p->variables, assigns->list[i].text, strcspn(assigns->list[i].text, "+=")))
			return false;
	return true;
}

static bool known_to_read(const struct permissions *p, const struct shell_command *c)
{
	if (!harmless(p, &c->assigns))
		return false;
	for (size_t i = 0; i < json_array_size(p->reading); i++)
		if (p->reads[i].count && command_begins(c, &p->reads[i]))
			return command_options_known(&c->words, p->reads[i].count, NULL);
	return c->through || !c->words.count;
}

static void part_command(struct line_parts *t, const struct shell_command *c)
{
	struct subject s = {.class = TOOL_RUNS,
	    .tool = t->act->tool,
	    .network = t->act->network,
	    .command = c,
	    .workspace = t->act->workspace,
	    .moved = t->line.moves};
	bool changed = !harmless(t->p, &c->assigns);
	struct judgement j;
	auto_free char *text = command_text(c);
	/* It only starts another command, which is judged itself, or only reads the workspace. */
	const bool let =
	    t->mode != APPROVE_ALL && !changed &&
	    (c->through || !c->words.count ||
		(known_to_read(t->p, c) && judge_reads(t->p, t->act->workspace, &t->line, c)));

	subject_judge(t->p, t->mode, &s, let, &j);
	if (changed && j.verdict == VERDICT_ALLOW && j.by_rule)
		judge_raise(&j, VERDICT_ASK,
		    "it sets a variable that may change what an allowed command does");
	j.firm = !c->through && (command_configures(&c->words) ||
				    (judge_protected(t->p, &s) && !known_to_read(t->p, c)));
	if (j.firm)
		judge_raise(&j, VERDICT_ASK, "it names the program's own configuration");
	if (j.verdict != VERDICT_ALLOW)
		t->asks = c;
	if (!c->guess || j.firm || j.verdict == VERDICT_DENY)
		note(t, text, &j);
	buf_free(&j.why);
}

/* ---- Files --------------------------------------------------------------------------------- */

static bool is_stream(const struct shell_word *target)
{
	static const char *const names[] = {
	    "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", NULL};
	const char *number = target->text + 8;

	if (target->dynamic)
		return false;
	for (size_t i = 0; names[i]; i++)
		if (!strcmp(target->text, names[i]))
			return true;
	return !strncmp(target->text, "/dev/fd/", 8) && *number &&
	       !number[strspn(number, "0123456789")];
}

static bool is_outside(const struct workspace *w, const char *path)
{
	char *name = workspace_name(w, path, NULL);

	free(name);
	return !name;
}

/* Returns why this may not be a file of the workspace, a static string; NULL: it is one. */
static const char *elsewhere(
    const struct line_parts *t, const struct shell_redirect *r, const struct subject *s)
{
	const struct workspace *w = t->act->workspace;
	struct stat st;

	if (r->target.dynamic)
		return "the file's name is known only when it runs";
	if (t->line.moves && *r->target.text != '/')
		return "the line changes the folder";
	if (!w)
		return NULL;
	if (fstatat(workspace_fd(w), r->target.text, &st, 0) == 0 && !S_ISREG(st.st_mode))
		return "it is no regular file";
	if (is_outside(w, r->target.text) || (s->paths[1] && is_outside(w, s->paths[1])))
		return "it is outside the workspace";
	return NULL;
}

static bool unknown_asks(const struct line_parts *t)
{
	return t->mode != APPROVE_ALL || judge_restricts(t->p);
}

static void part_file(struct line_parts *t, const struct shell_redirect *r)
{
	freed_by(subject_free) struct subject s = {
	    .class = r->writes ? TOOL_WRITES : TOOL_READS, .workspace = t->act->workspace};
	auto_free char *text = xasprintf("%c %s", r->writes ? '>' : '<', r->target.text);
	struct judgement j;

	if (t->act->workspace)
		subject_paths(&s, t->act->workspace, r->target.text);
	else
		s.paths[0] = r->target.text;
	s.unclear = r->target.dynamic || (t->line.moves && *r->target.text != '/');
	subject_judge(t->p, t->mode, &s, false, &j);
	const char *why = unknown_asks(t) ? elsewhere(t, r, &s) : NULL;
	if (why)
		judge_raise(&j, VERDICT_ASK, "%s", why);
	if (r->writes && judge_protected(t->p, &s)) {
		judge_raise(&j, VERDICT_ASK, "it is the program's own configuration");
		j.firm = true;
	}
	note(t, text, &j);
}

/* ---- What the words of a line show --------------------------------------------------------- */

static bool begins_with_any(
    const struct shell_command *c, const struct shell_words *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (rows[i].count && command_begins(c, &rows[i]))
			return true;
	return false;
}

/* Whether a path exists, and neither in the workspace nor in a folder of permissions.outside. here:
 * a relative one is below the workspace's folder, where the line began. */
static bool names_other_place(const struct line_parts *t, const char *path, bool here)
{
	struct stat st;

	if (strncmp(path, "$HOME", 5) == 0 || strncmp(path, "${HOME", 6) == 0 ||
	    strncmp(path, "$OLDPWD", 7) == 0 || (*path == '~' && path[1] && path[1] != '/'))
		return true;
	if (*path != '/' && *path != '~')
		return here && strstr(path, "..") && !is_inside(t->act->workspace, path);
	auto_free char *full = file_expand(path);
	full[strcspn(full, "*?[{")] = '\0'; /* for a pattern, its folder is checked */
	if (*full == '/' && path[strcspn(path, "*?[{")])
		*(strrchr(full, '/') + 1) = '\0';
	bool other = stat(full, &st) == 0 && !is_inside(t->act->workspace, full);
	json_each (folder, t->p->outside) {
		const size_t len = json_string_length(folder);

		other = other && (strncmp(full, json_string_value(folder), len) != 0 ||
				     !strchr("/", full[len]));
	}
	return other;
}

static bool names_elsewhere(const struct line_parts *t, const struct shell_word *word, bool here)
{
	const char *value = strchr(word->text, '=');

	return names_other_place(t, word->text, here) ||
	       (value && names_other_place(t, value + 1, here));
}

/* Whether a path elsewhere is anywhere in the text: in a loop's list, an assignment, a script
 * between quotes. A single character may be an operator, and is only checked as a word. */
static bool text_names_elsewhere(const struct line_parts *t)
{
	static const char ends[] = " \t\n;&|<>()'\"=`,";
	const char *at = t->act->command;
	bool found = false;

	for (size_t len; *at && !found; at += len + (at[len] != '\0')) {
		len = strcspn(at, ends);
		if (len < 2 || !strchr("/~$", *at) || (len == 5 && strncmp(at, "$HOME", 5) == 0))
			continue;
		auto_free char *path = xstrndup(at, len);
		found = names_other_place(t, path, false);
	}
	return found;
}

/* Whether a command changes to a folder that it does not name: the home folder, or the one before. */
static bool moves_elsewhere(const struct shell_words *words)
{
	return words->count > 0 &&
	       (strcmp(words->list[0].text, "cd") == 0 ||
		   strcmp(words->list[0].text, "pushd") == 0) &&
	       (words->count == 1 || strcmp(words->list[1].text, "-") == 0);
}

/* Whether a redirection shows that the line writes a file, or reads elsewhere; /tmp is the
 * commands' own. */
static bool redirect_tells(const struct line_parts *t, const struct shell_redirect *r)
{
	const char *path = r->target.text;
	const bool tmp = strncmp(path, "/tmp/", 5) == 0 && !strstr(path, "..");

	return !is_stream(&r->target) && !r->target.dynamic && !tmp &&
	       (r->writes || names_elsewhere(t, &r->target, !t->line.moves));
}

/* Whether the words show that the line writes a file, or reads elsewhere: a trial would find out nothing new. */
static bool words_tell(const struct line_parts *t)
{
	const struct shell_line *line = &t->line;
	bool tell = !t->act->workspace || text_names_elsewhere(t);

	for (size_t i = 0; i < line->redirect_count && !tell; i++)
		tell = redirect_tells(t, &line->redirects[i]);
	for (size_t i = 0; i < line->count && !tell; i++) {
		const struct shell_words *words = &line->commands[i].words;

		tell = begins_with_any(
			   &line->commands[i], t->p->writes, json_array_size(t->p->writing)) ||
		       moves_elsewhere(words);
		for (size_t k = 0; k < line->commands[i].assigns.count && !tell; k++)
			tell = names_elsewhere(t, &line->commands[i].assigns.list[k], false);
		/* A command that prints its words reads none of the files they may name. */
		const bool prints =
		    words->count > 0 && (strcmp(words->list[0].text, "echo") == 0 ||
					    strcmp(words->list[0].text, "printf") == 0);
		for (size_t k = 0; k < words->count && !tell && !prints; k++)
			tell = names_elsewhere(t, &words->list[k], i == 0 || !line->moves);
	}
	return tell;
}

/* ---- The line as a whole ------------------------------------------------------------------- */

static bool in_a_part(struct rule *r, const struct line_parts *t)
{
	for (size_t i = 0; i < t->line.count; i++) {
		struct subject s = {.class = TOOL_RUNS,
		    .tool = t->act->tool,
		    .network = t->act->network,
		    .command = &t->line.commands[i]};

		if (rule_match(r, &s) == MATCH_YES)
			return true;
	}
	return false;
}

/* Matches patterns with the whole line: one may be about several parts ('curl.*[|].*sh'). */
static void line_patterns(struct line_parts *t)
{
	struct subject s = {.class = TOOL_RUNS,
	    .tool = t->act->tool,
	    .network = t->act->network,
	    .line = t->act->command};

	for (size_t i = 0; i < t->p->rules.count; i++) {
		struct rule *r = &t->p->rules.list[i];

		if (!r->pattern || r->effect == RULE_ALLOW || rule_match(r, &s) == MATCH_NO ||
		    in_a_part(r, t))
			continue;
		if ((r->effect == RULE_DENY ? VERDICT_DENY : VERDICT_ASK) > t->whole->verdict) {
			judge_raise(t->whole, r->effect == RULE_DENY ? VERDICT_DENY : VERDICT_ASK,
			    "%s (%s)", r->text, r->place);
			t->whole->by_rule = true;
		}
	}
	for (size_t i = 0; !t->whole->mark && i < t->p->destructive.count; i++) {
		struct rule *r = &t->p->destructive.list[i];

		if (rule_match(r, &s) != MATCH_NO || in_a_part(r, t))
			t->whole->mark = r;
	}
}

/* Judges what the parser could not take apart, and a line without commands. */
static void part_rest(struct line_parts *t)
{
	struct subject s = {.class = TOOL_RUNS,
	    .tool = t->act->tool,
	    .network = t->act->network,
	    .unclear = t->line.unclear != NULL};
	struct judgement j;

	subject_judge(t->p, t->mode, &s, false, &j);
	if (t->line.unclear && unknown_asks(t))
		judge_raise(&j, VERDICT_ASK, "not all of it is understood: %s", t->line.unclear);
	if (t->line.unclear && judge_protected_text(t->p, t->act->command)) {
		judge_raise(&j, VERDICT_ASK,
		    "not all of it is understood (%s), and it names the program's own "
		    "configuration",
		    t->line.unclear);
		j.firm = true;
	}
	note(t, "(the rest)", &j);
}

/* Returns the first words that a card may offer to allow for lines like this one, if the rest of
 * the line is allowed anyway. Caller frees; NULL: none. */
static char *line_prefix(const struct line_parts *t)
{
	if (t->asking != 1 || !t->asks || t->line.unclear || t->line.moves || t->line.expands)
		return NULL;
	for (size_t i = 0; i < t->line.count; i++) {
		const struct shell_command *c = &t->line.commands[i];

		if (c->through || c->guess || c->assigns.count)
			return NULL;
	}
	for (size_t i = 0; i < t->line.redirect_count; i++)
		if (!is_stream(&t->line.redirects[i].target))
			return NULL;
	return grant_prefix(t->asks);
}

void judge_line(const struct permissions *p, enum approve_mode mode, const struct act *act,
    struct judgement *out, json_t *parts)
{
	struct line_parts t = {.p = p, .mode = mode, .act = act, .whole = out, .list = parts};

	*out = (struct judgement){.verdict = VERDICT_ALLOW};
	shell_parse(act->command, &t.line);
	for (size_t i = 0; i < t.line.count; i++)
		part_command(&t, &t.line.commands[i]);
	for (size_t i = 0; i < t.line.redirect_count; i++)
		if (!is_stream(&t.line.redirects[i].target))
			part_file(&t, &t.line.redirects[i]);
	if (t.line.unclear || !t.line.count)
		part_rest(&t);
	line_patterns(&t);
	out->prefix = line_prefix(&t);
	out->told = out->verdict == VERDICT_ASK && words_tell(&t);
	shell_line_free(&t.line);
}

bool permission_reads(const struct permissions *p, const char *command)
{
	struct shell_line line;

	shell_parse(command, &line);
	bool reads = !line.unclear;
	for (size_t i = 0; reads && i < line.count; i++)
		reads = known_to_read(p, &line.commands[i]);
	for (size_t i = 0; reads && i < line.redirect_count; i++)
		reads = !line.redirects[i].writes || is_stream(&line.redirects[i].target);
	shell_line_free(&line);
	return reads;
}

json_t *permission_dangers(const struct permissions *p, const char *command)
{
	json_t *list = json_array();
	struct shell_line line;

	shell_parse(command, &line);
	for (size_t i = 0; i < line.count; i++) {
		struct subject s = {.class = TOOL_RUNS, .command = &line.commands[i]};
		bool marked = false;

		for (size_t k = 0; !marked && k < p->destructive.count; k++)
			marked = rule_match(&p->destructive.list[k], &s) == MATCH_YES;
		if (marked) {
			auto_free char *text = command_text(&line.commands[i]),
				       *shown = text_clean_line(text, strlen(text), PART_CHARS);

			json_array_append_new(list, json_string(shown));
		}
	}
	shell_line_free(&line);
	return list;
}
