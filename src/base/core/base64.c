/* SPDX-License-Identifier: MIT
 * Three bytes become four digits; '=' fills up the last four.
 */
#include "base/core/base64.h"

#include "base/base.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool base64_encode(struct buf *out, const void *data, size_t len)
{
	const unsigned char *in = data;
	bool ok = true;

	for (size_t i = 0; i < len; i += 3) {
		const size_t left = len - i;
		const uint32_t bits = (uint32_t)in[i] << 16 |
				      (left > 1 ? (uint32_t)in[i + 1] << 8 : 0) |
				      (left > 2 ? in[i + 2] : 0);
		const char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
		    left > 1 ? digits[bits >> 6 & 63] : '=', left > 2 ? digits[bits & 63] : '='};
		ok = buf_add(out, four, sizeof four);
	}
	return ok;
}

static int digit_value(char c)
{
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

bool base64_decode(struct buf *out, const char *text, size_t len)
{
	if (len % 4 != 0)
		return false;
	for (size_t i = 0; i < len; i += 4) {
		const bool last = i + 4 == len;
		int count = 3;
		uint32_t bits = 0;
		if (last && text[i + 3] == '=')
			count = text[i + 2] == '=' ? 1 : 2;
		for (int j = 0; j < 4; j++) {
			const int value = j <= count ? digit_value(text[i + (size_t)j]) : 0;
			if (value < 0)
				return false;
			bits = bits << 6 | (uint32_t)value;
		}
		const char bytes[3] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
		if (!buf_add(out, bytes, (size_t)count))
			return false;
	}
	return true;
}
