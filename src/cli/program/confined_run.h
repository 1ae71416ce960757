/* SPDX-License-Identifier: MIT
 * Runs a command of the user's own command line, confined in the program's workspace as the model's commands are, waits
 * for it and gathers its output.
 */
#ifndef CLI_PROGRAM_CONFINED_RUN_H
#define CLI_PROGRAM_CONFINED_RUN_H

#include "cli/program/program.h"
#include "loop/process.h"
#include "sandbox/sandbox.h"
#include "sandbox/trial.h"

struct confined_run {
	struct process *process;
	struct trial *trial; /* (caller frees) the changes of a tried command; NULL: not tried */
	struct buf out;	     /* (caller frees) its output, at most 64 KiB */
	bool done;
	int stopped; /* the last signal to this program that stopped the command; 0: none */
	struct process_exit exit;
};
/* Initialises c and sets the callbacks of spec, so that c gathers the output and the exit of the process that the
 * caller starts by it. */
void confined_run_gather(struct confined_run *c, struct process_spec *spec);
/* Runs a command and waits for its end. Sets folder, environment and callbacks of spec. tried: what it writes is thrown
 * away. False: it cannot be started (e). */
bool confined_run(struct confined_run *c, struct program *p, struct sandbox *sandbox,
    struct process_spec *spec, bool tried, bool network, struct error *e);
/* Makes INT, TERM and HUP stop c's command from now on; a second signal kills it at once. Called before the first
 * run. */
void confined_run_signals(struct confined_run *c, struct program *p);

#endif
