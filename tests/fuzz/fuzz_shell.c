/* SPDX-License-Identifier: MIT
 * Command lines: the parser ends, whatever it is given, and no text in front of a command hides it.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "workspace/shell/shell.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_words(const struct shell_words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (!words->list[i].text)
			abort();
}

/* Whatever stands in front of it, a command on a line of its own is found, or the line is unclear.
 */
static void check_found(const char *text)
{
	char *more = xasprintf("%s\nrm behind", text);
	struct shell_line line;
	bool found = false;

	shell_parse(more, &line);
	for (size_t i = 0; i < line.count; i++) {
		const struct shell_words *words = &line.commands[i].words;

		check_words(words);
		check_words(&line.commands[i].assigns);
		for (size_t n = 0; n + 1 < words->count; n++)
			found |= strstr(words->list[n].text, "rm") &&
				 !strcmp(words->list[n + 1].text, "behind");
	}
	if (!found && !line.unclear && !strchr(text, '\\'))
		abort();
	shell_line_free(&line);
	free(more);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = xstrndup((const char *)data, size < 20000 ? size : 20000);
	struct shell_line line;
	struct shell_words words;

	shell_parse(text, &line);
	for (size_t i = 0; i < line.redirect_count; i++)
		if (!line.redirects[i].target.text)
			abort();
	shell_line_free(&line);
	if (shell_split(text, &words))
		check_words(&words);
	shell_words_free(&words);
	check_found(text);
	free(text);
	return 0;
}
