/*
 * Words are put in quotes for the shell only where they need them, so that a line reads as people write it and
 * rules of permission still match it.
 */
#include "tools/dialect/dialect_command.h"

#include <ctype.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/core/buf.h"

/* Models that were trained on this program run it in the shell. */
#define PATCH_COMMAND "apply_patch"

static void add_word(struct buf *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-./=:,@%+";

	if (*word && strspn(word, plain) == strlen(word)) {
		buf_adds(out, word);
		return;
	}
	buf_addc(out, '\'');
	for (; *word; word++)
		if (*word == '\'')
			buf_adds(out, "'\\''");
		else
			buf_addc(out, *word);
	buf_addc(out, '\'');
}

/* The script of a shell that is called with one: of ["bash", "-lc", "make test"] the third word. */
static const char *shell_script(const json_t *words)
{
	static const char *const shells[] = {"sh", "bash", "zsh", "dash", NULL};
	const char *name = json_string_value(json_array_get(words, 0)),
		   *option = json_string_value(json_array_get(words, 1));
	const char *slash = name ? strrchr(name, '/') : NULL;

	name = slash ? slash + 1 : name;
	if (json_array_size(words) != 3 || !name || !option ||
	    (strcmp(option, "-c") && strcmp(option, "-lc")))
		return NULL;
	for (size_t i = 0; shells[i]; i++)
		if (!strcmp(shells[i], name))
			return json_string_value(json_array_get(words, 2));
	return NULL;
}

char *command_of_words(const json_t *words)
{
	const char *script = shell_script(words);
	const char *name = json_string_value(json_array_get(words, 0));
	struct buf line = BUF_LIMIT(BUF_UNBOUNDED);
	json_t *word;
	size_t i;

	if (script)
		return xstrdup(script);
	json_array_foreach (words, i, word) {
		if (!json_is_string(word)) {
			buf_free(&line);
			return NULL;
		}
		if (i)
			buf_addc(&line, ' ');
		/* Command_patch takes the patch out of this again. */
		if (i && !strcmp(name, PATCH_COMMAND))
			buf_adds(&line, json_string_value(word));
		else
			add_word(&line, json_string_value(word));
	}
	return line.len ? buf_take(&line) : NULL;
}

char *command_in_folder(const char *command, const char *folder)
{
	struct buf line = BUF_LIMIT(BUF_UNBOUNDED);

	if (*folder && strcmp(folder, ".")) {
		buf_adds(&line, "cd ");
		add_word(&line, folder);
		buf_adds(&line, strpbrk(command, ";&|\n") ? " || exit\n" : " && ");
	}
	buf_adds(&line, command);
	return buf_take(&line);
}

/* Whether from..to holds nothing but the word that begins and ends a here-document. */
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

char *command_patch(const char *command)
{
	const char *name = command + strspn(command, " \t\r\n");
	const char *from = strstr(command, "*** Begin Patch"), *end = NULL;

	if (strncmp(name, PATCH_COMMAND, strlen(PATCH_COMMAND)) || !from)
		return NULL;
	for (const char *at = from; (at = strstr(at, "*** End Patch")); at++)
		end = at + strlen("*** End Patch");
	if (!end || !is_one_word(name + strlen(PATCH_COMMAND), from) ||
	    !is_one_word(end, end + strlen(end)))
		return NULL;
	return xstrndup(from, (size_t)(end - from));
}
