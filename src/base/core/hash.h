/* SPDX-License-Identifier: MIT
 * FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): for telling things apart, not for
 * security.
 */
#ifndef BASE_CORE_HASH_H
#define BASE_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

/* The hash of what `hash` is of and of these bytes behind it; HASH_START is the hash of nothing. */
uint64_t hash_bytes(uint64_t hash, const void *data, size_t len);

#endif
