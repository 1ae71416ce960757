/*
 * Small conveniences over jansson. Values follow jansson's reference counts; "steals" is said where
 * a reference is taken.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <jansson.h>
#include "base/buf.h"
#include "base/error.h"

/* Lets jansson allocate as the rest does. Once, before the first value is made. */
void json_setup(void);

/* Parses one document of bytes exactly as they are: duplicate keys, bad UTF-8 and NUL are errors.
 * New reference or NULL. */
json_t *json_parse(const char *bytes, size_t len, struct error *e);
/* The same for what a stranger sent: bad UTF-8, \u0000 and lone surrogate escapes are replaced by
   U+FFFD first, duplicate keys keep the last value. */
json_t *json_parse_foreign(const char *bytes, size_t len, struct error *e);

/* Members of an object; the fallback when obj is NULL, no object, has no such key or one of another
 * type. Borrowed. */
const char *json_str(const json_t *obj, const char *key, const char *fallback);
int64_t json_int(
    const json_t *obj, const char *key, int64_t fallback); /* a real without fraction counts */
double json_num(const json_t *obj, const char *key, double fallback);
bool json_flag(const json_t *obj, const char *key, bool fallback);
json_t *json_list(const json_t *obj, const char *key); /* an array, or NULL */
json_t *json_map(const json_t *obj, const char *key);  /* an object, or NULL */
/* The same, made where there is none; borrowed. */
json_t *json_map_made(json_t *obj, const char *key);
json_t *json_list_made(json_t *obj, const char *key);
bool json_holds_str(const json_t *list, const char *s); /* an array that has this very string */
/* What a string holds where that is JSON of this type; new reference, NULL: it is none, or no string. */
json_t *json_inside(const json_t *value, json_type type);
/* An integer where n is whole and exact, else a real; new reference, NULL: infinite or no number. */
json_t *json_from_number(double n);

json_t *json_text(const char *bytes,
    size_t len); /* a string of foreign bytes, through text_sanitise; new reference */
void json_put_str(
    json_t *obj, const char *key, const char *s); /* s must be valid UTF-8; NULL puts nothing */
void json_put_int(json_t *obj, const char *key, int64_t n);
void json_put(json_t *obj, const char *key, json_t *value); /* steals; NULL puts nothing */
char *json_line(const json_t
	*value); /* compact, keys in the order they were put; owned by the caller, never NULL */
void json_write(struct buf *out, const json_t *value); /* the same, appended */
void json_write_string(
    struct buf *out, const char *s, size_t len); /* a quoted, escaped JSON string of valid UTF-8 */

#endif
