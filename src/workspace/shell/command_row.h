/* SPDX-License-Identifier: MIT
 * What config/commands.yaml says of a command: which options are harmless, and how it starts
 * another command. The file is read once, on first use.
 */
#ifndef WORKSPACE_SHELL_COMMAND_ROW_H
#define WORKSPACE_SHELL_COMMAND_ROW_H

#include <jansson.h>
#include "base/core/buf.h"
#include "workspace/shell/shell.h"

enum command_starts {
	STARTS_NOTHING,
	STARTS_WORDS,
	STARTS_TEXT,
	STARTS_SHELL,
	STARTS_FOUND,
	STARTS_UNKNOWN,
};
/* A row of the file; its pointers are borrowed for as long as the program runs.
 * config/commands.yaml says what each member means. */
struct command_row {
	size_t words; /* in its name: 2 of "git diff" */
	enum command_starts starts;
	size_t operands;
	bool first, more, settings, itself, assigns, appends, moves, reads;
	bool alone; /* letters of options are not written together */
	const char *replaces;
	const json_t *options, *runs, *configures, *safe;
};
/* Finds the row with the longest name that the command begins with, whatever path is in front.
 * False: there is none, and *out stays. */
bool command_row_find(const struct shell_words *words, struct command_row *out);
/* Whether `variables` of the file cover this name, of len bytes: setting one changes what programs
 * do. */
bool command_variable(const char *name, size_t len);
/* Whether the command changes the program's own configuration (`configures`). One whose name is
 * known only when it runs may do so. */
bool command_configures(const struct shell_words *words);

/* Returns how many of a command's first words say what it does, 1 or 2 (`prefixes`); 0: they say
 * too little, since it starts other commands or runs what it is given. */
size_t command_prefix_words(const struct shell_words *words);

enum option_kind {
	OPTION_KNOWN,
	OPTION_UNKNOWN,
	OPTION_OPERAND,
	OPTION_END, /* "--" */
};
struct option {
	enum option_kind kind;
	size_t words; /* the option, and its argument if that is a word of its own */
	/* Both (borrowed) from the words; NULL without an argument. Of a letter, name is at the
	 * letter itself, not at the dash. */
	const char *name, *argument;
};
/* Returns what the word at index `at` is. A word that may become options when it is expanded is
 * unknown. */
struct option command_option(
    const struct command_row *row, const struct shell_words *words, size_t at);
/* Whether the row lists every option after the first `from` words. False: the first that it does
 * not list is appended to `why` (which may be NULL). Without a row: true. */
bool command_options_known(const struct shell_words *words, size_t from, struct buf *why);

#endif
