/* SPDX-License-Identifier: MIT
 * agent config: the settings and where each comes from. `show` prints YAML that could be an
 * agent.yaml; `trust` prints what a workspace's file changes before it adds the folder to the
 * user's file.
 */
#include <sys/stat.h>
#include "base/base.h"
#include "base/embed.h"
#include "base/file.h"
#include "base/print.h"
#include "base/yaml/yaml.h"
#include "cli/command.h"
#include "cli/program/program.h"
#include "config/prompt.h"
#include "config/settings_layer.h"
#include "config/settings_show.h"
#include "config/trust.h"
#include "hooks/hooks.h"
#include "mcp/mcp_spec.h"
#include "skills/skills.h"

#define SOURCE_COLUMN 48

static int run(const struct options *o, char *const *rest);

const struct command command_config = {
    .name = "config",
    .usage = "check | show [KEY] | path | trust [DIR]",
    .summary = "what is set and since where; trust a folder's agent.yaml",
    .run = run,
};

/* Returns the absolute path of a folder (caller frees), or NULL after printing why. */
static char *folder_of(const char *dir)
{
	char *real = file_is_folder(dir) ? realpath(dir, NULL) : NULL;

	if (!real)
		print_failure(2, "'%s' is not a folder", dir);
	return real;
}

static struct settings *load(const struct options *o, const char *workspace, bool trust, int *code)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	struct settings *s = program_settings(o, workspace, trust, &problems);

	if (!s)
		*code = settings_complain(&problems, stderr);
	return s;
}

/* ---- show --------------------------------------------------------------------------------- */

static void show(const struct settings *s, const struct setting *row)
{
	const json_t *value = setting_json(s, row->name);
	bool list = json_is_array(value) && json_array_size(value);
	auto_buf line = BUF_INIT;

	buf_addf(&line, "%s:%s", row->name, list ? "" : " ");
	if (!list)
		setting_write(s, row, &line);
	print_text(
	    stdout, "%-*s # %s\n", SOURCE_COLUMN, buf_str(&line), setting_source(s, row->name));
	if (list)
		json_each_at (i, item, value) {
			buf_clear(&line);
			setting_write_value(&line, item);
			if (row->type == SETTING_MAPS)
				buf_addf(&line, " # %s", setting_item_source(s, row->name, i));
			print_text(stdout, "  - %s\n", buf_str(&line));
		}
}

static void show_ignored(const struct settings *s)
{
	json_each (item, settings_ignored(s))
		print_text(stdout, "# %s:%d: %s is ignored: %s (agent config trust)\n",
		    json_str(item, "file", ""), (int)json_int(item, "line", 0),
		    json_str(item, "key", ""),
		    settings_trust(s) == TRUST_CHANGED ? "the file changed since it was trusted"
						       : "this folder is not trusted");
}

static int run_show(const struct options *o, const char *workspace, const char *key)
{
	int code = 0, shown = 0;
	struct settings *s = load(o, workspace, false, &code);

	for (size_t i = 0; s && i < settings_count; i++)
		if (setting_is_in(&settings_table[i], key)) {
			show(s, &settings_table[i]);
			shown++;
		}
	if (s && !shown) {
		auto_free char *text = setting_unknown(NULL, key);
		code = print_failure(2, "%s", text);
	} else if (s && !key) {
		show_ignored(s);
	}
	settings_free(s);
	return code;
}

/* ---- path --------------------------------------------------------------------------------- */

static void print_path(const char *what, char *path /* steals */)
{
	print_text(stdout, "%-10s %s%s\n", what, path, access(path, F_OK) ? "  (absent)" : "");
	free(path);
}

static int run_path(const struct options *o, const char *workspace, const char *none)
{
	char *path = settings_workspace_file(workspace);

	print_path("user", settings_user_file());
	print_path("workspace", path ? path : file_join(workspace, "agent.yaml"));
	print_path("prompts", file_home(FILE_CONFIG, "prompts"));
	print_path("tables", file_home(FILE_CONFIG, "config"));
	print_path("data", file_home(FILE_DATA, NULL));
	print_path("state", file_home(FILE_STATE, NULL));
	return 0;
}

