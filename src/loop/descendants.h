/* SPDX-License-Identifier: MIT
 * The descendants of a process: its children, their children and so on, found by the parent that
 * /proc names for each. A process that was orphaned has another parent and is not found.
 */
#ifndef LOOP_DESCENDANTS_H
#define LOOP_DESCENDANTS_H

#include <stdbool.h>
#include <sys/types.h>

/* Calls fn for each process below `above`, once, parents before their children. Without /proc there
 * are none. False: something ran out (descriptors, memory) while /proc was read, so some may be missing. */
bool descendants_each(pid_t above, void (*fn)(void *ctx, pid_t pid), void *ctx);
/* Sends KILL to each process below `above`, not to itself. A process that starts meanwhile may be
 * missed, so the caller repeats this until no child is left. */
void descendants_kill(pid_t above);

#endif
