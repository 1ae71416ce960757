/* SPDX-License-Identifier: MIT
 * Reads hooks and matches them. Files are read in the order of the table, the user's before the
 * workspace's. What is trusted of a file is the part that names hooks, written out by the program,
 * so that other settings in it may change.
 */
#include "hooks/hooks.h"

#include <fnmatch.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "base/json/toml.h"
#include "base/regex.h"
#include "config/trust.h"
#include "memory/memory.h"
#include "tools/dialect/dialect_table.h"

#define FILE_BYTES ((size_t)1 << 20)
#define SCRIPT_BYTES ((size_t)256 << 10)
#define NAME_CHARS 60

const struct hook_row hook_rows[HOOK_EVENTS] = {
    [HOOK_SESSION_START] = {"SessionStart", "hooks.SessionStart", "SessionStart", true, false},
    [HOOK_SESSION_END] = {"SessionEnd", "hooks.SessionEnd", "SessionEnd", false, false},
    [HOOK_USER_PROMPT] = {"UserPromptSubmit", "hooks.UserPromptSubmit", "BeforeAgent", true, true},
    [HOOK_PRE_TOOL] = {"PreToolUse", "hooks.PreToolUse", "BeforeTool", false, true},
    [HOOK_PERMISSION_REQUEST] = {"PermissionRequest", "hooks.PermissionRequest", NULL, false, true},
    [HOOK_PERMISSION_DENIED] = {"PermissionDenied", "hooks.PermissionDenied", NULL, false, false},
    [HOOK_POST_TOOL] = {"PostToolUse", "hooks.PostToolUse", "AfterTool", false, true},
    [HOOK_POST_TOOL_FAILURE] = {"PostToolUseFailure", "hooks.PostToolUseFailure", NULL, false,
	true},
    [HOOK_NOTIFICATION] = {"Notification", "hooks.Notification", "Notification", false, false},
    [HOOK_SUBAGENT_START] = {"SubagentStart", "hooks.SubagentStart", NULL, true, false},
    [HOOK_SUBAGENT_STOP] = {"SubagentStop", "hooks.SubagentStop", NULL, false, true},
    [HOOK_STOP] = {"Stop", "hooks.Stop", "AfterAgent", false, true},
    [HOOK_PRE_COMPACT] = {"PreCompact", "hooks.PreCompact", "PreCompress", false, true},
    [HOOK_PLAN_CHANGED] = {"PlanChanged", "hooks.PlanChanged", NULL, false, true},
    [HOOK_STEP_DONE] = {"StepDone", "hooks.StepDone", NULL, false, true},
};

static void add_problem(struct hooks *h, const char *file, const char *what, const char *why)
{
	auto_free char *shown = file_user_path(file), *line = text_line(what, NAME_CHARS);

	buf_addf(&h->notices, "%s: %s: %s\n", shown, line, why);
}

/* ---- Which calls a hook takes -------------------------------------------------------------------- */

#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

const char *const hook_forms[] = {
    [HOOK_CLAUDE] = "claude", [HOOK_CODEX] = "codex", [HOOK_GEMINI] = "gemini"};

const json_t *hook_dialect(enum hook_form form)
{
	return json_map(json_map(dialect_table(), "hooks"), hook_forms[form]);
}

/* Whether a matcher, a list of names with | between them or a regular expression, fits a name. */
static bool matcher_takes(const char *matcher, const char *name)
{
	if (!*matcher || strcmp(matcher, "*") == 0)
		return true;
	if (!matcher[strspn(matcher, NAME_LETTERS "|, ")]) {
		for (const char *at = matcher; *(at += strspn(at, "|, "));) {
			const size_t n = strcspn(at, "|, ");

			if (n == strlen(name) && strncmp(at, name, n) == 0)
				return true;
			at += n;
		}
		return false;
	}
	struct regex *r = regex_new(matcher, strlen(matcher), REGEX_UTF, NULL);
	bool takes = !r || regex_find(r, name, strlen(name), 0, NULL, NULL) != REGEX_NO;
	regex_free(r);
	return takes;
}

/* Whether an `if` fits a call: NAME, or NAME(pattern of the command or path); "git push:*" fits a beginning. */
static bool condition_takes(const char *condition, const char *name, const json_t *args)
{
	const size_t len = strcspn(condition, "(");
	const char *what = json_str(args, "command", json_str(args, "path", ""));

	if (len != strlen(name) || strncmp(condition, name, len) != 0)
		return false;
	if (!condition[len])
		return true;
	auto_free char *pattern = xstrdup(condition + len + 1);
	size_t end = strlen(pattern);
	if (end && pattern[end - 1] == ')')
		pattern[--end] = '\0';
	if (end >= 2 && strcmp(pattern + end - 2, ":*") == 0)
		memmove(pattern + end - 2, "*", 2);
	return fnmatch(pattern, what, 0) == 0;
}

