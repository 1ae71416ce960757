/* SPDX-License-Identifier: MIT
 * Equality, order and hashes of values as JSON Schema defines them (1 equals 1.0), and multipleOf in
 * decimal arithmetic, because a schema's 0.01 means one hundredth and not the nearest double.
 */
#include "base/base.h"
#include "base/core/hash.h"
#include "base/json/schema_walk.h"

/* A number's magnitude, digits * 10^exponent; that of a real has the fewest digits (15 to 17) that read back as it. */
struct decimal {
	uint64_t digits;
	int exponent;
};

static struct decimal decimal_of_real(double n)
{
	struct decimal d = {0};
	char text[40];
	const char *p = text;
	int precision = 14;

	do
		snprintf(text, sizeof text, "%.*e", precision, fabs(n));
	while (strtod(text, NULL) != fabs(n) && ++precision <= 16);
	for (; *p && *p != 'e'; p++)
		if (*p >= '0' && *p <= '9')
			d.digits = d.digits * 10 + (*p - '0');
	d.exponent = (*p ? (int)strtol(p + 1, NULL, 10) : 0) - (precision > 16 ? 16 : precision);
	return d;
}

static struct decimal decimal_of(const json_t *value)
{
	struct decimal d = {0};

	if (json_is_integer(value)) {
		json_int_t n = json_integer_value(value);
		d.digits = n < 0 ? -(uint64_t)n : (uint64_t)n;
	} else {
		d = decimal_of_real(json_real_value(value));
	}
	while (d.digits && d.digits % 10 == 0) {
		d.digits /= 10;
		d.exponent++;
	}
	return d;
}

bool value_is_multiple(const json_t *value, const json_t *of)
{
	struct decimal a = decimal_of(value), b = decimal_of(of);

	if (!a.digits)
		return true;
	if (!b.digits)
		return false;
	/* a / b = (a.digits / b.digits) * 10^shift. For a negative shift, a.digits would have to be a
	 * multiple of ten, but decimal_of has removed its trailing zeros. */
	if (a.exponent < b.exponent)
		return false;
	unsigned __int128 rest = a.digits % b.digits;
	for (int shift = a.exponent - b.exponent; shift && rest; shift--)
		rest = rest * 10 % b.digits;
	return !rest;
}

int value_compare(const json_t *a, const json_t *b)
{
	if (json_is_integer(a) && json_is_integer(b)) {
		json_int_t x = json_integer_value(a), y = json_integer_value(b);
		return (x > y) - (x < y);
	}
	long double x = json_is_integer(a) ? (long double)json_integer_value(a)
					   : (long double)json_real_value(a);
	long double y = json_is_integer(b) ? (long double)json_integer_value(b)
					   : (long double)json_real_value(b);
	return (x > y) - (x < y);
}

bool value_equal(struct schema_walk *w, const json_t *a, const json_t *b)
{
	if (!walk_step(w, 1))
		return false;
	if (json_is_number(a) && json_is_number(b))
		return value_compare(a, b) == 0;
	if (json_typeof(a) != json_typeof(b))
		return false;
	if (!json_is_object(a) && !json_is_array(a))
		return json_equal(a, b);
	if (json_array_size(a) != json_array_size(b) || json_object_size(a) != json_object_size(b))
		return false;
	json_members (name, member, a) {
		json_t *other = json_object_get(b, name);

		if (!other || !value_equal(w, member, other))
			return false;
	}
	for (size_t i = 0; i < json_array_size(a); i++)
		if (!value_equal(w, json_array_get(a, i), json_array_get(b, i)))
			return false;
	return true;
}

static uint64_t mix_bits(uint64_t hash)
{
	hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccdu;
	return hash ^ hash >> 33;
}

uint64_t value_hash(struct schema_walk *w, const json_t *value)
{
	uint64_t hash = HASH_START + (json_is_number(value) ? 0 : json_typeof(value));
	double n;

	if (!walk_step(w, 1))
		return 0;
	if (json_is_string(value))
		return hash_bytes(hash, json_string_value(value), json_string_length(value));
	if (json_is_number(value)) {
		n = json_number_value(value) + 0.0; /* turns -0 into 0 */
		return hash_bytes(hash, &n, sizeof n);
	}
	for (size_t i = 0; i < json_array_size(value); i++)
		hash = mix_bits(hash * 31 + value_hash(w, json_array_get(value, i)));
	json_members (name, member, value) /* a sum, so that the order of members does not matter */
		hash += mix_bits(hash_bytes(value_hash(w, member), name, strlen(name)));
	return hash;
}
