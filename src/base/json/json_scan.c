/* SPDX-License-Identifier: MIT
 * A pull scanner that reads JSON from left to right without building values. At the first malformed byte
 * it sets `bad` and moves to the end, so a caller may check once, at the end.
 */
#include "base/json/json_scan.h"

#include "base/base.h"

#define NUMBER_MAX 40	/* longer numbers are not read */
#define WHOLE_DIGITS 15 /* a double holds every integer of so many digits */

static char next_char(struct json_scan *s)
{
	while (
	    s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\t' || *s->at == '\r'))
		s->at++;
	return s->at < s->end ? *s->at : '\0';
}

static void scan_fail(struct json_scan *s)
{
	s->bad = true;
	s->at = s->end;
}

void json_scan_begin(struct json_scan *s, const char *text, size_t len)
{
	*s = (struct json_scan){text, text + len, false};
}

/* Returns the closing quote of the string that begins at `from`, after its opening quote; NULL if none. */
static const char *closing_quote(const char *from, const char *end)
{
	const char *quote = from;

	while ((quote = memchr(quote, '"', (size_t)(end - quote)))) {
		const char *slash = quote;

		while (slash > from && slash[-1] == '\\')
			slash--;
		if ((quote - slash) % 2 == 0)
			return quote;
		quote++;
	}
	return NULL;
}

struct json_span json_scan_string(struct json_scan *s)
{
	struct json_span span = {NULL, 0};

	if (next_char(s) != '"') {
		json_scan_skip(s);
		return span;
	}
	const char *quote = closing_quote(s->at + 1, s->end);
	if (!quote) {
		scan_fail(s);
		return span;
	}
	span = (struct json_span){s->at + 1, (size_t)(quote - s->at) - 1};
	s->at = quote + 1;
	return span;
}

/* Skips an object or an array by counting brackets. */
static void skip_nested(struct json_scan *s)
{
	size_t depth = 0;

	while (s->at < s->end) {
		const char c = *s->at++;

		if (c == '"') {
			const char *quote = closing_quote(s->at, s->end);

			s->at = quote ? quote + 1 : s->end;
		} else if (c == '{' || c == '[') {
			depth++;
		} else if ((c == '}' || c == ']') && --depth == 0) {
			return;
		}
	}
	scan_fail(s);
}

static bool ends_word(char c)
{
	return c == ',' || c == '}' || c == ']' || c == ':' || c == '{' || c == '[' || c == '"' ||
	       c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\0';
}

/* Returns the length of the next literal: true, false, null or a number. */
static size_t word_length(struct json_scan *s)
{
	const char *at = s->at;

	while (at < s->end && !ends_word(*at))
		at++;
	return (size_t)(at - s->at);
}

void json_scan_skip(struct json_scan *s)
{
	const char c = next_char(s);

	if (c == '"') {
		json_scan_string(s);
	} else if (c == '{' || c == '[') {
		skip_nested(s);
	} else {
		const size_t len = word_length(s);

		s->at += len;
		if (len == 0)
			scan_fail(s);
	}
}

static bool enter_bracket(struct json_scan *s, char bracket)
{
	if (next_char(s) != bracket) {
		json_scan_skip(s);
		return false;
	}
	s->at++;
	return true;
}

bool json_scan_object(struct json_scan *s)
{
	return enter_bracket(s, '{');
}

bool json_scan_array(struct json_scan *s)
{
	return enter_bracket(s, '[');
}

/* Returns true if a member or an item comes next; otherwise skips the closing bracket. */
static bool has_more(struct json_scan *s, char bracket)
{
	char c = next_char(s);

	if (c == ',') {
		s->at++;
		c = next_char(s);
	}
	if (c == bracket) {
		s->at++;
		return false;
	}
	if (c == '\0')
		scan_fail(s);
	return !s->bad;
}

bool json_scan_item(struct json_scan *s)
{
	return has_more(s, ']');
}

bool json_scan_member(struct json_scan *s, struct json_span *key)
{
	if (s->at[-1] == ':')
		json_scan_skip(s);
	if (!has_more(s, '}'))
		return false;
	*key = json_scan_string(s);
	if (!key->at || next_char(s) != ':') {
		scan_fail(s);
		return false;
	}
	s->at++;
	return true;
}

/* Reads the next number. Returns NAN if the next value is no number, which is skipped. */
static double read_number(struct json_scan *s)
{
	char text[NUMBER_MAX], *end;
	const char c = next_char(s);

	if (c != '-' && (c < '0' || c > '9')) {
		json_scan_skip(s);
		return (double)NAN;
	}
	size_t len = word_length(s), digits = 0;
	int64_t whole = 0;

	/* Nearly all numbers are integers, and strtod is slow. */
	for (;
	     digits < len && digits < WHOLE_DIGITS && s->at[digits] >= '0' && s->at[digits] <= '9';
	     digits++)
		whole = whole * 10 + (s->at[digits] - '0');
	if (len < sizeof text) {
		memcpy(text, s->at, len);
		text[len] = '\0';
	}
	s->at += len;
	if (len >= sizeof text)
		return (double)NAN;
	if (digits == len)
		return (double)whole;
	double n = strtod(text, &end);
	return *end || !isfinite(n) ? (double)NAN : n;
}

double json_scan_num(struct json_scan *s, double fallback)
{
	const double n = read_number(s);

	return isnan(n) ? fallback : n;
}

int64_t json_scan_int(struct json_scan *s, int64_t fallback)
{
	/* 2^53: a double holds every integer up to it. */
	const double most = 9007199254740992.0, n = read_number(s);

	return n >= -most && n <= most && n == floor(n) ? (int64_t)n : fallback;
}

bool json_scan_flag(struct json_scan *s, bool fallback)
{
	const char c = next_char(s);
	const size_t len = c == 't' || c == 'f' ? word_length(s) : 0;
	const char *at = s->at;

	json_scan_skip(s);
	if (len == 4 && memcmp(at, "true", 4) == 0)
		return true;
	return len == 5 && memcmp(at, "false", 5) == 0 ? false : fallback;
}