bool hook_matches(
    const struct user_hook *hook, const char *tool, const json_t *args, const char *subject)
{
	const char *condition = json_str(hook->spec, "if", NULL);
	const json_t *row =
	    tool ? json_map(json_map(hook_dialect(hook->form), "tools"), tool) : NULL;
	const char *names[12] = {tool ? tool : subject, json_str(row, "name", NULL)};
	size_t count = names[1] ? 2 : 1;
	bool takes = false;

	if (hook->spent || !names[0])
		return !hook->spent;
	json_each (other, json_list(json_map(hook_dialect(hook->form), "also"), tool ? tool : ""))
		if (count < ARRAY_SIZE(names))
			names[count++] = json_string_value(other);
	for (size_t i = 0; i < count && !takes; i++)
		takes = matcher_takes(hook->matcher, names[i]);
	if (!takes || !condition || !tool)
		return takes;
	for (size_t i = 0; i < count; i++)
		if (condition_takes(condition, names[i], args))
			return true;
	return false;
}

/* ---- Hooks of a file ------------------------------------------------------------------------ */

static int event_named(const char *name, enum hook_form form)
{
	for (int i = 0; i < HOOK_EVENTS; i++)
		if (text_is(form == HOOK_GEMINI ? hook_rows[i].gemini : hook_rows[i].name, name))
			return i;
	return -1;
}

static void add_hook(
    struct hooks *h, enum hook_event event, enum hook_form form, const char *matcher, json_t *spec)
{
	const char *command = json_str(spec, "command", ""),
		   *file = h->files[h->file_count - 1].path;

	if (strcmp(json_str(spec, "type", "command"), "command") != 0 || !*command) {
		add_problem(h, file, hook_rows[event].name, "only hooks of type command are run");
		return;
	}
	array_push(h->list, h->count, h->cap,
	    (struct user_hook){.event = event,
		.form = form,
		.matcher = xstrdup(matcher),
		.spec = json_incref(spec),
		.name = text_clean_line(command, strlen(command), NAME_CHARS),
		.file = h->file_count - 1});
}

static void add_groups(
    struct hooks *h, enum hook_event event, enum hook_form form, const json_t *groups)
{
	json_each (group, groups)
		json_each (spec, json_list(group, "hooks"))
			add_hook(h, event, form, json_str(group, "matcher", ""), spec);
}

static void add_file(struct hooks *h, const char *path, json_t *hooks /* steals */, bool project)
{
	struct hook_file f = {.path = xstrdup(path), .hooks = hooks, .project = project};

	f.trusted = !project || hook_file_holds(h, &f);
	array_push(h->files, h->file_count, h->file_cap, f);
}

static void take_file(struct hooks *h, const char *path, enum hook_form form, bool project)
{
	auto_buf text = BUF_INIT;
	auto_error e = ERROR_INIT;
	const bool there = file_read(path, FILE_BYTES, &text, &e);
	json_auto_t *root = there ? toml_or_json(path, buf_str(&text), text.len, &e) : NULL;
	json_t *hooks = json_map(root, "hooks");

	if (!root && e.code != ERR_NOT_FOUND)
		add_problem(h, path, "not read", e.message);
	if (json_object_size(hooks))
		add_file(h, path, json_incref(hooks), project);
	json_members (name, groups, hooks) {
		const int event = event_named(name, form);

		if (event >= 0)
			add_groups(h, (enum hook_event)event, form, groups);
		else if (json_is_array(groups))
			add_problem(h, path, name, "there is no such event here");
	}
}

/* Takes the files that another agent has in the user's home, at the top of the repository and in the workspace. */
static void take_form(struct hooks *h, enum hook_form form, const char *workspace)
{
	auto_free char *home = file_expand("~");

	json_each (name, json_list(hook_dialect(form), "home")) {
		auto_free char *user = file_join(home, json_string_value(name));
		take_file(h, user, form, false);
	}
	json_each (name, json_list(hook_dialect(form), "project")) {
		auto_free char *top = file_join(h->top, json_string_value(name)),
			       *here = file_join(workspace, json_string_value(name));

		if (strcmp(h->top, home) != 0)
			take_file(h, top, form, true);
		if (strcmp(workspace, h->top) != 0 && strcmp(workspace, home) != 0)
			take_file(h, here, form, true);
	}
}

/* ---- Hooks of agent.yaml -------------------------------------------------------------------- */

