/* SPDX-License-Identifier: MIT
 * BLAKE2b (RFC 7693) without a key: what contents are named by, and what a certificate's lines are chained by.
 */
#ifndef SESSION_EVENT_BLAKE2B_H
#define SESSION_EVENT_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

/* out_len: at most 64 bytes. */
void blake2b(uint8_t *out, size_t out_len, const uint8_t *data, size_t len);

#endif
