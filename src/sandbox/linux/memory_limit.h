/* How much memory the processes below this one hold. */
#ifndef SANDBOX_LINUX_MEMORY_LIMIT_H
#define SANDBOX_LINUX_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether they hold more than that, all together. What they share counts once, but is looked at only when the sum of
 * what each has resident is too much: that costs a read a process, the truth a walk through all its
 * pages. */
bool memory_exceeds(uint64_t bytes);

#endif
