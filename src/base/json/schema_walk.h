/* SPDX-License-Identifier: MIT
 * What the files of the validator share: the walk, and the two tables of keywords. schema.c holds the
 * walk, schema_walk.c what it notes and counts, schema_apply.c the keywords that apply other schemas,
 * schema_apply.c what those left over, schema_assert.c the keywords that look at one value,
 * schema_number.c equality and division, schema_ref.c where a $ref leads, schema_walk.c how patterns
 * are written.
 */
#ifndef BASE_JSON_SCHEMA_WALK_H
#define BASE_JSON_SCHEMA_WALK_H

#include <stdint.h>
#include "base/json/schema.h"
#include "base/regex.h"

struct schema_pattern {
	const char *text;    /* (borrowed) of the schema */
	struct regex *regex; /* (owned) NULL: it cannot be compiled */
};
struct frame { /* a $ref being followed, to see circles */
	const json_t *schema, *value;
	const struct frame *below;
};
struct schema_scope { /* a resource of the schema that the check has come into */
	size_t resource;
	const struct schema_scope *outer;
};
struct schema_walk {			  /* one check of one value */
	const json_t *root;		  /* (borrowed) the whole schema */
	struct schema_index *index;	  /* (owned) of it */
	const struct schema_scope *scope; /* (borrowed) the innermost */
	bool asserts;			  /* its dialect has the keywords that look at one value */
	struct violations *out;		  /* (borrowed) NULL: nobody wants to know */
	struct buf path;		  /* (owned) of the value that is looked at */
	const char *member; /* (borrowed) of the violation that is noted next, or NULL */
	struct schema_pattern *patterns; /* (owned) compiled so far */
	size_t pattern_count, pattern_cap;
	const struct frame *refs; /* (borrowed) the innermost */
	int depth, steps;
	int silent;  /* > 0: inside anyOf, not, if...: failing there is no violation */
	bool broken; /* the schema is, or a bound was reached: nothing is valid any more */
};
/* rule: the keyword's value; schema: the object the keyword stands in; all (borrowed). */
struct keyword_use {
	const json_t *rule, *schema, *value;
};
struct keyword {
	const char *name;
	/* Whether the value keeps the keyword. */
	bool (*check)(struct schema_walk *w, const struct keyword_use *k);
};
extern const struct keyword schema_assertions[], schema_applicators[]; /* end with a NULL name */

/* Whether the value is valid by a schema; noted where it is not. */
bool walk_check(struct schema_walk *w, const json_t *schema, const json_t *value);
/* Whether it is valid, where failing is an answer and not a fault: nothing is noted. */
bool walk_quietly(struct schema_walk *w, const json_t *schema, const json_t *value);
/* Counts steps. False: the walk is broken, by them or before, and whoever walks gives up. */
bool walk_step(struct schema_walk *w, int cost);
/* Note a violation by a keyword, or that the schema is broken. Both always return false. */
bool walk_fail(struct schema_walk *w, const char *keyword, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool walk_broken(struct schema_walk *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Append a member or an item to the path. Both return the length to cut it back to. */
size_t walk_member(struct schema_walk *w, const char *name);
size_t walk_item(struct schema_walk *w, size_t index);
/* Sets *matched. False: the pattern is bad or takes too long, and the walk is broken. pattern is a
 * string of the schema. */
bool walk_match(struct schema_walk *w, const char *pattern, const char *s, bool *matched);

/* schema_number.c. Numbers are equal by value: 1 and 1.0. */
bool value_equal(struct schema_walk *w, const json_t *a, const json_t *b);
uint64_t value_hash(struct schema_walk *w, const json_t *value); /* equal values, equal hashes */
bool value_is_multiple(const json_t *value, const json_t *of);
int value_compare(const json_t *a, const json_t *b); /* of numbers: < 0, 0, > 0 */

/* Keywords, as in struct keyword, and parts of them that more than one file needs. */
bool schema_dependent_required(struct schema_walk *w, const struct keyword_use *k);
/* Whether a schema has something to say of a member, by properties or patternProperties. */
bool schema_names_member(struct schema_walk *w, const json_t *schema, const char *name);
/* schema_ref.c. Makes the index of the walk's schema; and frees one. */
void schema_index_make(struct schema_walk *w);
void schema_index_free(struct schema_index *index);
/* The schema that a $ref or a $dynamicRef means that stands in the schema `from`; borrowed. NULL: it leads nowhere in this document. */
const json_t *schema_resolve(struct schema_walk *w, const json_t *from, const char *ref);
const json_t *schema_resolve_dynamic(struct schema_walk *w, const json_t *from, const char *ref);
/* Comes into a schema, by which a $dynamicRef is resolved: w->scope is to be set back to what it was before the
 * caller's scope ends. */
void schema_scope_enter(struct schema_walk *w, struct schema_scope *scope, const json_t *schema);
/* Whether the keywords that look at one value hold: not if $schema is a schema of the document whose $vocabulary lacks
 * them. */
bool schema_asserts(struct schema_walk *w);

#endif
