/* SPDX-License-Identifier: MIT
 * Reads a few members of a JSON text in place, for loops over a hundred thousand texts: no value is
 * built, and other members are skipped. For JSON that this program stored: malformed text gives
 * arbitrary values or sets `bad`, but is never read past its end.
 *
 *	json_scan_begin(&s, text, len);
 *	json_scan_each (key, &s)
 *		... at most one call that takes the value, or a loop over the object or array it is
 */
#ifndef BASE_JSON_JSON_SCAN_H
#define BASE_JSON_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A string of the text, without its quotes, its escapes not decoded. */
struct json_span {
	const char *at; /* (borrowed) within the text; NULL: no string */
	size_t len;
};
struct json_scan {
	const char *at, *end; /* (borrowed) the position in the text, and its end */
	bool bad;	      /* the text is malformed: nothing more is read */
};

/* Starts before the first value of a text, which is borrowed as long as s is used. */
void json_scan_begin(struct json_scan *s, const char *text, size_t len);
/* Enters the next value. False: it is no object (no array), and was skipped. */
bool json_scan_object(struct json_scan *s);
bool json_scan_array(struct json_scan *s);
/* Moves to the next member or item of the object or array that was entered; the value of the member
 * before is skipped if it was not taken. False: there are no more, or the text is malformed. */
bool json_scan_member(struct json_scan *s, struct json_span *key);
bool json_scan_item(struct json_scan *s);
/* Loops over the members of the next value if it is an object; otherwise skips the value. */
#define json_scan_each(key, s) \
	for (struct json_span key, *key##_in = json_scan_object(s) ? &key : NULL; \
	     key##_in && json_scan_member(s, &key);)
/* Read the next value. If it is of another type, or a number that does not fit, it is skipped, and the
 * fallback, or a span whose `at` is NULL, is returned. */
struct json_span json_scan_string(struct json_scan *s);
int64_t json_scan_int(struct json_scan *s, int64_t fallback);
double json_scan_num(struct json_scan *s, double fallback);
bool json_scan_flag(struct json_scan *s, bool fallback);
void json_scan_skip(struct json_scan *s); /* skips the next value, of any type */

/* Returns whether a span equals this word; false if its `at` is NULL. */
static inline bool span_is(struct json_span span, const char *word)
{
	return span.at && strlen(word) == span.len && memcmp(span.at, word, span.len) == 0;
}

#endif
