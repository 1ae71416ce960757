/* SPDX-License-Identifier: MIT
 * The name of a content: "blob:" and 130 bits of its BLAKE2b (RFC 7693) in Crockford's base 32, so
 * that equal contents are kept once and an imported one can be checked against its name.
 */
#include <sodium.h>
#include "base/base.h"
#include "session/store/store.h"

#define REF_DIGEST 17 /* bytes: the least that hold 130 bits */

void blob_ref(const void *data, size_t len, char ref[40])
{
	static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	uint8_t digest[REF_DIGEST + 1] = {0};
	char *out = ref + 5;

	crypto_generichash(digest, REF_DIGEST, data, len, NULL, 0);
	memcpy(ref, "blob:", 5);
	for (int bit = 0; bit < 130; bit += 5) {
		const unsigned pair = (unsigned)digest[bit / 8] << 8 | digest[bit / 8 + 1];
		*out++ = digits[pair >> (11 - bit % 8) & 31];
	}
	*out = '\0';
}
