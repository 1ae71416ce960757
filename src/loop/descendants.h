/* SPDX-License-Identifier: MIT
 * The descendants of a process: its children, their children and so on, found by the parents that /proc
 * shows. An orphaned process has another parent and is not found.
 */
#ifndef LOOP_DESCENDANTS_H
#define LOOP_DESCENDANTS_H

#include <stdbool.h>
#include <sys/types.h>

/* Calls fn once for each descendant of `above`, parents before their children. False: /proc is missing, or
 * reading it ran out of descriptors or memory, so some descendants may be missing. */
bool descendants_each(pid_t above, void (*fn)(void *ctx, pid_t pid), void *ctx);
/* Sends KILL to each descendant of `above`, not to `above` itself. A process that starts meanwhile may be
 * missed, so the caller repeats this until no child is left. */
void descendants_kill(pid_t above);

#endif
