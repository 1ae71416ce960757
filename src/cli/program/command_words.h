/* SPDX-License-Identifier: MIT
 * Parsing of what follows a command's name: options, which are rows of the command's own table, and
 * words. A value is given as "--name=value" or "--name value"; "--" ends options.
 */
#ifndef CLI_PROGRAM_COMMAND_WORDS_H
#define CLI_PROGRAM_COMMAND_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include "cli/command.h"

enum command_word_kind {
	WORD_FLAG,	   /* bool: true */
	WORD_OUTPUT,	   /* bool: true for json, false for text */
	WORD_TEXT,	   /* const char *, borrowed from the command line */
	WORD_TEXTS,	   /* struct word_texts; the option may be repeated */
	WORD_NUMBER,	   /* int64_t, from 1 to 36500 */
	WORD_LARGE_NUMBER, /* int64_t, from 1 to 1,000,000,000 */
};
#define WORD_TEXTS_MOST 16
struct word_texts {
	const char *list[WORD_TEXTS_MOST]; /* (borrowed) from the command line */
	int count;
};
struct word_option {
	const char *name; /* "--all"; NULL ends a table */
	enum command_word_kind kind;
	size_t offset; /* of its member in the struct that command_words_take fills */
};
/* Fills *to from the options in rest (ended by NULL), and appends the words, borrowed, to list, which has *count
 * and room for `most`. Returns 0, or the exit code after the message was printed. */
int command_words_take(const struct command *c, const struct word_option *options, void *to,
    char *const *rest, const char **list, int *count, int most);
/* Prints what is wrong with a word, and the usage; returns the exit code. */
int command_words_usage(const struct command *c, const char *what, const char *subject);

#endif
