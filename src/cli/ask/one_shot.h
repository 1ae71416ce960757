/* SPDX-License-Identifier: MIT
 * A turn without a screen: the tagged feed on stderr, questions as lines where both ends are a terminal,
 * events on stdout where they are asked for.
 */
#ifndef CLI_ASK_ONE_SHOT_H
#define CLI_ASK_ONE_SHOT_H

#include "agent/state/outcome.h"
#include "cli/program/program.h"
#include "cli/program/turn_summary.h"

struct one_shot {
	enum outcome (*run)(struct program *p, void *ctx);
	/* Prints on stdout what --output wants of the turn. */
	void (*print)(struct program *p, const struct turn_summary *s, void *ctx);
	void *ctx;
};
/* Runs it with the program that was opened, then prints. Returns the exit code: that of the outcome, 2
 * where only the command line can mend it, 128 + the signal that ended it. */
int one_shot_run(struct program *p, const struct one_shot *work);

#endif
