/* SPDX-License-Identifier: MIT
 * Rewrites other agents' command lines for ours. Words are quoted for the shell only where they need it, so that
 * a line reads as people write it and permission rules still match it.
 */
#include "tools/dialect/dialect_command.h"

#include "base/base.h"
#include "base/text/names.h"
#include "tools/dialect/dialect_table.h"
#include "workspace/shell/shell.h"

/* Models that were trained on this program run it in the shell. */
#define PATCH_COMMAND "apply_patch"

/* Returns the script if the words call a shell with one: of ["bash", "-lc", "make test"] the third
 * word. NULL: they do not. */
static const char *shell_script(const json_t *words)
{
	static const char *const shells[] = {"sh", "bash", "zsh", "dash"};
	const char *name = json_string_value(json_array_get(words, 0)),
		   *option = json_string_value(json_array_get(words, 1));

	if (json_array_size(words) != 3 || !name || !option ||
	    (strcmp(option, "-c") && strcmp(option, "-lc")))
		return NULL;
	return row_named(shells, shell_base(name)) < ARRAY_SIZE(shells)
		   ? json_string_value(json_array_get(words, 2))
		   : NULL;
}

char *command_of_words(const json_t *words)
{
	const char *script = shell_script(words);
	const char *name = json_string_value(json_array_get(words, 0));
	struct buf line = BUF_LIMIT(BUF_UNBOUNDED);

	if (script)
		return xstrdup(script);
	json_each_at (i, word, words) {
		if (!json_is_string(word)) {
			buf_free(&line);
			return NULL;
		}
		if (i)
			buf_addc(&line, ' ');
		/* A patch stays unquoted, for command_patch to take it out again. */
		if (i && !strcmp(name, PATCH_COMMAND))
			buf_adds(&line, json_string_value(word));
		else
			shell_quote(&line, json_string_value(word));
	}
	return line.len ? buf_take(&line) : NULL;
}

char *command_in_folder(const char *command, const char *folder)
{
	struct buf line = BUF_LIMIT(BUF_UNBOUNDED);

	if (*folder && strcmp(folder, ".")) {
		buf_adds(&line, "cd ");
		shell_quote(&line, folder);
		buf_adds(&line, strpbrk(command, ";&|\n") ? " || exit\n" : " && ");
	}
	buf_adds(&line, command);
	return buf_take(&line);
}

/* Whether from..to holds nothing but the word that begins or ends a here-document. */
static bool is_one_word(const char *from, const char *to)
{
	static const char around[] = "<-'\" \t\r\n";

	while (from < to && strchr(around, *from))
		from++;
	while (from < to && (isalnum((unsigned char)*from) || *from == '_'))
		from++;
	while (from < to && strchr(around, *from))
		from++;
	return from == to;
}

/* Returns what follows "cd FOLDER &&"; the caller frees *folder. NULL: the line does not begin so. */
static const char *behind_cd(const char *command, char **folder)
{
	const char *name = command + strspn(command, " \t\r\n"), *at;

	if (strncmp(name, "cd ", 3) != 0)
		return NULL;
	name += 3 + strspn(name + 3, " \"'");
	size_t len = strcspn(name, " \"'&;|\n$`*");
	at = name + len + strspn(name + len, " \"'");
	if (!len || strncmp(at, "&&", 2) != 0)
		return NULL;
	*folder = xstrndup(name, len);
	return at + 2 + strspn(at + 2, " ");
}

char *command_here(const char *command)
{
	auto_free char *folder = NULL;
	const char *behind = behind_cd(command, &folder),
		   *name = behind ? dialect_path(folder) : NULL;

	return name ? command_in_folder(behind, name) : NULL;
}

/* Returns the patch with "FOLDER/" before the paths of its files. Owned. */
static char *patch_in_folder(const char *patch, const char *folder)
{
	static const char *const heads[] = {
	    "*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ", NULL};
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);

	for (const char *at = patch, *next; *at; at = next) {
		const char *const *head = heads;
		size_t len = 0;

		next = at + strcspn(at, "\n");
		next += *next == '\n';
		while (*head && strncmp(at, *head, strlen(*head)) != 0)
			head++;
		if (*head) {
			len = strlen(*head);
			buf_addf(&out, "%s%s/", *head, folder);
		}
		buf_add(&out, at + len, (size_t)(next - at) - len);
	}
	return buf_take(&out);
}

/* Returns the patch if the line does nothing but apply one, else NULL. Owned. */
static char *patch_of(const char *command)
{
	static const char *const names[] = {PATCH_COMMAND, "applypatch"};
	const char *name = command + strspn(command, " \t\r\n"), *behind = NULL;
	const char *from = strstr(command, "*** Begin Patch"), *end = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(names) && !behind; i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			behind = name + strlen(names[i]);
	if (!behind || !from)
		return NULL;
	for (const char *at = from; (at = strstr(at, "*** End Patch")); at++)
		end = at + strlen("*** End Patch");
	if (!end || !is_one_word(behind, from) || !is_one_word(end, end + strlen(end)))
		return NULL;
	return xstrndup(from, (size_t)(end - from));
}

char *command_patch(const char *command)
{
	auto_free char *folder = NULL;
	const char *behind = behind_cd(command, &folder);
	char *patch = patch_of(behind ? behind : command);

	if (!patch || !folder || !strcmp(folder, "."))
		return patch;
	char *moved = patch_in_folder(patch, folder);
	free(patch);
	return moved;
}
