/* SPDX-License-Identifier: MIT
 * Judges whether git's configuration may make it run a program. A repository's own is compared with a list of what is
 * harmless, not of what is dangerous, so a key of a later git is not trusted. The user's own files are trusted,
 * unless they name a program by a relative path, which would be the repository's.
 */
#include "workspace/file/git_config.h"

#include <dirent.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "workspace/file/glob.h"

#define CONFIG_BYTES 65536
#define INDEX_BYTES (64 << 20)

static bool exists(const char *folder, const char *name)
{
	auto_free char *path = file_join(folder, name);
	struct stat st;
	return lstat(path, &st) == 0;
}

/* ---- Its configuration ------------------------------------------------------------------------ */

typedef bool allows(const char *key, const char *value);

/* Returns config/git_keys.yaml, borrowed for as long as the program runs. */
static const json_t *git_table(void)
{
	static json_t *table;

	if (!table)
		table = config_table_usable("git_keys.yaml");
	return table;
}

/* Whether the key is one of those listed as harmless. */
static bool allows_listed(const char *key, const char *value)
{
	return json_holds_str(json_list(git_table(), "keys"), key);
}

/* Whether the user's own file may set this: all but includes, and programs that lie in the
 * repository. */
static bool allows_user(const char *key, const char *value)
{
	size_t first = strcspn(value, " \t");
	bool relative = memchr(value, '/', first) && *value != '/' && strncmp(value, "~/", 2) != 0;

	if (!strncmp(key, "include", 7))
		return false;
	if (!strcmp(key, "core.hookspath") || !strcmp(key, "core.fsmonitor"))
		return *value == '/' || !strncmp(value, "~/", 2) || !strcmp(value, "true") ||
		       !strcmp(value, "false");
	return !relative || !strncmp(key, "url.", 4) || !strncmp(key, "remote.", 7) ||
	       !strncmp(key, "user.", 5);
}

