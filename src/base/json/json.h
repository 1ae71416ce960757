/* SPDX-License-Identifier: MIT
 * Small conveniences over jansson, with its reference counts: a returned value is borrowed from the
 * argument, unless the comment says "new reference", which the caller drops by json_decref. "Steals"
 * means that the function takes over the caller's reference.
 *
 * Here: JSON as values (jansson): reading members, scanning without values, schemas and their
 * rules, JSON-RPC envelopes; and TOML and XML, which become JSON.
 * Not here: YAML (base/yaml), fields of events by name (session/event/event_data.h).
 */
#ifndef BASE_JSON_JSON_H
#define BASE_JSON_JSON_H

#include <jansson.h>
#include "base/core/buf.h"
#include "base/error.h"

/* Makes jansson allocate by xmalloc, so that no function returns NULL for lack of memory. Called once,
 * before the first value is made. */
void json_setup(void);

/* Parses one document strictly: duplicate keys, bad UTF-8 and NUL are errors. New reference; NULL with
 * e set if it fails. */
json_t *json_parse(const char *bytes, size_t len, struct error *e);
/* Parses untrusted input leniently: bad UTF-8, \u0000 and lone surrogate escapes become U+FFFD, the last
 * of duplicate keys counts, too large integers become reals. New reference; NULL with e set. */
json_t *json_parse_foreign(const char *bytes, size_t len, struct error *e);

/* Returns the JSON of a file, as a new reference; NULL if it cannot be read, is larger than max bytes or
 * no JSON. */
json_t *json_from_file(const char *path, size_t max);

/* Return the member `key` of an object; the fallback if obj is NULL or no object, or the member is
 * missing or of another type. A real without a fraction counts as an integer. */
const char *json_str(const json_t *obj, const char *key, const char *fallback);
int64_t json_int(const json_t *obj, const char *key, int64_t fallback);
double json_num(const json_t *obj, const char *key, double fallback);
bool json_flag(const json_t *obj, const char *key, bool fallback);
json_t *json_list(const json_t *obj, const char *key); /* an array, or NULL */
json_t *json_map(const json_t *obj, const char *key);  /* an object, or NULL */
/* Return the object or array under key; if there is none, an empty one is put there. */
json_t *json_map_made(json_t *obj, const char *key);
json_t *json_list_made(json_t *obj, const char *key);

/* Loops over an array (json_each_at also names the index, json_each_back starts at the end) and over the members of an
 * object; NULL counts as empty. The loop declares the variables, whose values are borrowed. break and continue work as
 * in one loop. */
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

/* Returns whether an array (NULL: an empty one) contains this string. */
bool json_holds_str(const json_t *list, const char *s);
/* Returns the first object of an array (NULL: an empty one) that has this string under key, or
 * has no string there if value is "". Borrowed; NULL: there is none, or value is NULL. */
json_t *json_row(const json_t *list, const char *key, const char *value);
/* Returns the member name nearest to a word, as text_nearest finds it; borrowed. NULL: none is near. */
const char *json_nearest(const json_t *obj, const char *word);
/* Parses the text of a JSON string as JSON. New reference; NULL if value is no string, or its text is no
 * JSON of this type. */
json_t *json_inside(const json_t *value, json_type type);
/* Returns an integer if n is whole and below 1e15, else a real; new reference. NULL: n is not finite. */
json_t *json_from_number(double n);
/* Returns a JSON string of bytes that are sanitised first (text_sanitise); new reference. */
json_t *json_text(const char *bytes, size_t len);

/* Calls json_decref on each argument; NULL is accepted. */
#define json_decref_all(...) \
	json_decref_list( \
	    (json_t *const[]){__VA_ARGS__}, sizeof((json_t *[]){__VA_ARGS__}) / sizeof(json_t *))
void json_decref_list(json_t *const *values, size_t count);

/* Set a member of an object. They do nothing if the string or value is NULL. */
void json_put_str(json_t *obj, const char *key, const char *s); /* s is valid UTF-8 */
void json_put_int(json_t *obj, const char *key, int64_t n);
void json_put(json_t *obj, const char *key, json_t *value); /* steals value */
/* Drops the reference in *field (may be NULL) and stores value (may be NULL), which it steals. */
void json_take(json_t **field, json_t *value);

/* Returns the value as compact JSON in one line, keys in insertion order; a NULL value gives "null".
 * Never NULL. Caller frees. */
char *json_line(const json_t *value);
/* As json_line, but appends to a buffer. */
void json_write(struct buf *out, const json_t *value);
/* Appends valid UTF-8 as a quoted, escaped JSON string. */
void json_write_string(struct buf *out, const char *s, size_t len);

#endif
