/* SPDX-License-Identifier: MIT
 * The quick way from bytes to a value. jansson looks at each byte of a string through five calls; here plain strings,
 * whole numbers, and what holds them are read (RFC 8259), and other words are given to jansson one by one. A text that
 * is not plain JSON is left to jansson as a whole, which says what is wrong of it.
 */
#include "base/json/json_load.h"

#include "base/base.h"

#define DEEPEST 200
#define WHOLE_MOST 18 /* digits that are a json_int_t whatever they are */

struct json_load {
	const char *at, *end; /* (borrowed) of the text */
	int depth;
};
struct quoted {
	const char *at; /* (borrowed) behind the opening quote */
	size_t len;
	bool escaped, coded; /* it has escapes; those of a code point */
};

static json_t *load_value(struct json_load *l);

static char load_next(struct json_load *l)
{
	while (
	    l->at < l->end && (*l->at == ' ' || *l->at == '\n' || *l->at == '\t' || *l->at == '\r'))
		l->at++;
	return l->at < l->end ? *l->at : '\0';
}

/* Steps over the string that comes next. False: there is none that JSON allows. */
static bool load_quoted(struct json_load *l, struct quoted *q)
{
	const char *at = l->at + 1;
	unsigned char seen = 0;

	*q = (struct quoted){.at = at};
	for (; at < l->end && *at != '"'; at++) {
		const unsigned char c = (unsigned char)*at;

		seen |= c;
		if (c < 0x20 || (c == '\\' && ++at == l->end))
			return false;
		if (c != '\\')
			continue;
		q->escaped = true;
		q->coded |= *at == 'u';
		seen |= (unsigned char)*at;
	}
	q->len = (size_t)(at - q->at);
	if (at == l->end)
		return false;
	l->at = at + 1;
	return !(seen & 0x80) || utf8_valid(q->at, q->len);
}

static json_t *load_string(struct json_load *l)
{
	static const char plain[256] = {['"'] = '"',
	    ['\\'] = '\\',
	    ['/'] = '/',
	    ['b'] = '\b',
	    ['f'] = '\f',
	    ['n'] = '\n',
	    ['r'] = '\r',
	    ['t'] = '\t'};
	struct quoted q;

	if (!load_quoted(l, &q))
		return NULL;
	if (!q.escaped)
		return json_stringn_nocheck(q.at, q.len);
	if (q.coded)
		return json_loadb(q.at - 1, q.len + 2, JSON_DECODE_ANY, NULL);
	auto_free char *text = xmalloc(q.len);
	const char *end = q.at + q.len, *from = q.at, *slash;
	size_t len = 0;

	for (; (slash = memchr(from, '\\', (size_t)(end - from))); from = slash + 2) {
		memcpy(text + len, from, (size_t)(slash - from));
		len += (size_t)(slash - from);
		text[len++] = plain[(unsigned char)slash[1]];
		if (!text[len - 1])
			return NULL;
	}
	memcpy(text + len, from, (size_t)(end - from));
	return json_stringn_nocheck(text, len + (size_t)(end - from));
}

/* A number, true, false or null. */
static json_t *load_word(struct json_load *l)
{
	const char *from = l->at;
	json_int_t n = 0;
	bool whole = true;

	for (; l->at < l->end &&
	       (isalnum((unsigned char)*l->at) || *l->at == '-' || *l->at == '+' || *l->at == '.');
	     l->at++) {
		whole = whole && isdigit((unsigned char)*l->at) && l->at - from < WHOLE_MOST;
		n = whole ? n * 10 + (*l->at - '0') : 0;
	}
	const size_t len = (size_t)(l->at - from);

	return whole && len > 0 && (len == 1 || *from != '0')
		   ? json_integer(n)
		   : json_loadb(from, len, JSON_DECODE_ANY, NULL);
}

/* Whether another one comes. *ok false: neither that nor the end of what holds them. */
static bool load_more(struct json_load *l, bool first, char bracket, bool *ok)
{
	char c = load_next(l);

	if (c == bracket) {
		l->at++;
		return false;
	}
	*ok = c && (first || c == ',');
	if (c == ',' && !first)
		l->at++;
	return *ok;
}

static json_t *load_list(struct json_load *l)
{
	json_t *list = json_array();
	bool ok = true;

	l->at++;
	for (bool first = true; load_more(l, first, ']', &ok); first = false) {
		json_t *item = load_value(l);

		ok = item && json_array_append_new(list, item) == 0;
		if (!ok)
			break;
	}
	return ok ? list : (json_decref(list), NULL);
}

static json_t *load_map(struct json_load *l)
{
	json_t *map = json_object();
	size_t count = 0;
	bool ok = true;

	l->at++;
	for (bool first = true; load_more(l, first, '}', &ok); first = false, count++) {
		struct quoted key;
		json_t *value = NULL;

		ok = load_next(l) == '"' && load_quoted(l, &key) && !key.escaped &&
		     load_next(l) == ':' && l->at++ && (value = load_value(l)) &&
		     json_object_setn_new_nocheck(map, key.at, key.len, value) == 0;
		if (!ok)
			break;
	}
	/* Of a key that stands twice jansson knows what is to be done. */
	ok = ok && json_object_size(map) == count;
	return ok ? map : (json_decref(map), NULL);
}

static json_t *load_value(struct json_load *l)
{
	json_t *value = NULL;
	const char c = load_next(l);

	if (++l->depth <= DEEPEST)
		value = c == '"'   ? load_string(l)
			: c == '{' ? load_map(l)
			: c == '[' ? load_list(l)
				   : load_word(l);
	l->depth--;
	return value;
}

json_t *json_load_plain(const char *bytes, size_t len)
{
	struct json_load l = {bytes, bytes + len, 0};
	json_t *value = load_value(&l);

	if (value && !load_next(&l) && l.at == l.end)
		return value;
	json_decref(value);
	return NULL;
}