/* ---- check -------------------------------------------------------------------------------- */

/* Reads the user's own copy of an embedded table or prompt, if there is one. False: problems say why not. */
static bool check_override(const struct embed *file, struct problems *problems)
{
	auto_free char *path = file_home(FILE_CONFIG, file->name), *shown = file_user_path(path);
	auto_buf text = BUF_INIT;
	auto_error e = ERROR_INIT;
	const bool table = !strncmp(file->name, "config/", 7);
	const char *ending = strrchr(file->name, '.');

	if (access(path, F_OK) || !strcmp(file->name, "config/default.yaml"))
		return true;
	if (!table)
		return file_read(path, YAML_BYTES, &text, &e) ||
		       problem_add(problems, shown, 0, 0, "%s", e.message);
	json_auto_t *value =
	    text_is(ending, ".yaml") ? config_table(file->name + 7, problems) : json_null();
	return value;
}

static int run_check(const struct options *o, const char *workspace, const char *none)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	int code = 0;
	struct settings *s = load(o, workspace, false, &code);
	bool ok = true;

	for (size_t i = 0; i < embed_count; i++)
		ok &= check_override(&embed_files[i], &problems);
	if (!ok)
		code = settings_complain(&problems, stderr);
	if (!code) {
		show_ignored(s);
		struct skills *all = skills_load(workspace);

		print_text(stdout, "%s", buf_str(&all->notices));
		skills_free(all);
		puts("the configuration is fine");
	}
	settings_free(s);
	return code;
}

/* ---- trust -------------------------------------------------------------------------------- */

static void print_changes(const struct settings *now, const struct settings *then)
{
	size_t changes = 0;

	for (size_t i = 0; i < settings_count; i++) {
		const struct setting *row = &settings_table[i];
		const json_t *a = setting_json(now, row->name), *b = setting_json(then, row->name);
		auto_buf line = BUF_INIT;

		if (json_equal(a, b))
			continue;
		if (!changes++)
			puts("its agent.yaml changes:");
		if (row->flags & SETTING_HIDDEN) {
			buf_adds(&line, "(hidden)");
		} else {
			setting_write_value(&line, a);
			buf_adds(&line, " -> ");
			setting_write_value(&line, b);
		}
		print_text(stdout, "  %s: %s\n", row->name, buf_str(&line));
	}
	if (!changes)
		puts("its agent.yaml changes nothing");
}

/* Trusts the folder's skills and commands, each by its text, and prints each. Returns the exit code. */
static int trust_skills(const char *workspace)
{
	struct skills *all = skills_load(workspace);
	int code = 0;

	for (size_t i = 0; i < all->count; i++) {
		const struct skill *s = &all->list[i];
		auto_buf text = BUF_INIT;
		auto_error e = ERROR_INIT;
		auto_free char *real = s->trusted ? NULL : realpath(s->file, NULL);

		if (real && file_read(real, YAML_BYTES, &text, &e) &&
		    trust_keep(real, buf_str(&text), text.len, &e))
			print_text(stdout, "%s /%s is trusted now: %s\n",
			    s->is_skill ? "skill" : "command", s->name, s->file);
		else if (real)
			code = print_failure(78, "'%s' is not trusted: %s", s->file, e.message);
	}
	skills_free(all);
	return code;
}

/* Prints what each hook of the folder runs and trusts them file by file. Returns the exit code. */
static int trust_hooks(const struct settings *s, const char *workspace)
{
	struct hooks *all = hooks_load(s, workspace);
	int code = 0;

	for (size_t i = 0; i < all->file_count; i++) {
		const struct hook_file *f = &all->files[i];
		auto_error e = ERROR_INIT;

		if (f->trusted)
			continue;
		for (size_t k = 0; k < all->count; k++)
			if (all->list[k].file == i)
				print_text(stdout, "  hook %s %s: %s\n",
				    hook_rows[all->list[k].event].name, all->list[k].matcher,
				    json_str(all->list[k].spec, "command", ""));
		if (hook_file_trust(all, f, &e))
			print_text(stdout, "its hooks are trusted now: %s\n", f->path);
		else
			code = print_failure(78, "'%s' is not trusted: %s", f->path, e.message);
	}
	hooks_free(all);
	return code;
}

