/* SPDX-License-Identifier: MIT
 * The name of a content: "blob:" and 130 bits of its BLAKE2b (RFC 7693) in Crockford's base 32, so
 * that equal contents are kept once and an imported one can be checked against its name.
 */
#include "base/base.h"
#include "session/event/blake2b.h"
#include "session/store/store.h"

#define REF_DIGEST 17 /* bytes: the least that hold 130 bits */

static const uint64_t iv[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b,
    0x5be0cd19137e2179};

static const uint8_t sigma[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
};

static inline uint64_t rotated(uint64_t x, int n)
{
	return x >> n | x << (64 - n);
}

__attribute__((always_inline)) static inline void mix(
    uint64_t v[16], int a, int b, int c, int d, uint64_t x, uint64_t y)
{
	v[a] += v[b] + x;
	v[d] = rotated(v[d] ^ v[a], 32);
	v[c] += v[d];
	v[b] = rotated(v[b] ^ v[c], 24);
	v[a] += v[b] + y;
	v[d] = rotated(v[d] ^ v[a], 16);
	v[c] += v[d];
	v[b] = rotated(v[b] ^ v[c], 63);
}

static inline uint64_t word_at(const uint8_t *p)
{
	return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
	       (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 |
	       (uint64_t)p[7] << 56;
}

static void compress(uint64_t h[8], const uint8_t block[128], uint64_t total, bool last)
{
	uint64_t v[16], m[16];

	for (int i = 0; i < 8; i++) {
		v[i] = h[i];
		v[i + 8] = iv[i];
	}
	for (int i = 0; i < 16; i++)
		m[i] = word_at(block + 8 * i);
	v[12] ^= total;
	if (last)
		v[14] = ~v[14];
#pragma GCC unroll 12
	for (int round = 0; round < 12; round++) {
		const uint8_t *s = sigma[round];
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++)
			mix(v, i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]]);
#pragma GCC unroll 4
		for (int i = 0; i < 4; i++)
			mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4,
			    m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
	}
	for (int i = 0; i < 8; i++)
		h[i] ^= v[i] ^ v[i + 8];
}

void blake2b(uint8_t *out, size_t out_len, const uint8_t *data, size_t len)
{
	uint64_t h[8];
	uint8_t block[128] = {0};
	size_t at = 0;

	memcpy(h, iv, sizeof h);
	h[0] ^= 0x01010000 ^ out_len;
	for (; len - at > sizeof block; at += sizeof block)
		compress(h, data + at, at + sizeof block, false);
	if (len > at)
		memcpy(block, data + at, len - at);
	compress(h, block, len, true);
	for (size_t i = 0; i < out_len; i++)
		out[i] = (uint8_t)(h[i / 8] >> 8 * (i % 8));
}

void blob_ref(const void *data, size_t len, char ref[40])
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	uint8_t digest[REF_DIGEST + 1] = {0};
	char *out = ref + 5;

	blake2b(digest, REF_DIGEST, data, len);
	memcpy(ref, "blob:", 5);
	for (int bit = 0; bit < 130; bit += 5) {
		const unsigned pair = (unsigned)digest[bit / 8] << 8 | digest[bit / 8 + 1];
		*out++ = digits[pair >> (11 - bit % 8) & 31];
	}
	*out = '\0';
}
