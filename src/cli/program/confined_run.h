/* SPDX-License-Identifier: MIT
 * A command that a person's own command line runs: confined in the program's workspace as the model's commands are,
 * awaited, its output gathered.
 */
#ifndef CLI_PROGRAM_CONFINED_RUN_H
#define CLI_PROGRAM_CONFINED_RUN_H

#include "cli/program/program.h"
#include "loop/process.h"
#include "sandbox/sandbox.h"
#include "sandbox/trial.h"

struct confined_run {
	struct process *process;
	struct trial *trial; /* (owned by the caller) NULL: what it writes stays */
	struct buf out;	     /* (owned by the caller) what it says, at most so much */
	bool done;
	int stopped; /* the signal to this program that ended it; 0: none */
	struct process_exit exit;
};
/* Makes c gather what a process says that somebody else starts by spec, and how it ends. */
void confined_run_gather(struct confined_run *c, struct process_spec *spec);
/* Runs it to its end: folder, environment and callbacks of spec are filled in; tried: what it writes is thrown away.
 * False: e, it cannot be started. */
bool confined_run(struct confined_run *c, struct program *p, struct sandbox *sandbox,
    struct process_spec *spec, bool tried, bool network, struct error *e);
/* From then on, before the first run: INT, TERM and HUP end it; the second of them at once. */
void confined_run_signals(struct confined_run *c, struct program *p);

#endif
