/* SPDX-License-Identifier: MIT
 * docs/cli.md names the commands, options, slash commands, settings, variables and exit codes that there are, and
 * no others.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "agent/state/outcome.h"
#include "base/core/alloc.h"
#include "base/core/buf.h"
#include "cli/command.h"
#include "config/settings.h"
#include "tests/support/document.h"
#include "ui/command/slash.h"

static const char *const documents[] = {"README.md", "HACKING.md", "docs/cli.md", "docs/turn.md",
    "docs/screens.md", "docs/sandbox.md", "docs/roadmaps.md", "docs/architecture.md",
    "docs/decisions.md", "docs/howto.md", "docs/cookbook.md", NULL};

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
	char *text = document_read("docs/cli.md"), *name;

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

/* Whether text has the word, not as the beginning of a longer one. */
static bool has_word(const char *text, const char *word)
{
	const size_t len = strlen(word);

	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
		if (!document_is_name(at[len]) && at[len] != '-')
			return true;
	return false;
}

static void add_sources(struct buf *all, const char *pattern)
{
	glob_t files;

	assert_int_equal(glob(pattern, 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *source = document_read(files.gl_pathv[i]);

		buf_adds(all, source);
		free(source);
	}
	globfree(&files);
}

/* Returns the sources of the command line as one text; owned. */
static char *command_sources(void)
{
	struct buf all = BUF_LIMIT(BUF_UNBOUNDED);

	add_sources(&all, "src/cli/*.c");
	add_sources(&all, "src/cli/*/*.c");
	return buf_take(&all);
}

/* Fails the test unless each option of a document, "--word", is in the sources; --hard and --ignored are git's. */
static void assert_options(const char *document, const char *sources)
{
	char *text = document_read(document);

	for (const char *at = strstr(text, "--"); at; at = strstr(at + 2, "--")) {
		char *name = xstrndup(at, 2 + strspn(at + 2, "abcdefghijklmnopqrstuvwxyz-"));
		char *row = xasprintf("{\"%s\"", name + 2), *word = xasprintf("\"%s\"", name);

		if (islower((unsigned char)at[2]) && (at == text || at[-1] != '-') &&
		    strcmp(name, "--hard") != 0 && strcmp(name, "--ignored") != 0 &&
		    !strstr(sources, row) && !strstr(sources, word))
			fail_msg("%s names an option that is not there: %s", document, name);
		free(word);
		free(row);
		free(name);
	}
	free(text);
}

/* Fails the test unless text has the option of each row in source, which begins with `begins` and its name. */
static void assert_rows_named(const char *source, const char *begins, const char *text)
{
	for (const char *row = strstr(source, begins); row; row = strstr(row + 1, begins)) {
		const char *name = row + strlen(begins);
		char *option = xasprintf("--%.*s", (int)strcspn(name, "\""), name);

		if (!has_word(text, option))
			fail_msg("docs/cli.md does not name the option %s", option);
		free(option);
	}
}

static void the_documents_name_the_options_there_are(void **state)
{
	char *sources = command_sources(), *text = document_read("docs/cli.md");
	char *own = document_read("src/cli/program/options.c");

	for (size_t i = 0; documents[i]; i++)
		assert_options(documents[i], sources);
	assert_rows_named(own, "\n    {\"", text);
	assert_rows_named(sources, "{\"--", text);
	free(own);
	free(text);
	free(sources);
}

static void the_documents_name_the_commands_of_the_chat(void **state)
{
	char *text = document_read("docs/cli.md"), *word;
	const char *at = strstr(text, "In the chat, `/NAME`");

	assert_non_null(at);
	for (const char *row = strstr(at, "\n| `/"); row; row = strstr(row + 1, "\n| `/")) {
		const char *end = strchr(row + 1, '\n');

		for (const char *in = row; (word = document_quoted(in, &in)) && in <= end;
		     free(word))
			if (*word == '/' && !slash_find(word))
				fail_msg(
				    "docs/cli.md names a command of the chat that is not there: %s",
				    word);
		free(word);
	}
	for (size_t i = 0; slashes[i]; i++) {
		word = xasprintf("`/%s", slashes[i]->name);
		if (!has_word(at, word))
			fail_msg("docs/cli.md does not name %s", word + 1);
		free(word);
	}
	free(text);
}

static bool is_group(const char *word, size_t len)
{
	for (size_t i = 0; i < settings_count; i++)
		if (strncmp(settings_table[i].name, word, len) == 0 &&
		    settings_table[i].name[len] == '.')
			return true;
	return false;
}

static bool is_file(const char *name)
{
	static const char *const ends[] = {
	    ".c", ".h", ".md", ".yaml", ".json", ".sh", ".db", ".example", NULL};
	const char *last = strrchr(name, '.');

	for (size_t i = 0; last && ends[i]; i++)
		if (strcmp(last, ends[i]) == 0)
			return true;
	return false;
}

/* Fails the test if a word looks like a setting and is none: `limits.wall_s` looks like one, as there are settings of
 * `limits`; `limits.*` stands for all of them. */
static void assert_setting(const char *document, const char *word)
{
	const size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz_.");
	const size_t group = strcspn(word, ".");
	char *name = xstrndup(word, len && word[len - 1] == '.' ? len - 1 : len);
	bool known = is_file(name) || setting_find(name);

	for (size_t i = 0; !known && i < settings_count; i++)
		known = setting_is_in(&settings_table[i], name);
	if (len > group + 1 && is_group(word, group) && !known)
		fail_msg("%s names a setting that is not there: %s", document, name);
	free(name);
}

static void the_documents_name_settings_there_are(void **state)
{
	for (size_t i = 0; documents[i]; i++) {
		char *text = document_read(documents[i]), *word;

		for (const char *at = text; (word = document_quoted(at, &at)); free(word))
			assert_setting(documents[i], word);
		free(text);
	}
}

static void the_documents_name_the_variables_there_are(void **state)
{
	char *text = document_read("docs/cli.md");

	for (size_t i = 0; i < settings_count; i++)
		if (settings_table[i].environment && !has_word(text, settings_table[i].environment))
			fail_msg("docs/cli.md does not name %s", settings_table[i].environment);
	free(text);
}

static void the_documents_name_the_exit_codes_there_are(void **state)
{
	static const char *const tables[] = {"docs/cli.md", "README.md", NULL};

	for (size_t i = 0; tables[i]; i++) {
		char *text = document_read(tables[i]);

		for (enum outcome o = OUTCOME_ANSWERED; o <= OUTCOME_FAILED; o++) {
			char *row = xasprintf("\n| %d |", outcome_exit(o));

			if (outcome_exit(o) < 128 && !strstr(text, row))
				fail_msg("%s has no row of exit %d", tables[i], outcome_exit(o));
			free(row);
		}
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_documents_name_the_commands_there_are),
	    cmocka_unit_test(the_documents_name_the_options_there_are),
	    cmocka_unit_test(the_documents_name_the_commands_of_the_chat),
	    cmocka_unit_test(the_documents_name_settings_there_are),
	    cmocka_unit_test(the_documents_name_the_variables_there_are),
	    cmocka_unit_test(the_documents_name_the_exit_codes_there_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
