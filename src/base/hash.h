/*
 * FNV-1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): for telling things apart, not for
 * security.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xcbf29ce484222325u

uint64_t hash_bytes(
    uint64_t hash /* HASH_START, or an earlier result to go on */, const void *data, size_t len);

#endif
