/*
 * The prompt of --ask: its words, and what is piped in.
 */
#ifndef CLI_ASK_PROMPT_INPUT_H
#define CLI_ASK_PROMPT_INPUT_H

#include "cli/program/options.h"

/* Returns the user's words, and in *piped the block of what was piped in behind them (NULL: nothing); the
 * caller frees both. NULL: *code is the exit code and the message was printed. Reads stdin only if it is
 * a pipe, socket or file; says so on stderr when nothing came for a second; more than 1 MiB is refused. */
char *input_prompt(const struct options *o, char **piped, int *code);

#endif
