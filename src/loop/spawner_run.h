/* SPDX-License-Identifier: MIT. The main loop of the spawner process (spawner.h). */
#ifndef LOOP_SPAWNER_RUN_H
#define LOOP_SPAWNER_RUN_H

#include "loop/spawner.h"

/* Serves requests until the other end of `requests` is closed, then ends the process. Called in the newly
 * forked process with all signals blocked; closes all other descriptors. confines NULL: confined children
 * cannot be started. */
_Noreturn void spawner_run(int requests, int exits, const struct spawner_confines *confines);

#endif
