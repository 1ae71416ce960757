/* SPDX-License-Identifier: MIT
 * The start of a child: its environment and its program are found here, the spawner does the rest.
 */
#ifndef LOOP_SPAWN_H
#define LOOP_SPAWN_H

#include <sys/types.h>
#include "base/error.h"
#include "loop/process.h"

/* fds: what becomes 0, 1 and 2, all borrowed; not looked at for PROCESS_STDIN_TTY. Returns the
 * child's id once it runs, or -1 and says why in e. */
pid_t spawn(const struct process_spec *spec, const int fds[3], struct error *e);

#endif
