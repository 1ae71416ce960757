/* SPDX-License-Identifier: MIT
 * Takes the text out of most chunks without parsing them. Nearly every chunk of a stream differs from the one before
 * in one string, the text. So the last chunk that held nothing but text is kept, with the place of that string: a
 * chunk with the same bytes before and after it, but for the number of the event, has the same JSON around another
 * string, and only that is read. The proof needs that the string is the one the wire means: its key stands in the
 * chunk once, nothing outside the string is escaped, and the wire has found it there in the parsed chunk. Anything
 * unusual (a \u escape, a control byte, bad UTF-8) is left to the parser.
 */
#include "base/base.h"
#include "llm/wire/reply.h"

#define LEARN_MAX 4096
#define PIECE 1024
#define NUMBER_DIGITS 18

/* Returns the character that a backslash and c stand for; 0: such an escape is not read here. */
static char unescape(char c)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *at = c ? strchr(from, c) : NULL;

	return at ? to[at - from] : 0;
}

/* Returns how many bytes at s stand for themselves in a JSON string; sets *high if one is not ASCII. */
static size_t literal_run(const char *s, size_t len, bool *high)
{
	size_t at = 0;

	for (; at < len; at++) {
		unsigned char c = (unsigned char)s[at];

		if (c < 0x20 || c == '"' || c == '\\')
			break;
		*high |= c >= 0x80;
	}
	return at;
}

/* Decodes the inside of a JSON string; false: it is none, or not a simple one. */
static bool decode(const char *s, size_t len, char out[PIECE], size_t *out_len)
{
	bool high = false;
	size_t at = 0, n = 0;

	if (len > PIECE)
		return false;
	while (at < len) {
		size_t run = literal_run(s + at, len - at, &high);

		memcpy(out + n, s + at, run);
		n += run;
		at += run;
		if (at == len)
			break;
		if (s[at] != '\\' || at + 1 == len || !(out[n] = unescape(s[at + 1])))
			return false;
		n++;
		at += 2;
	}
	*out_len = n;
	return !high || utf8_valid(out, n);
}

struct cursor {
	const char *s;
	size_t len, at;
};

static bool same_bytes(struct cursor *c, const struct buf *last, size_t from, size_t to)
{
	if (c->len - c->at < to - from || memcmp(c->s + c->at, last->data + from, to - from) != 0)
		return false;
	c->at += to - from;
	return true;
}

/* Moves c to the closing quote of the string that it is in; false: there is none. */
static bool string_passed(struct cursor *c)
{
	bool high = false;

	for (;;) {
		c->at += literal_run(c->s + c->at, c->len - c->at, &high);
		if (c->at >= c->len || c->s[c->at] == '"')
			return c->at < c->len;
		if (c->s[c->at] != '\\' || c->len - c->at < 2)
			return false;
		c->at += 2;
	}
}

static bool number_passed(struct cursor *c)
{
	size_t from = c->at;

	while (c->at < c->len && c->s[c->at] >= '0' && c->s[c->at] <= '9')
		c->at++;
	return c->at > from && (c->s[from] != '0' || c->at == from + 1) &&
	       c->at - from <= NUMBER_DIGITS;
}

bool reply_fast(struct reply *r, const char *data, size_t len)
{
	const size_t from = r->last_number, to = r->last_number_to;
	struct cursor c = {data, len, 0};
	bool before = to && from < r->last_from, behind = to && !before;
	size_t n;
	char text[PIECE];

	if (!r->last.len)
		return false;
	if (before && !(same_bytes(&c, &r->last, 0, from) && number_passed(&c)))
		return false;
	if (!same_bytes(&c, &r->last, before ? to : 0, r->last_from))
		return false;
	size_t text_at = c.at;
	if (!string_passed(&c))
		return false;
	size_t text_len = c.at - text_at;
	if (behind && !(same_bytes(&c, &r->last, r->last_to, from) && number_passed(&c)))
		return false;
	if (!same_bytes(&c, &r->last, behind ? to : r->last_to, r->last.len) || c.at != len ||
	    !decode(data + text_at, text_len, text, &n))
		return false;
	reply_add_text(r, text, n);
	return !r->text.truncated;
}

static size_t skip_space(const char *s, size_t len, size_t at)
{
	while (at < len && s[at] == ' ')
		at++;
	return at;
}

/* Finds the inside of the string that stands behind the only such key (given with its quotes). */
static bool string_find(const char *s, size_t len, const char *key, size_t *from, size_t *to)
{
	const char *at = memmem(s, len, key, strlen(key));
	struct cursor c = {s, len, 0};

	if (!at)
		return false;
	size_t next = (size_t)(at - s) + strlen(key);
	if (memmem(s + next, len - next, key, strlen(key)))
		return false;
	next = skip_space(s, len, next);
	if (next == len || s[next] != ':')
		return false;
	next = skip_space(s, len, next + 1);
	if (next == len || s[next] != '"')
		return false;
	c.at = *from = next + 1;
	if (!string_passed(&c))
		return false;
	*to = c.at;
	return true;
}

/* Notes where the chunk has the number that some servers give each event, which means nothing. */
static void number_find(struct reply *r)
{
	static const char key[] = "\"sequence_number\":";
	const char *s = r->last.data, *at = memmem(s, r->last.len, key, sizeof key - 1);
	struct cursor c = {s, r->last.len, 0};

	r->last_number = r->last_number_to = 0;
	if (!at)
		return;
	c.at = skip_space(s, c.len, (size_t)(at - s) + sizeof key - 1);
	r->last_number = c.at;
	if (!memmem(at + 1, c.len - (size_t)(at - s) - 1, key, sizeof key - 1) &&
	    number_passed(&c) && (c.at <= r->last_from || r->last_number >= r->last_to))
		r->last_number_to = c.at;
}

void reply_fast_learn(struct reply *r, const char *data, size_t len, const char *key)
{
	size_t from, to;

	if (r->no_shortcut || len > LEARN_MAX || !string_find(data, len, key, &from, &to) ||
	    memchr(data, '\\', from) || memchr(data + to, '\\', len - to) || memchr(data, 0, len) ||
	    !utf8_valid(data, len))
		return;
	buf_clear(&r->last);
	buf_add(&r->last, data, len);
	r->last_from = from;
	r->last_to = to;
	number_find(r);
}
