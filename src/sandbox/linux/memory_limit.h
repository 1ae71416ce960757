/* SPDX-License-Identifier: MIT
 * How much memory the descendants of this process hold, and how many threads they have. */
#ifndef SANDBOX_LINUX_MEMORY_LIMIT_H
#define SANDBOX_LINUX_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memory_limit {
	uint64_t bytes;
	uint64_t shared_before; /* the machine's shared memory at the beginning */
	bool own_shared;	/* /dev/shm and System V segments are theirs alone */
};

/* Fills *limit. Shared memory that exists already is not counted. */
void memory_limit_begin(struct memory_limit *limit, uint64_t bytes, bool own_shared);
/* Whether the descendants hold more than limit->bytes together, shared memory that is mapped
 * nowhere included. What they share counts once, but that is only looked at if the sum of their
 * resident sizes is too large: the sum costs a read per process, the exact number a walk through
 * all their pages. What cannot be read for want of descriptors or memory counts as too much. */
bool memory_limit_exceeded(const struct memory_limit *limit);
/* Whether the descendants have more threads than this; also if that cannot be read. */
bool threads_exceed(uint32_t threads);

#endif
