/* SPDX-License-Identifier: MIT
 * SHA-256 (FIPS 180-4, 6.2), for what a protocol wants hashed so.
 */
#ifndef BASE_CORE_SHA256_H
#define BASE_CORE_SHA256_H

#include <stddef.h>

#define SHA256_BYTES 32

/* Puts the hash of the bytes into out. */
void sha256(const void *data, size_t len, unsigned char out[SHA256_BYTES]);

#endif
