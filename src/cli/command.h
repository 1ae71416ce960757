/* SPDX-License-Identifier: MIT
 * The commands: each is a file with a const struct command, and a line in the list of command.c.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/program/options.h"

struct command {
	const char *name;    /* "sessions"; the first word of the command line */
	const char *usage;   /* "list | show ID | export ID [FILE] | import FILE" */
	const char *summary; /* for --help */
	const char *help;    /* file of config/ that its --help prints after the summary, or NULL */
	bool quotes; /* its words are somebody's command line: --help counts only as the first */
	/* rest: the words after the name, ended by NULL; options and rest are borrowed for the call. Returns the
	 * exit code. */
	int (*run)(const struct options *options, char *const *rest);
};
extern const struct command *const commands[]; /* ended by NULL */

/* Returns the text of the command's file of help, or "". */
const char *command_help(const struct command *c);

/* The whole of main: parses the command line and runs what it asks for. Returns the exit code. */
int command_main(int argc, char **argv);

#endif
