/* SPDX-License-Identifier: MIT
 * Writes a value by recursion and reads it back the same way; json_binary.h has the form. Numbers are
 * put together from single bytes, so the order of bytes of the machine does not matter.
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

static void write_real(struct buf *out, double n)
{
	uint64_t bits;

	memcpy(&bits, &n, sizeof bits);
	write_number(out, 'r', bits);
}

static void write_string(struct buf *out, const json_t *value)
{
	buf_addc(out, 's');
	write_count(out, json_string_length(value));
	buf_add(out, json_string_value(value), json_string_length(value));
}

static void write_array(struct buf *out, const json_t *value)
{
	buf_addc(out, '[');
	write_count(out, json_array_size(value));
	json_each (item, value)
		json_binary_write(out, item);
}

static void write_object(struct buf *out, const json_t *value)
{
	buf_addc(out, '{');
	write_count(out, json_object_size(value));
	json_members (key, item, value) {
		buf_add(out, key, strlen(key) + 1);
		json_binary_write(out, item);
	}
}

void json_binary_write(struct buf *out, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		write_object(out, value);
		break;
	case JSON_ARRAY:
		write_array(out, value);
		break;
	case JSON_STRING:
		write_string(out, value);
		break;
	case JSON_INTEGER:
		write_number(out, 'i', (uint64_t)json_integer_value(value));
		break;
	case JSON_REAL:
		write_real(out, json_real_value(value));
		break;
	case JSON_TRUE:
		buf_addc(out, 't');
		break;
	case JSON_FALSE:
		buf_addc(out, 'f');
		break;
	case JSON_NULL:
		buf_addc(out, 'n');
		break;
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

static double read_real(const char **at)
{
	uint64_t bits = read_number(at, 8);
	double n;

	memcpy(&n, &bits, sizeof n);
	return n;
}

static json_t *read_string(const char **at)
{
	size_t len = (size_t)read_number(at, 4);
	const char *s = *at;

	*at += len;
	return json_stringn_nocheck(s, len);
}

static json_t *read_value(const char **at);

static json_t *read_array(const char **at)
{
	json_t *list = json_array();

	for (size_t left = (size_t)read_number(at, 4); left; left--)
		json_array_append_new(list, read_value(at));
	return list;
}

static json_t *read_object(const char **at)
{
	json_t *map = json_object();

	for (size_t left = (size_t)read_number(at, 4); left; left--) {
		const char *key = *at;

		*at += strlen(key) + 1;
		json_object_set_new_nocheck(map, key, read_value(at));
	}
	return map;
}

static json_t *read_value(const char **at)
{
	switch (*(*at)++) {
	case '{':
		return read_object(at);
	case '[':
		return read_array(at);
	case 's':
		return read_string(at);
	case 'i':
		return json_integer((json_int_t)read_number(at, 8));
	case 'r':
		return json_real(read_real(at));
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
