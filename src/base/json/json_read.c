/* SPDX-License-Identifier: MIT
 * The quick way of reading JSON: strings are taken in one piece where jansson takes them byte by byte. What is not
 * plain (deep, a surrogate, a key with an escape, an error) is left to jansson, so that whatever is read here is what
 * jansson would have read; tests/fuzz/fuzz_json.c holds the two together.
 */
#include "base/json/json_read.h"

#include "base/base.h"

#define DEPTH_MOST 200
#define DIGITS_MOST 18 /* of a number that always fits */

struct reader {
	const char *at, *end;
	bool unique; /* a key that comes twice is an error */
	struct buf text;
};

static json_t *read_value(struct reader *r, int depth);

static bool skip(struct reader *r, char c)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
		r->at++;
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

/* Appends what the escape at r->at means, and passes it. */
static bool read_escape(struct reader *r)
{
	static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
	const char *name = r->end - r->at > 1 && r->at[1] ? strchr(names, r->at[1]) : NULL;
	char digits[5] = "", bytes[4];

	if (name) {
		r->at += 2;
		return buf_addc(&r->text, means[name - names]);
	}
	if (r->end - r->at < 6 || r->at[1] != 'u')
		return false;
	memcpy(digits, r->at + 2, 4);
	const long cp = strtol(digits, NULL, 16);
	if (strspn(digits, "0123456789abcdefABCDEF") != 4 || cp == 0 || (cp >> 11) == 0x1b)
		return false;
	r->at += 6;
	return buf_add(&r->text, bytes, (size_t)utf8_encode((uint32_t)cp, bytes));
}

/* Reads a string behind its first quote. It is borrowed until the next one. */
static bool read_string(struct reader *r, bool escapes, const char **text, size_t *len)
{
	unsigned char seen = 0;

	buf_clear(&r->text);
	for (const char *from = r->at;;) {
		while (r->at < r->end && *r->at != '"' && *r->at != '\\' &&
		       (unsigned char)*r->at >= 0x20)
			seen |= (unsigned char)*r->at++;
		if (r->at == r->end || (*r->at != '"' && (*r->at != '\\' || !escapes)))
			return false;
		if (*r->at == '"' && r->text.len == 0) {
			*text = from;
			*len = (size_t)(r->at - from);
			break;
		}
		buf_add(&r->text, from, (size_t)(r->at - from));
		if (*r->at == '"') {
			*text = r->text.data;
			*len = r->text.len;
			break;
		}
		if (!read_escape(r))
			return false;
		from = r->at;
	}
	r->at++;
	return seen < 0x80 || utf8_valid(*text, *len);
}

static json_t *number_at(struct reader *r)
{
	const char *from = r->at;
	json_int_t value = 0;

	r->at += *from == '-';
	const char *digits = r->at;
	for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++)
		value = r->at - digits < DIGITS_MOST ? value * 10 + (*r->at - '0') : value;
	const size_t count = (size_t)(r->at - digits);
	const bool whole = r->at == r->end || !strchr(".eE", *r->at) || !*r->at;

	if (whole && count > 0 && count <= DIGITS_MOST && (*digits != '0' || count == 1))
		return json_integer(*from == '-' ? -value : value);
	while (r->at < r->end && *r->at && strchr("+-.eE0123456789", *r->at))
		r->at++;
	return json_loadb(from, (size_t)(r->at - from), JSON_DECODE_ANY, NULL);
}

static json_t *read_word(struct reader *r, const char *word, json_t *value)
{
	const size_t len = strlen(word);

	if ((size_t)(r->end - r->at) < len || memcmp(r->at, word, len) != 0)
		return NULL;
	r->at += len;
	return value;
}

/* Takes one member or element. */
static bool read_item(struct reader *r, json_t *into, int depth)
{
	const char *key = NULL;
	size_t len = 0;

	if (json_is_object(into) &&
	    (!skip(r, '"') || !read_string(r, false, &key, &len) || !skip(r, ':') ||
		(r->unique && json_object_getn(into, key, len))))
		return false;
	json_t *value = read_value(r, depth + 1);
	return value && (key ? json_object_setn_new_nocheck(into, key, len, value)
			     : json_array_append_new(into, value)) == 0;
}

static json_t *read_items(struct reader *r, json_t *into, char close, int depth)
{
	bool ok = depth < DEPTH_MOST;

	if (ok && skip(r, close))
		return into;
	do
		ok = ok && read_item(r, into, depth);
	while (ok && skip(r, ','));
	if (ok && skip(r, close))
		return into;
	json_decref(into);
	return NULL;
}

static json_t *read_value(struct reader *r, int depth)
{
	const char *text;
	size_t len;

	if (skip(r, '"'))
		return read_string(r, true, &text, &len) ? json_stringn_nocheck(text, len) : NULL;
	if (skip(r, '{'))
		return read_items(r, json_object(), '}', depth);
	if (skip(r, '['))
		return read_items(r, json_array(), ']', depth);
	if (r->at == r->end)
		return NULL;
	const char c = *r->at;
	return c == 't'	  ? read_word(r, "true", json_true())
	       : c == 'f' ? read_word(r, "false", json_false())
	       : c == 'n' ? read_word(r, "null", json_null())
			  : number_at(r);
}

json_t *json_read(const char *bytes, size_t len, bool unique)
{
	struct reader r = {bytes, bytes + len, unique, BUF_LIMIT(BUF_UNBOUNDED)};
	json_t *value = len ? read_value(&r, 0) : NULL;

	skip(&r, ' '); /* all blanks */
	if (value && r.at != r.end) {
		json_decref(value);
		value = NULL;
	}
	buf_free(&r.text);
	return value;
}
