/* SPDX-License-Identifier: MIT */
/* How much memory the processes below this one hold, and how many they are. */
#ifndef SANDBOX_LINUX_MEMORY_LIMIT_H
#define SANDBOX_LINUX_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_limit {
	uint64_t bytes;
	uint64_t shared_before; /* what the machine's shared memory came to at the beginning */
	bool own_shared;	/* /dev/shm and segments of System V are theirs alone */
};

/* Begins to watch: shared memory that is there already is somebody else's. */
void memory_limit_begin(struct memory_limit *limit, uint64_t bytes, bool own_shared);
/* Whether they hold more than that, all together, shared memory that is mapped nowhere included. What they share
 * counts once, but is looked at only when the sum of what each has resident is too much: that costs a read a process,
 * the truth a walk through all its pages. What cannot be read, since the processes left no descriptor or memory for
 * it, counts as too much. */
bool memory_limit_exceeded(const struct memory_limit *limit);
/* Whether the processes have more threads than this, each process being one at least. */
bool threads_exceed(uint32_t threads);

#endif
