/*
 * Options that cannot be done together: nothing of them is half done.
 */
#ifndef CLI_PROGRAM_OPTIONS_CONFLICT_H
#define CLI_PROGRAM_OPTIONS_CONFLICT_H

#include "cli/program/options.h"

/* 0, or the exit code after the first contradiction was printed. */
int options_conflict(const struct options *o);

#endif
