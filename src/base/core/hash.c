/* SPDX-License-Identifier: MIT
 * The FNV-1a hash.
 */
#include "base/core/hash.h"

uint64_t hash_bytes(uint64_t hash, const void *data, size_t len)
{
	const unsigned char *p = data;

	for (size_t i = 0; i < len; i++)
		hash = (hash ^ p[i]) * 0x100000001b3u;
	return hash;
}
