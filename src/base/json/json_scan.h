/* SPDX-License-Identifier: MIT
 * Reading a few members of a JSON text where it lies, for who goes through a hundred thousand of
 * them: no value is made, what is not asked for is stepped over. It believes the text to be JSON, as
 * what this program stored is; of anything else it reads something or says `bad`, and never reads
 * past the end.
 *
 *	json_scan_begin(&s, text, len);
 *	json_scan_each (key, &s)
 *		... at most one of the takers below, or an object or array gone through
 */
#ifndef BASE_JSON_JSON_SCAN_H
#define BASE_JSON_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A string of the text, without its quotes and with escapes as they stand. */
struct json_span {
	const char *at; /* (borrowed) of the text; NULL: there is none */
	size_t len;
};
struct json_scan {
	const char *at, *end; /* (borrowed) of the text */
	bool bad;	      /* something was not as it should be: nothing is read any more */
};

/* Before the first value; the text is borrowed as long as it is read. */
void json_scan_begin(struct json_scan *s, const char *text, size_t len);
/* Steps into the value that comes next. False: it is of another kind and was stepped over. */
bool json_scan_object(struct json_scan *s);
bool json_scan_array(struct json_scan *s);
/* Goes to the next member or item of what was stepped into; the value of a member that was not taken is
 * stepped over. False: it is over, or the text is bad. */
bool json_scan_member(struct json_scan *s, struct json_span *key);
bool json_scan_item(struct json_scan *s);
/* Loops over the members of the object that comes next; none where it is of another kind. */
#define json_scan_each(key, s) \
	for (struct json_span key, *key##_in = json_scan_object(s) ? &key : NULL; \
	     key##_in && json_scan_member(s, &key);)
/* Take the value that comes next. One of another kind is stepped over and gives the fallback, or a
 * span without bytes, as does a number that cannot be held. */
struct json_span json_scan_string(struct json_scan *s);
int64_t json_scan_int(struct json_scan *s, int64_t fallback);
double json_scan_num(struct json_scan *s, double fallback);
bool json_scan_flag(struct json_scan *s, bool fallback);
void json_scan_skip(struct json_scan *s); /* whatever it is */

/* Whether a span is this very word; false for the one without bytes. */
static inline bool span_is(struct json_span span, const char *word)
{
	return span.at && strlen(word) == span.len && memcmp(span.at, word, span.len) == 0;
}

#endif
