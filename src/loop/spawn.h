/*
 * The start of a child, between vfork and exec: everything the child needs is made ready by the
 * parent, for the child shares its memory and may only make system calls.
 */
#ifndef LOOP_SPAWN_H
#define LOOP_SPAWN_H

#include <sys/types.h>
#include "base/error.h"
#include "loop/process.h"

/* fds: what becomes 0, 1 and 2; all borrowed, all above 2; -1 keeps the program's own. Returns the
 * child's id, or -1 and says why in e. born: gets the id before any handler of a signal can run. */
pid_t spawn(
    const struct process_spec *spec, const int fds[3], volatile pid_t *born, struct error *e);

#endif
