/*
 * What the documents name is there: each FILE:FUNCTION of HACKING.md, each command of docs/cli.md;
 * and the latter names every command there is.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/file.h"
#include "cli/command.h"

#define FILE_MOST ((size_t)1 << 20)

static char *text_of(const char *path)
{
	struct buf text = BUF_LIMIT(BUF_UNBOUNDED);

	if (!file_read(path, FILE_MOST, &text, NULL))
		fail_msg("%s cannot be read", path);
	return buf_take(&text);
}

/* The next `...` from s on, owned; NULL: no more. *end: behind it. */
static char *next_quoted(const char *s, const char **end)
{
	const char *open = strchr(s, '`'), *close = open ? strchr(open + 1, '`') : NULL;

	if (!close)
		return NULL;
	*end = close + 1;
	return xstrndup(open + 1, (size_t)(close - open - 1));
}

static void assert_defines(const char *file, const char *function)
{
	char *source = text_of(file), *call = xasprintf("%s(", function);

	if (!strstr(source, call))
		fail_msg("there is no %s in %s", function, file);
	free(call);
	free(source);
}

static void the_ways_of_hacking_lead_somewhere(void **state)
{
	char *text = text_of("HACKING.md"), *word;
	const char *at = text;
	int named = 0;

	while ((word = next_quoted(at, &at))) {
		char *colon = strstr(word, ".c:");

		if (colon) {
			colon[2] = '\0';
			assert_defines(word, colon + 3);
			named++;
		}
		free(word);
	}
	assert_true(named >= 20);
	free(text);
}

static bool is_command(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (strcmp(commands[i]->name, name) == 0)
			return true;
	return false;
}

static void the_documents_name_the_commands_there_are(void **state)
{
	static const char begins[] = "\n| `agent ";
	char *text = text_of("docs/cli.md"), *name;

	for (const char *row = strstr(text, begins); row; row = strstr(row + 1, begins)) {
		const char *from = row + sizeof begins - 1;

		name = xstrndup(from, strcspn(from, " `"));
		if (!is_command(name))
			fail_msg("docs/cli.md names a command that is not there: %s", name);
		free(name);
	}
	for (size_t i = 0; commands[i]; i++) {
		name = xasprintf("| `agent %s", commands[i]->name);
		if (!strstr(text, name))
			fail_msg("docs/cli.md does not name the command %s", commands[i]->name);
		free(name);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_ways_of_hacking_lead_somewhere),
	    cmocka_unit_test(the_documents_name_the_commands_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
