/* SPDX-License-Identifier: MIT */
/* The spawner itself; spawner.h says what it is. */
#ifndef LOOP_SPAWNER_RUN_H
#define LOOP_SPAWNER_RUN_H

#include "loop/spawner.h"

/* Serves requests until the other end of `requests` is closed, then ends the process. Called in the
 * new process with every signal blocked; closes every descriptor but these two. confines NULL: no
 * confined child can be started. */
_Noreturn void spawner_run(int requests, int exits, const struct spawner_confines *confines);

#endif