static void take_settings(struct hooks *h, const struct settings *s, const char *path, bool project)
{
	json_auto_t *all = json_object();

	for (int event = 0; event < HOOK_EVENTS; event++) {
		const char *key = hook_rows[event].setting;

		json_each_at (i, group, setting_json(s, key)) {
			const char *source = setting_item_source(s, key, i);
			/* The name of a workspace's file has no folder. */
			const bool projects =
			    strchr(source, ':') && *source != '/' && *source != '~';

			if (projects == project)
				json_array_append(
				    json_list_made(all, hook_rows[event].name), group);
		}
	}
	if (json_object_size(all)) {
		add_file(h, path, json_incref(all), project);
		for (int event = 0; event < HOOK_EVENTS; event++)
			add_groups(h, (enum hook_event)event, HOOK_CLAUDE,
			    json_list(all, hook_rows[event].name));
	}
}

struct hooks *hooks_load(const struct settings *s, const char *workspace)
{
	struct hooks *h = xcalloc(1, sizeof *h);
	auto_free char *user = settings_user_file(), *here = settings_workspace_file(workspace);

	h->top = repository_top(workspace);
	h->workspace = xstrdup(workspace);
	take_settings(h, s, user, false);
	if (here)
		take_settings(h, s, here, true);
	for (int form = 0; form < HOOK_FORMS; form++)
		if (json_holds_str(setting_json(s, "hooks.files"), hook_forms[form]))
			take_form(h, (enum hook_form)form, workspace);
	return h;
}

void hooks_free(struct hooks *h)
{
	if (!h)
		return;
	for (size_t i = 0; i < h->count; i++) {
		free_all(h->list[i].matcher, h->list[i].name);
		json_decref(h->list[i].spec);
	}
	for (size_t i = 0; i < h->file_count; i++) {
		free(h->files[i].path);
		json_decref(h->files[i].hooks);
	}
	free_all(h->list, h->files, h->top, h->workspace);
	buf_free(&h->notices);
	free(h);
}

/* ---- What is trusted ------------------------------------------------------------------------ */

size_t hooks_waiting(const struct hooks *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->file_count; i++)
		n += !h->files[i].trusted;
	return n;
}

/* Returns the command without quotes and with the repository's folder for its placeholders. Caller frees. */
static char *plain_command(const char *command, const char *top)
{
	static const char *const marks[] = {"${CLAUDE_PROJECT_DIR}", "$CLAUDE_PROJECT_DIR",
	    "${GEMINI_PROJECT_DIR}", "$GEMINI_PROJECT_DIR", "$(git rev-parse --show-toplevel)",
	    NULL};
	struct buf out = BUF_INIT;

	while (*command) {
		size_t i = 0;

		while (marks[i] && strncmp(command, marks[i], strlen(marks[i])) != 0)
			i++;
		if (marks[i])
			buf_adds(&out, top);
		else if (*command != '"' && *command != '\'')
			buf_addc(&out, *command);
		command += marks[i] ? strlen(marks[i]) : 1;
	}
	return buf_take(&out);
}

/* Appends the text of each file of the repository that a command names. */
static void add_scripts(struct buf *out, const struct hooks *h, const char *command)
{
	static const char between[] = " \t\n;|&<>()=";
	auto_free char *words = plain_command(command, h->top);

	for (char *at = words + strspn(words, between), *next; *at; at = next) {
		const size_t len = strcspn(at, between);
		auto_free char *word = xstrndup(at, len), *path = file_join(h->workspace, word);
		auto_free char *real = trust_inside(h->top, path);
		auto_buf text = BUF_INIT;

		if (real && file_read(real, SCRIPT_BYTES, &text, NULL)) {
			buf_addf(out, "\n%s %zu\n", word, text.len);
			buf_add(out, buf_str(&text), text.len);
		}
		next = at + len + strspn(at + len, between);
	}
}

static void trusted_text(const struct hooks *h, const struct hook_file *f, struct buf *out)
{
	json_write(out, f->hooks);
	json_members (name, groups, f->hooks)
		json_each (group, groups)
			json_each (spec, json_list(group, "hooks")) {
				add_scripts(out, h, json_str(spec, "command", ""));
				json_each (word, json_list(spec, "args"))
					add_scripts(out, h,
					    json_is_string(word) ? json_string_value(word) : "");
			}
}

bool hook_file_holds(const struct hooks *h, const struct hook_file *f)
{
	auto_buf text = BUF_INIT;

	trusted_text(h, f, &text);
	return trust_holds(f->path, buf_str(&text), text.len);
}

bool hook_file_trust(const struct hooks *h, const struct hook_file *f, struct error *e)
{
	auto_free char *real = realpath(f->path, NULL);
	auto_buf text = BUF_INIT;

	trusted_text(h, f, &text);
	return real ? trust_keep(real, buf_str(&text), text.len, e)
		    : error_set(e, ERR_NOT_FOUND, "it is gone");
}