/* Trusts the folder's MCP servers by their files' text and prints what each would start. Returns the exit code. */
static int trust_mcp(const struct settings *s, const char *workspace)
{
	freed_by(mcp_specs_free) struct mcp_specs specs;
	auto_error e = ERROR_INIT;

	mcp_specs_load(&specs, s, workspace);
	for (size_t i = 0; i < specs.count; i++) {
		const struct mcp_spec *spec = &specs.list[i];
		auto_free char *entry = json_line(spec->json);

		if (spec->trusted)
			continue;
		if (!mcp_spec_trust(spec, &e))
			return print_failure(78, "'%s' is not trusted: %s", spec->file, e.message);
		print_text(stdout, "MCP server %s of %s is trusted now: %s\n", spec->name,
		    spec->file, entry);
	}
	return 0;
}

/* Keeps a copy of the trusted text, then adds the folder to the user's file: a folder that is listed there without
 * a copy is not trusted. Returns the exit code. */
static int write_trust(const char *workspace, const struct settings *then)
{
	size_t len;
	const char *text = settings_workspace_text(then, &len);
	auto_free char *path = settings_user_file(), *shown = file_user_path(path);
	auto_buf old = BUF_INIT, new = BUF_INIT;
	auto_error e = ERROR_INIT;
	struct stat st;
	mode_t mode = stat(path, &st) == 0 ? st.st_mode & 0777 : 0600;
	auto_close const int lock = file_lock(path, &e);
	bool ok = lock >= 0 && (file_read(path, YAML_BYTES, &old, &e) || e.code == ERR_NOT_FOUND);

	if (ok)
		error_free(&e);
	if (ok && text)
		ok = trust_keep(workspace, text, len, &e);
	if (ok && settings_trust(then) == TRUST_NONE)
		ok = trust_insert(buf_str(&old), old.len, workspace, &new, &e) &&
		     file_write(path, mode, new.data, new.len, &e);
	if (ok)
		print_text(stdout, "%s is trusted now (in %s)%s\n", workspace, shown,
		    text ? "" : "; it has no agent.yaml yet, which is asked about when it has one");
	else
		print_failure(78, "'%s' was left as it is: %s", shown, e.message);
	return ok ? 0 : 78;
}

static int run_trust(const struct options *o, const char *workspace, const char *dir)
{
	int code = 0;
	auto_free char *folder = dir ? folder_of(dir) : xstrdup(workspace);

	if (!folder)
		return 2;
	if (o->config)
		return print_failure(2, "trust is kept in the user's file: leave --config out");
	struct settings *now = load(o, folder, false, &code);
	struct settings *then = now ? load(o, folder, true, &code) : NULL;
	if (now && settings_trust(now) == TRUST_HOLDS) {
		print_text(stdout, "%s is trusted already\n", folder);
	} else if (then) {
		if (settings_trust(now) == TRUST_CHANGED)
			puts("its agent.yaml is not the one that was trusted");
		print_changes(now, then);
		code = write_trust(folder, then);
	}
	if (then && !code && !(code = trust_skills(folder)) && !(code = trust_hooks(then, folder)))
		code = trust_mcp(then, folder);
	settings_free(now);
	settings_free(then);
	return code;
}

/* ------------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	int words; /* how many may follow the name */
	int (*run)(const struct options *o, const char *workspace, const char *word);
} actions[] = {
    {"check", 0, run_check},
    {"show", 1, run_show},
    {"path", 0, run_path},
    {"trust", 1, run_trust},
};

static int run(const struct options *o, char *const *rest)
{
	const char *word = rest[0] ? rest[0] : "";
	int words = 0;

	while (*word && rest[words + 1])
		words++;
	for (size_t i = 0; i < ARRAY_SIZE(actions); i++)
		if (strcmp(actions[i].name, word) == 0 && words <= actions[i].words) {
			auto_free char *workspace = folder_of(o->cd ? o->cd : ".");

			return workspace ? actions[i].run(o, workspace, words ? rest[1] : NULL) : 2;
		}
	return print_failure(2, "usage: agent config %s", command_config.usage);
}
