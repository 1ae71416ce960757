/* SPDX-License-Identifier: MIT
 * The 64-bit FNV-1a hash (http://www.isthe.com/chongo/tech/comp/fnv/): for hash tables and change
 * detection, not for security.
 */
#ifndef BASE_CORE_HASH_H
#define BASE_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

/* Returns `hash` continued with len bytes of data; the first call passes HASH_START. */
uint64_t hash_bytes(uint64_t hash, const void *data, size_t len);

#endif
