/* SPDX-License-Identifier: MIT
 * Writes a JSON value in the binary form of json_binary.h and reads it, by recursion. Numbers are
 * assembled byte by byte, so the machine's byte order does not matter.
 */
#include "base/json/json_binary.h"

#include "base/base.h"

static void write_count(struct buf *out, size_t n)
{
	for (int shift = 0; shift < 32; shift += 8)
		buf_addc(out, (char)(n >> shift & 0xff));
}

static void write_number(struct buf *out, char kind, uint64_t bits)
{
	buf_addc(out, kind);
	for (int shift = 0; shift < 64; shift += 8)
		buf_addc(out, (char)(bits >> shift & 0xff));
}

void json_binary_write(struct buf *out, const json_t *value)
{
	const double real = json_real_value(value);
	uint64_t bits;

	if (json_is_object(value)) {
		buf_addc(out, '{');
		write_count(out, json_object_size(value));
		json_members (key, item, value) {
			buf_add(out, key, strlen(key) + 1);
			json_binary_write(out, item);
		}
	} else if (json_is_array(value)) {
		buf_addc(out, '[');
		write_count(out, json_array_size(value));
		json_each (item, value)
			json_binary_write(out, item);
	} else if (json_is_string(value)) {
		buf_addc(out, 's');
		write_count(out, json_string_length(value));
		buf_add(out, json_string_value(value), json_string_length(value));
	} else if (json_is_integer(value)) {
		write_number(out, 'i', (uint64_t)json_integer_value(value));
	} else if (json_is_real(value)) {
		memcpy(&bits, &real, sizeof bits);
		write_number(out, 'r', bits);
	} else {
		buf_addc(out, json_is_true(value) ? 't' : json_is_false(value) ? 'f' : 'n');
	}
}

static uint64_t read_number(const char **at, int bytes)
{
	uint64_t n = 0;

	for (int i = 0; i < bytes; i++)
		n |= (uint64_t)(unsigned char)(*at)[i] << (8 * i);
	*at += bytes;
	return n;
}

static json_t *read_value(const char **at)
{
	const char kind = *(*at)++, *s;
	const bool counted = kind == '{' || kind == '[' || kind == 's';
	const uint64_t n = counted			? read_number(at, 4)
			   : kind == 'i' || kind == 'r' ? read_number(at, 8)
							: 0;
	json_t *all;
	double real;

	switch (kind) {
	case '{':
		all = json_object();
		for (uint64_t left = n; left; left--) {
			s = *at;
			*at += strlen(s) + 1;
			json_object_set_new_nocheck(all, s, read_value(at));
		}
		return all;
	case '[':
		all = json_array();
		for (uint64_t left = n; left; left--)
			json_array_append_new(all, read_value(at));
		return all;
	case 's':
		s = *at;
		*at += n;
		return json_stringn_nocheck(s, n);
	case 'i':
		return json_integer((json_int_t)n);
	case 'r':
		memcpy(&real, &n, sizeof real);
		return json_real(real);
	case 't':
		return json_true();
	case 'f':
		return json_false();
	default:
		return json_null();
	}
}

json_t *json_binary_read(const char *bytes)
{
	return read_value(&bytes);
}
