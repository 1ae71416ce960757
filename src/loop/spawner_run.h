/* The spawner itself; spawner.h says what it is. */
#ifndef LOOP_SPAWNER_RUN_H
#define LOOP_SPAWNER_RUN_H

#include "loop/spawner.h"

/* Called in the new process with every signal blocked. Closes every other descriptor. */
_Noreturn void spawner_run(int requests, int exits, const struct spawner_confines *confines);

#endif
