/* SPDX-License-Identifier: MIT
 * Finds what is never written without asking, in any mode: the program's own configuration and folders, and what git
 * runs (permissions.protected). A command may name it in many ways: each word is judged as it is, as it is expanded,
 * by where its links lead, and as a name inside a program's text. What a command puts together only when it runs is
 * not seen here: only a sandbox can prevent that.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "workspace/file/glob.h"
#include "workspace/file/root.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission_judge.h"

#define LINKS_MOST 40 /* as many as the kernel follows */

/* ---- Names of a file ------------------------------------------------------------------------- */

/* Returns the target of a link, as a path. Caller frees. NULL: it is no link. */
static char *link_target(const char *path)
{
	char target[4096];
	const ssize_t len = readlink(path, target, sizeof target - 1);
	const char *slash = strrchr(path, '/');

	if (len <= 0 || !slash)
		return NULL;
	target[len] = '\0';
	return *target == '/' ? xstrdup(target)
			      : xasprintf("%.*s/%s", (int)(slash - path), path, target);
}

/* Returns where a path leads with its links followed, also those to what does not exist yet: the
 * real path of the nearest folder, and the rest. Caller frees; NULL: unknown. */
static char *real_name(const char *absolute)
{
	char *part = xstrdup(absolute), *rest = xstrdup(""), *real, *next;
	int links = LINKS_MOST;

	while (!(real = realpath(part, NULL))) {
		char *slash = strrchr(part, '/');

		if (links-- > 0 && (next = link_target(part))) {
			free(part);
			part = next;
			continue;
		}
		if (!slash || slash == part)
			break;
		next = xasprintf("%s%s", slash, rest);
		free(rest);
		rest = next;
		*slash = '\0';
	}
	next = real ? xasprintf("%s%s", real, rest) : NULL;
	if (next)
		path_normal(next, NULL);
	free_all(real, rest, part);
	return next;
}

void subject_paths(struct subject *s, const struct workspace *w, const char *path)
{
	char *name = workspace_name(w, path, NULL), *absolute, *real;
	const char *root = workspace_path(w);
	size_t len = strlen(root);

	s->paths[0] = s->names[0] = name ? name : xstrdup(path);
	absolute = file_join(root, s->paths[0]);
	real = real_name(absolute);
	if (real && !strncmp(real, root, len) && real[len] == '/')
		memmove(real, real + len + 1, strlen(real + len));
	s->paths[1] = s->names[1] = real;
	free(absolute);
}

void subject_free(struct subject *s)
{
	free_all(s->names[0], s->names[1]);
}

/* Returns "~/x", "$HOME/x" and "${HOME}/x" as the shell expands them; others as they are. Caller frees. */
static char *expanded(const char *text)
{
	bool brace = !strncmp(text, "${", 2);
	const char *name = *text ? text + 1 + brace : text, *value;
	size_t len =
	    strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");

	if (*text != '$' || !len || (brace && name[len] != '}'))
		return file_expand(text);
	auto_free char *variable = xstrndup(name, len);
	value = getenv(variable);
	return value ? xasprintf("%s%s", value, name + len + brace) : xstrdup(text);
}

/* ---- The program's own folders --------------------------------------------------------------- */

void protected_homes(struct permissions *p)
{
	size_t n = 0;

	for (int base = FILE_CONFIG; base <= FILE_STATE; base++) {
		char *path = file_home((enum file_base)base, NULL), *real = real_name(path);

		p->homes[n++] = path;
		if (real && strcmp(real, path) != 0)
			p->homes[n++] = real;
		else
			free(real);
	}
}

static bool is_home(const struct permissions *p, const char *absolute)
{
	for (size_t i = 0; p->homes[i]; i++) {
		size_t len = strlen(p->homes[i]);

		if (!strncmp(absolute, p->homes[i], len) &&
		    (!absolute[len] || absolute[len] == '/'))
			return true;
	}
	return false;
}

/* ---- Names ------------------------------------------------------------------------------------- */

