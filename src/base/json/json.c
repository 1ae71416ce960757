/* SPDX-License-Identifier: MIT
 * Conveniences over jansson, with a writer of its own that fills a struct buf: a request carries the whole
 * conversation, and jansson takes 20 ms for a megabyte. Reals are written with 15 digits, which survive
 * being read and written again, so a replayed event prints as it did live.
 */
#include "base/base.h"
#include "base/file.h"

#define WHOLE_MAX 1e15 /* doubles represent all integers below it exactly */

void json_setup(void)
{
	json_set_alloc_funcs(xmalloc, free);
}

static json_t *parse_failed(const json_error_t *why, struct error *e)
{
	char where[48];

	snprintf(where, sizeof where, "%d:%d", why->line, why->column);
	error_at(e, ERR_PARSE, where, "%s", why->text);
	return NULL;
}

json_t *json_parse(const char *bytes, size_t len, struct error *e)
{
	json_error_t why;
	json_t *value = json_loadb(bytes, len, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);

	return value ? value : parse_failed(&why, e);
}

/* Returns the number of a \uXXXX escape, -1 if there is none. */
static long escape_at(const char *s, size_t len)
{
	char digits[5] = {0};

	if (len < 6 || s[0] != '\\' || s[1] != 'u')
		return -1;
	memcpy(digits, s + 2, 4);
	if (strspn(digits, "0123456789abcdefABCDEF") != 4)
		return -1;
	return strtol(digits, NULL, 16);
}

/* Appends one escape, replaced if jansson would refuse it. Returns the bytes of s consumed. */
static size_t mend_escape(struct buf *out, const char *s, size_t len)
{
	long high = escape_at(s, len), low;

	if (high < 0) {
		size_t n = len < 2 || (s[1] & 0x80) || !s[1] ? 1 : 2;

		buf_add(out, s, n);
		return n;
	}
	low = len >= 12 ? escape_at(s + 6, len - 6) : -1;
	if (high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
		buf_add(out, s, 12);
		return 12;
	}
	if (!high || (high >= 0xd800 && high < 0xe000))
		buf_adds(out, "\\ufffd");
	else
		buf_add(out, s, 6);
	return 6;
}

/* Appends s with bad UTF-8, NUL, \u0000 and lone surrogates replaced by U+FFFD. */
static void add_mended(struct buf *out, const char *s, size_t len)
{
	uint32_t cp;

	for (size_t at = 0, run; at < len;) {
		int n = 0;

		for (run = at; at < len && s[at] && s[at] != '\\'; at += n) {
			n = utf8_decode(s + at, len - at, &cp, NULL);
			if (!n)
				break;
		}
		buf_add(out, s + run, at - run);
		if (at == len)
			return;
		if (s[at] == '\\') {
			at += mend_escape(out, s + at, len - at);
		} else {
			buf_adds(out, "\xef\xbf\xbd");
			at++;
		}
	}
}

static json_t *load_foreign(const char *bytes, size_t len, json_error_t *why)
{
	json_t *value = json_loadb(bytes, len, JSON_DECODE_ANY, why);

	if (!value && json_error_code(why) == json_error_numeric_overflow)
		value = json_loadb(bytes, len, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, why);
	return value;
}

json_t *json_parse_foreign(const char *bytes, size_t len, struct error *e)
{
	auto_buf mended = BUF_LIMIT(BUF_UNBOUNDED);
	json_error_t why;
	json_t *value = load_foreign(bytes, len, &why);

	if (value)
		return value;
	add_mended(&mended, bytes, len);
	if (mended.len != len || memcmp(buf_str(&mended), bytes, len) != 0)
		value = load_foreign(buf_str(&mended), mended.len, &why);
	return value ? value : parse_failed(&why, e);
}

json_t *json_from_file(const char *path, size_t max)
{
	auto_buf text = BUF_INIT;

	return file_read(path, max, &text, NULL)
		   ? json_parse_foreign(buf_str(&text), text.len, NULL)
		   : NULL;
}

const char *json_str(const json_t *obj, const char *key, const char *fallback)
{
	const json_t *value = json_object_get(obj, key);

	return json_is_string(value) ? json_string_value(value) : fallback;
}

int64_t json_int(const json_t *obj, const char *key, int64_t fallback)
{
	const json_t *value = json_object_get(obj, key);

	if (json_is_integer(value))
		return json_integer_value(value);
	if (!json_is_real(value))
		return fallback;
	double real = json_real_value(value);
	if (!(real >= -0x1p63 && real < 0x1p63) || (double)(int64_t)real != real)
		return fallback;
	return (int64_t)real;
}

double json_num(const json_t *obj, const char *key, double fallback)
{
	const json_t *value = json_object_get(obj, key);

	return json_is_number(value) ? json_number_value(value) : fallback;
}

bool json_flag(const json_t *obj, const char *key, bool fallback)
{
	const json_t *value = json_object_get(obj, key);

	return json_is_boolean(value) ? json_is_true(value) : fallback;
}

