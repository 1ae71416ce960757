/* SPDX-License-Identifier: MIT
 * Starting a child through the spawner.
 */
#ifndef LOOP_SPAWN_H
#define LOOP_SPAWN_H

#include <sys/types.h>
#include "base/error.h"
#include "loop/process.h"

/* Starts a child and returns its process id once exec succeeded; -1: e is set. fds become its 0, 1 and 2;
 * they are borrowed, and ignored for PROCESS_STDIN_TTY. */
pid_t spawn(const struct process_spec *spec, const int fds[3], struct error *e);

#endif
