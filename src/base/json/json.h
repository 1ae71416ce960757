/* SPDX-License-Identifier: MIT
 * Small conveniences over jansson. Values follow jansson's reference counts: what is returned is
 * borrowed of the value that is given, unless a new reference is said, which the caller drops by
 * json_decref; "steals" is said where a reference is taken.
 */
#ifndef BASE_JSON_JSON_H
#define BASE_JSON_JSON_H

#include <jansson.h>
#include "base/core/buf.h"
#include "base/error.h"

/* Lets jansson allocate as the rest does, so that no value is NULL for want of memory. Once, before
 * the first value is made. */
void json_setup(void);

/* Parses one document of bytes exactly as they are: duplicate keys, bad UTF-8 and NUL are errors.
 * New reference; NULL: e. */
json_t *json_parse(const char *bytes, size_t len, struct error *e);
/* Parses what a stranger sent: bad UTF-8, \u0000 and lone surrogate escapes become U+FFFD, of
 * duplicate keys the last counts, integers too large are reals. New reference; NULL: e. */
json_t *json_parse_foreign(const char *bytes, size_t len, struct error *e);

/* Returns the JSON of a file that this program keeps, as a new reference; NULL: there is none, or it is larger or no
 * JSON. */
json_t *json_from_file(const char *path, size_t max);

/* Members of an object; the fallback where obj is NULL, no object, has no such key or one of another
 * type. A real without a fraction counts as an integer. */
const char *json_str(const json_t *obj, const char *key, const char *fallback);
int64_t json_int(const json_t *obj, const char *key, int64_t fallback);
double json_num(const json_t *obj, const char *key, double fallback);
bool json_flag(const json_t *obj, const char *key, bool fallback);
json_t *json_list(const json_t *obj, const char *key); /* an array, or NULL */
json_t *json_map(const json_t *obj, const char *key);  /* an object, or NULL */
/* The array or object of that key; one is put there where there is none. */
json_t *json_map_made(json_t *obj, const char *key);
json_t *json_list_made(json_t *obj, const char *key);

/* Loops over an array, whose index json_each_at names, or from its end (json_each_back), and over the members of an
 * object; NULL is an empty one. The variables are declared by the loop, and what they hold is borrowed. break and
 * continue are those of one loop. */
#define json_each(one, list) json_each_at (one##_at, one, list)
#define json_each_at(i, one, list) \
	for (size_t i = 0, i##_on = 1; i##_on && i < json_array_size(list); i++) \
		for (json_t *one = (i##_on = 0, json_array_get(list, i)); !i##_on; i##_on = 1)
#define json_each_back(one, list) \
	for (size_t one##_at = json_array_size(list), one##_on = 1; one##_on && one##_at > 0; \
	     one##_at--) \
		for (json_t *one = (one##_on = 0, json_array_get(list, one##_at - 1)); !one##_on; \
		     one##_on = 1)
#define json_members(key, value, object) \
	for (void *key##_at = json_object_iter((json_t *)(object)), *key##_on = key##_at; \
	     key##_at && key##_on; key##_at = json_object_iter_next((json_t *)(object), key##_at)) \
		for (const char *key = (key##_on = NULL, json_object_iter_key(key##_at)); key; \
		     key = NULL) \
			for (json_t * value \
				 __attribute__((unused)) = json_object_iter_value(key##_at); \
			     !key##_on; key##_on = key##_at)

/* Whether an array (NULL: an empty one) has this very string. */
bool json_holds_str(const json_t *list, const char *s);
/* Returns the first object of an array (NULL: an empty one) that has this string under key, or
 * lacks it where value is "". Borrowed; NULL: there is none, or value is NULL. */
json_t *json_row(const json_t *list, const char *key, const char *value);
/* Returns the member name nearest to a word, as text_nearest finds it; borrowed. NULL: none is near. */
const char *json_nearest(const json_t *obj, const char *word);
/* Returns what a string holds where that is JSON of this type, as a new reference. NULL: it is
 * none, or no string. */
json_t *json_inside(const json_t *value, json_type type);
/* An integer where n is whole and exact, else a real; new reference. NULL: n is no finite number. */
json_t *json_from_number(double n);
/* Returns a string of foreign bytes, through text_sanitise; new reference. */
json_t *json_text(const char *bytes, size_t len);

/* Drops each of its arguments, references that may be NULL. */
#define json_decref_all(...) \
	json_decref_list( \
	    (json_t *const[]){__VA_ARGS__}, sizeof((json_t *[]){__VA_ARGS__}) / sizeof(json_t *))
void json_decref_list(json_t *const *values, size_t count);

/* Put a member into an object. A NULL string or value puts nothing. */
void json_put_str(json_t *obj, const char *key, const char *s); /* s is valid UTF-8 */
void json_put_int(json_t *obj, const char *key, int64_t n);
void json_put(json_t *obj, const char *key, json_t *value); /* steals value */
/* Replaces an owned value (NULL: none) by another (NULL: none), which it steals. */
void json_take(json_t **field, json_t *value);

/* Returns the value as compact JSON in one line, keys in the order they were put; NULL is null.
 * Owned by the caller, never NULL. */
char *json_line(const json_t *value);
/* Appends what json_line gives. */
void json_write(struct buf *out, const json_t *value);
/* Appends valid UTF-8 as a quoted, escaped JSON string. */
void json_write_string(struct buf *out, const char *s, size_t len);

#endif