json_t *json_list(const json_t *obj, const char *key)
{
	json_t *value = json_object_get(obj, key);

	return json_is_array(value) ? value : NULL;
}

json_t *json_map(const json_t *obj, const char *key)
{
	json_t *value = json_object_get(obj, key);

	return json_is_object(value) ? value : NULL;
}

bool json_holds_str(const json_t *list, const char *s)
{
	json_each (one, list)
		if (json_is_string(one) && strcmp(json_string_value(one), s) == 0)
			return true;
	return false;
}

json_t *json_row(const json_t *list, const char *key, const char *value)
{
	json_each (row, list)
		if (value && strcmp(json_str(row, key, ""), value) == 0)
			return row;
	return NULL;
}

const char *json_nearest(const json_t *obj, const char *word)
{
	auto_free const char **names = xcalloc(json_object_size(obj) + 1, sizeof *names);
	size_t n = 0;

	json_members (name, value, obj)
		names[n++] = name;
	return text_nearest(word, names);
}

void json_decref_list(json_t *const *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		json_decref(values[i]);
}

json_t *json_inside(const json_t *value, json_type type)
{
	json_t *inside = json_is_string(value)
			     ? json_parse(json_string_value(value), json_string_length(value), NULL)
			     : NULL;

	if (inside && json_typeof(inside) == type)
		return inside;
	json_decref(inside);
	return NULL;
}

json_t *json_from_number(double n)
{
	if (!isfinite(n))
		return NULL;
	return trunc(n) == n && fabs(n) < WHOLE_MAX ? json_integer((json_int_t)n) : json_real(n);
}

json_t *json_text(const char *bytes, size_t len)
{
	auto_buf clean = BUF_LIMIT(BUF_UNBOUNDED);

	text_sanitise(&clean, bytes, len);
	return json_stringn_nocheck(buf_str(&clean), clean.len);
}

json_t *json_map_made(json_t *obj, const char *key)
{
	if (!json_map(obj, key))
		json_object_set_new(obj, key, json_object());
	return json_map(obj, key);
}

json_t *json_list_made(json_t *obj, const char *key)
{
	if (!json_list(obj, key))
		json_object_set_new(obj, key, json_array());
	return json_list(obj, key);
}

void json_put_str(json_t *obj, const char *key, const char *s)
{
	if (s)
		json_put(obj, key, json_string(s));
}

void json_put_int(json_t *obj, const char *key, int64_t n)
{
	json_put(obj, key, json_integer(n));
}

void json_put(json_t *obj, const char *key, json_t *value)
{
	if (value)
		json_object_set_new(obj, key, value);
}

void json_take(json_t **field, json_t *value)
{
	json_decref(*field);
	*field = value;
}

static void write_object(struct buf *out, const json_t *value)
{
	const char *separator = "{";

	json_members (key, item, value) {
		buf_adds(out, separator);
		json_write_string(out, key, strlen(key));
		buf_addc(out, ':');
		json_write(out, item);
		separator = ",";
	}
	buf_adds(out, *separator == ',' ? "}" : "{}");
}

static void write_array(struct buf *out, const json_t *value)
{
	const char *separator = "[";

	json_each (item, value) {
		buf_adds(out, separator);
		json_write(out, item);
		separator = ",";
	}
	buf_adds(out, *separator == ',' ? "]" : "[]");
}

void json_write(struct buf *out, const json_t *value)
{
	char number[64];

	if (json_is_object(value)) {
		write_object(out, value);
	} else if (json_is_array(value)) {
		write_array(out, value);
	} else if (json_is_string(value)) {
		json_write_string(out, json_string_value(value), json_string_length(value));
	} else if (json_is_number(value)) {
		size_t len = json_dumpb(
		    value, number, sizeof number, JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));

		buf_add(out, number, len < sizeof number ? len : 0);
	} else {
		buf_adds(out, json_is_true(value)    ? "true"
			      : json_is_false(value) ? "false"
						     : "null");
	}
}

char *json_line(const json_t *value)
{
	struct buf line = BUF_LIMIT(BUF_UNBOUNDED);

	json_write(&line, value);
	return buf_take(&line);
}

void json_write_string(struct buf *out, const char *s, size_t len)
{
	size_t run = 0;

	buf_addc(out, '"');
	for (size_t at = 0; at < len; at++) {
		unsigned char c = (unsigned char)s[at];

		if (c >= 0x20 && c != '"' && c != '\\')
			continue;
		buf_add(out, s + run, at - run);
		run = at + 1;
		switch (c) {
		case '\n':
			buf_adds(out, "\\n");
			break;
		case '\t':
			buf_adds(out, "\\t");
			break;
		case '"':
		case '\\':
			buf_addc(out, '\\');
			buf_addc(out, (char)c);
			break;
		default:
			buf_addf(out, "\\u%04x", c);
			break;
		}
	}
	buf_add(out, s + run, len - run);
	buf_addc(out, '"');
}
