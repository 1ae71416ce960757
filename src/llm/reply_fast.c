/*
 * Nearly every chunk of a stream differs from the one before in one string, the text. So the last
 * chunk that held nothing but text is kept, with the place of that string: a chunk with the same
 * bytes before and after it has the same JSON around another string, and only that is read. The
 * proof needs that the string is the one the wire means: its key stands in the chunk once, nothing
 * outside the string is escaped, and the wire has found it there in the parsed chunk. Anything
 * unusual (a \u escape, a control byte, bad UTF-8) is left to the parser.
 */
#include <string.h>
#include "base/utf8.h"
#include "llm/context.h"

#define LEARN_MAX 4096
#define PIECE 1024

/* The escape at s[1]; 0: none that is read here. */
static char unescape(char c)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *at = c ? strchr(from, c) : NULL;

	return at ? to[at - from] : 0;
}

/* Bytes of s that stand for themselves inside a JSON string. */
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

bool reply_fast(struct reply *r, const char *data, size_t len)
{
	size_t after = r->last.len - r->last_to, n;
	char text[PIECE];

	if (!r->last.len || len < r->last_from + after ||
	    memcmp(data, r->last.data, r->last_from) != 0 ||
	    memcmp(data + len - after, r->last.data + r->last_to, after) != 0)
		return false;
	if (!decode(data + r->last_from, len - after - r->last_from, text, &n))
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

/* Where the inside of the string of the only such key (with its quotes) begins and ends. */
static bool string_find(const char *s, size_t len, const char *key, size_t *from, size_t *to)
{
	const char *at = memmem(s, len, key, strlen(key));
	size_t next;
	bool high = false;

	if (!at)
		return false;
	next = (size_t)(at - s) + strlen(key);
	if (memmem(s + next, len - next, key, strlen(key)))
		return false;
	next = skip_space(s, len, next);
	if (next == len || s[next] != ':')
		return false;
	next = skip_space(s, len, next + 1);
	if (next == len || s[next] != '"')
		return false;
	*from = *to = next + 1;
	for (;;) {
		*to += literal_run(s + *to, len - *to, &high);
		if (*to == len || s[*to] == '"')
			return *to < len;
		*to += 2;
		if (*to > len)
			return false;
	}
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
}