static bool is_protected_name(
    const struct permissions *p, const char *name, const struct workspace *w)
{
	auto_free char *inside = w ? workspace_name(w, name, NULL) : NULL;
	auto_free char *absolute = w ? file_join(workspace_path(w), name) : xstrdup(name);

	path_normal(absolute, NULL);
	json_each (glob, p->protected)
		if (path_covered(json_string_value(glob), inside ? inside : name))
			return true;
	return is_home(p, absolute);
}

static bool leads_to_protected(
    const struct permissions *p, const char *name, const struct workspace *w)
{
	freed_by(subject_free) struct subject s = {0};

	if (!w)
		return false;
	subject_paths(&s, w, name);
	return s.paths[1] && is_protected_name(p, s.paths[1], w);
}

/* Whether the shell expands a pattern to a protected name that exists. */
static bool expands_to_protected(
    const struct permissions *p, const char *pattern, const struct workspace *w)
{
	const char *last = shell_base(pattern);
	bool found = false;

	json_each (name, p->protected) {
		auto_free char *path =
		    xasprintf("%.*s%s", (int)(last - pattern), pattern, json_string_value(name));
		struct stat st;

		found |= w && glob_wild(last, json_string_value(name), false) &&
			 !fstatat(workspace_fd(w), path, &st, AT_SYMLINK_NOFOLLOW) &&
			 (*last != '*' || json_string_value(name)[0] != '.');
	}
	return found;
}

/* ---- Text ---------------------------------------------------------------------------------------- */

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

/* Whether `name` is in the text as a whole name; quoted: only beside a quote, as in a program's text. */
static bool text_has(const char *text, const char *name, bool quoted)
{
	size_t len = strlen(name);

	for (const char *at = text; len && (at = strstr(at, name)); at++) {
		char before = at > text ? at[-1] : ' ', after = at[len];

		if (is_name_byte(before) || is_name_byte(after))
			continue;
		if (!quoted || strchr("\"'", before) || (after && strchr("\"'", after)))
			return true;
	}
	return false;
}

static bool text_names(const struct permissions *p, const char *text, bool quoted)
{
	const char *user = getenv("HOME");
	const size_t len = user ? strlen(user) : 0;

	json_each (name, p->protected)
		if (text_has(text, json_string_value(name), quoted))
			return true;
	for (size_t i = 0; p->homes[i]; i++) {
		/* "/.config/agent" of "/home/anna/.config/agent", since the beginning may be a variable. */
		const char *home = p->homes[i];
		const bool below = len > 1 && !strncmp(home, user, len) && home[len] == '/';

		if (strstr(text, below ? home + len : home))
			return true;
	}
	return false;
}

bool judge_protected_text(const struct permissions *p, const char *text)
{
	return text_names(p, text, false) || (strstr(text, "agent") && strstr(text, "config"));
}

/* ---- A subject ------------------------------------------------------------------------------------ */

/* Whether a word names what is protected. dynamic: the shell may still expand it. */
static bool is_protected_word(
    const struct permissions *p, const char *text, bool dynamic, const struct workspace *w)
{
	const char *value = strchr(text, '=');
	const char *parts[] = {text, value ? value + 1 : text,
	    *text == '-' && text[1] && text[1] != '-' ? text + 2 : text};
	bool found = text_names(p, text, true);

	for (size_t i = 0; !found && i < ARRAY_SIZE(parts); i++) {
		auto_free char *name = expanded(parts[i]);

		found = *name && (is_protected_name(p, name, w) || leads_to_protected(p, name, w) ||
				     (dynamic && expands_to_protected(p, name, w)));
	}
	return found;
}

bool judge_protected(const struct permissions *p, const struct subject *s)
{
	for (size_t n = 0; n < SUBJECT_PATHS && s->paths[n]; n++)
		if (is_protected_word(p, s->paths[n], s->unclear, s->workspace))
			return true;
	for (size_t n = 1; s->command && n < s->command->words.count; n++) {
		const struct shell_word *word = &s->command->words.list[n];

		if (is_protected_word(p, word->text, word->dynamic, s->workspace))
			return true;
	}
	return false;
}
