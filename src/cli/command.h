/* SPDX-License-Identifier: MIT
 * The commands: one file each, a const struct command at its top, one line in the list of
 * command.c.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/program/options.h"

struct command {
	const char *name;    /* "sessions"; the first word of the command line */
	const char *usage;   /* "list | show ID | export ID [FILE] | import FILE" */
	const char *summary; /* for --help */
	const char *help; /* file of config/ with what its own --help says behind that, or NULL */
	bool quotes;	  /* its words are somebody's command line: only the first asks for help */
	/* rest: the words after the name, ended by NULL; both are borrowed for the call. Returns the exit
	 * code. */
	int (*run)(const struct options *options, char *const *rest);
};
extern const struct command *const commands[]; /* ended by NULL */

/* What its file of help says, or "". */
const char *command_help(const struct command *c);

/* Does everything main does, and returns the exit code. */
int command_main(int argc, char **argv);

#endif
