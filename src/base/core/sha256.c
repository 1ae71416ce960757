/* SPDX-License-Identifier: MIT
 * The message is copied with its padding, since what is hashed here is short.
 */
#include "base/core/sha256.h"

#include <math.h>
#include "base/base.h"

#define ROUNDS 64
#define BLOCK 64

static uint32_t turned(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

/* The first 32 bits behind the point of the square (FIPS 180-4, 5.3.3) or cube root (4.2.2) of the n-th prime. */
static uint32_t root_bits(int n, bool cube)
{
	int prime = 1;

	for (int count = -1; count < n;) {
		bool divided = false;

		prime++;
		for (int d = 2; d * d <= prime; d++)
			divided |= prime % d == 0;
		count += !divided;
	}
	const long double root = cube ? cbrtl(prime) : sqrtl(prime);
	return (uint32_t)((root - floorl(root)) * 4294967296.0L);
}

static void take_block(uint32_t state[8], const unsigned char *block)
{
	static uint32_t constants[ROUNDS];
	uint32_t w[ROUNDS], v[8];

	for (int i = 0; i < ROUNDS && !constants[ROUNDS - 1]; i++)
		constants[i] = root_bits(i, true);
	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < ROUNDS; i++)
		w[i] = w[i - 16] + w[i - 7] +
		       (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(v, state, sizeof v);
	for (int i = 0; i < ROUNDS; i++) {
		const uint32_t one = v[7] +
				     (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) +
				     ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
		const uint32_t two = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) +
				     ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof *v);
		v[4] += one;
		v[0] = one + two;
	}
	for (int i = 0; i < 8; i++)
		state[i] += v[i];
}

void sha256(const void *data, size_t len, unsigned char out[SHA256_BYTES])
{
	const size_t whole = (len + 8) / BLOCK * BLOCK + BLOCK;
	auto_free unsigned char *text = xcalloc(whole, 1);
	uint32_t state[8];

	memcpy(text, data, len);
	text[len] = 0x80;
	for (size_t i = 0; i < 8; i++)
		text[whole - 1 - i] = (unsigned char)((uint64_t)len * 8 >> 8 * i);
	for (int i = 0; i < 8; i++)
		state[i] = root_bits(i, false);
	for (size_t at = 0; at < whole; at += BLOCK)
		take_block(state, text + at);
	for (int i = 0; i < SHA256_BYTES; i++)
		out[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}
