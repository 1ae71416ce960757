/* Everything below a process, found by who is whose parent. */
#ifndef LOOP_DESCENDANTS_H
#define LOOP_DESCENDANTS_H

#include <sys/types.h>

/* Calls fn for each process below `above`. */
void descendants_each(pid_t above, void (*fn)(void *ctx, pid_t pid), void *ctx);
/* KILL to each process below `above`, not to itself. What is made meanwhile may be missed: call it
 * until no child is left. Without /proc nothing is found. */
void descendants_kill(pid_t above);

#endif
