/* SPDX-License-Identifier: MIT
 * A turn without a screen: the tagged feed on stderr, questions as lines if stdin and stderr are a terminal,
 * events on stdout if --output asks for them.
 */
#ifndef CLI_ASK_ONE_SHOT_H
#define CLI_ASK_ONE_SHOT_H

#include "agent/state/outcome.h"
#include "cli/program/program.h"
#include "cli/program/turn_summary.h"

struct one_shot {
	enum outcome (*run)(struct program *p, void *ctx);
	/* Prints on stdout the result of the turn in the form of --output. */
	void (*print)(struct program *p, const struct turn_summary *s, void *ctx);
	void *ctx;
};
/* Calls work->run with a program that program_open opened, then work->print. Returns the exit code: that of the
 * outcome, 2 for a mistake in the command line, 128 + the signal that ended the turn. */
int one_shot_run(struct program *p, const struct one_shot *work);

#endif