/* Reads "[core]" and "[remote "origin"]" as "core." and "remote.*."; false: it is written in another way. */
static bool read_section(const char *line, struct buf *section)
{
	size_t len =
	    strspn(line + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-");
	const char *p = line + 1 + len;

	buf_clear(section);
	for (size_t i = 1; i <= len; i++)
		buf_addc(section, (char)tolower((unsigned char)line[i]));
	buf_addc(section, '.');
	if (*p == ' ') {
		p += strspn(p, " \t");
		if (*p != '"')
			return false;
		p += 1 + strcspn(p + 1, "\"\\");
		if (*p++ != '"')
			return false;
		buf_adds(section, "*.");
	}
	return len && *p == ']' && !p[1 + strspn(p + 1, " \t")];
}

static bool read_key(char *line, const char *section, allows *allow)
{
	size_t len =
	    strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-");
	char *value = line + len + strspn(line + len, " \t");
	auto_buf key = BUF_LIMIT(CONFIG_BYTES * 2);

	if (!len || !*section || (*value && *value != '='))
		return false;
	value += *value == '=';
	value += strspn(value, " \t\"");
	buf_adds(&key, section);
	for (size_t i = 0; i < len; i++)
		buf_addc(&key, (char)tolower((unsigned char)line[i]));
	return allow(buf_str(&key), value);
}

static bool config_allowed(const char *path, allows *allow)
{
	struct buf text = BUF_LIMIT(CONFIG_BYTES + 1);
	auto_buf section = BUF_LIMIT(CONFIG_BYTES);
	bool ok =
	    file_read(path, CONFIG_BYTES, &text, NULL) && !memchr(buf_str(&text), 0, text.len);
	char *whole = buf_take(&text), *rest = whole, *line;

	while (ok && (line = strsep(&rest, "\n"))) {
		line += strspn(line, " \t");
		size_t len = strlen(line);
		while (len && strchr(" \t\r", line[len - 1]))
			line[--len] = '\0';
		if (!len || strchr("#;", *line))
			continue;
		ok = line[len - 1] != '\\' &&
		     (*line == '[' ? read_section(line, &section)
				   : read_key(line, buf_str(&section), allow));
	}
	free(whole);
	return ok;
}

static bool user_config_allowed(char *path /* steals */)
{
	auto_free char *own = path;
	struct stat st;

	return stat(own, &st) != 0 || config_allowed(own, allows_user);
}

/* ---- What else a repository has ---------------------------------------------------------------- */

/* Whether the index has a submodule, which is another repository, with its own configuration: an
 * entry of mode 160000. An index that cannot be read, or is too large, counts as having one. */
static bool has_submodules(const char *git)
{
	static const char mode[] = {0, 0, (char)0xe0, 0};
	auto_free char *path = file_join(git, "index");
	auto_buf index = BUF_LIMIT(INDEX_BYTES + 1);
	return exists(git, "index") &&
	       (!file_read(path, INDEX_BYTES, &index, NULL) ||
		   (index.len && memmem(index.data, index.len, mode, sizeof mode)));
}

/* Whether the index is kept in parts, which are not read here; also if git cannot be opened. */
static bool has_shared_index(const char *git)
{
	auto_closedir DIR *d = opendir(git);
	bool found = !d;

	for (struct dirent *entry; d && !found && (entry = readdir(d));)
		found = !strncmp(entry->d_name, "sharedindex.", 12);
	return found;
}

static bool repository_only_reads(const char *git)
{
	auto_free char *config = file_join(git, "config");
	return !exists(git, "commondir") && !exists(git, "config.worktree") &&
	       !exists(git, "modules") && !exists(git, "hooks/post-index-change") &&
	       exists(git, "HEAD") && exists(git, "objects") && exists(git, "refs") &&
	       config_allowed(config, allows_listed) && !has_shared_index(git) &&
	       !has_submodules(git);
}

/* Whether it has hooks but samples; also if the folder cannot be read: git runs hooks by their names. */
static bool has_live_hooks(const char *git)
{
	static const char sample[] = ".sample";
	auto_free char *path = file_join(git, "hooks");
	auto_closedir DIR *d = opendir(path);
	bool found = !d && errno != ENOENT && errno != ENOTDIR;

	for (struct dirent *entry; d && !found && (entry = readdir(d));) {
		const size_t len = strlen(entry->d_name);

		found = *entry->d_name != '.' &&
			(len < sizeof sample ||
			    strcmp(entry->d_name + len - (sizeof sample - 1), sample) != 0);
	}
	return found;
}

bool git_runs_nothing(const char *git)
{
	auto_free char *config = file_join(git, "config");
	return !exists(git, "commondir") && !exists(git, "config.worktree") &&
	       (!exists(git, "config") || config_allowed(config, allows_listed)) &&
	       !has_live_hooks(git);
}

static bool allows_part(const char *key, const char *value)
{
	return strcmp(key, "core.worktree") == 0 || allows_listed(key, value);
}

bool git_part_runs_nothing(const char *git)
{
	static const char *const files[] = {"config", "config.worktree"};
	bool ok = !has_live_hooks(git);

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		auto_free char *path = file_join(git, files[i]);

		ok = ok && (!exists(git, files[i]) || config_allowed(path, allows_part));
	}
	return ok;
}

bool git_configures(const char *line)
{
	const char *pattern = json_str(git_table(), "configures", "");
	struct regex *regex = *pattern ? regex_new(pattern, strlen(pattern), 0, NULL) : NULL;
	bool found = regex && regex_find(regex, line, strlen(line), 0, NULL, NULL) != REGEX_NO;

	regex_free(regex);
	return found;
}

bool git_writes_name(const char *name)
{
	json_each (pattern, json_list(git_table(), "written"))
		if (glob_wild(json_string_value(pattern), name, false))
			return true;
	return false;
}

bool git_only_reads(const char *folder)
{
	auto_free char *at = xstrdup(folder);
	const char *base = getenv("XDG_CONFIG_HOME");
	bool ok = user_config_allowed(xstrdup("/etc/gitconfig")) &&
		  user_config_allowed(file_expand("~/.gitconfig")) &&
		  user_config_allowed(base && *base ? file_join(base, "git/config")
						    : file_expand("~/.config/git/config"));

	for (bool found = false; ok && !found;) {
		auto_free char *git = file_join(at, ".git");
		char *slash = strrchr(at, '/');
		struct stat st;

		found = lstat(git, &st) == 0;
		ok = found ? S_ISDIR(st.st_mode) && repository_only_reads(git)
			   : !(exists(at, "HEAD") && exists(at, "objects") && exists(at, "refs"));
		if (!slash || !at[1])
			break;
		slash[slash == at] = '\0';
	}
	return ok;
}
