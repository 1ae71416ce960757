/* SPDX-License-Identifier: MIT
 * What the files of the validator share: the walk (the state of one validation) and the two tables of
 * keywords. schema.c holds the recursion, schema_walk.c records violations, counts steps and compiles
 * patterns, schema_apply.c has the keywords that apply other schemas, schema_assert.c those that look at
 * one value, schema_number.c equality and division, and schema_ref.c resolves $ref.
 */
#ifndef BASE_JSON_SCHEMA_WALK_H
#define BASE_JSON_SCHEMA_WALK_H

#include <stdint.h>
#include "base/json/schema.h"
#include "base/regex.h"

struct schema_pattern {
	const char *text;    /* (borrowed) a string of the schema, compared by address */
	struct regex *regex; /* (owned) NULL: it cannot be compiled */
};
struct frame { /* a $ref being followed, to detect circles */
	const json_t *schema, *value;
	const struct frame *below;
};
struct schema_scope { /* a resource of the schema that the check has entered */
	size_t resource;
	const struct schema_scope *outer;
};
struct schema_walk {			  /* one check of one value */
	const json_t *root;		  /* (borrowed) the whole schema */
	struct schema_index *index;	  /* (owned) the schemas and resources within root */
	const struct schema_scope *scope; /* (borrowed) the innermost */
	bool asserts; /* what schema_asserts returned: whether to check schema_assertions */
	struct violations *out; /* (borrowed) NULL: violations are not recorded */
	struct buf path;	/* (owned) of the current value */
	const char *member;	/* (borrowed) the `member` of the next violation, or NULL */
	struct schema_pattern *patterns; /* (owned) compiled so far */
	size_t pattern_count, pattern_cap;
	const struct frame *refs; /* (borrowed) the innermost */
	int depth, steps;
	int silent;  /* > 0: inside anyOf, not, if, ..., where a failure is no violation */
	bool broken; /* the schema is broken, or a bound was exceeded: nothing is valid any more */
};
/* rule: the keyword's value; schema: the object that has the keyword; all (borrowed). */
struct keyword_use {
	const json_t *rule, *schema, *value;
};
struct keyword {
	const char *name;
	/* Returns whether the value satisfies the keyword; otherwise records a violation. */
	bool (*check)(struct schema_walk *w, const struct keyword_use *k);
};
extern const struct keyword schema_assertions[], schema_applicators[]; /* end with a NULL name */

/* Returns whether the value is valid by a schema; otherwise records the violations. */
bool walk_check(struct schema_walk *w, const json_t *schema, const json_t *value);
/* As walk_check, but records no violation: for not, anyOf, if and the like, where a value that does not
 * match is an answer and no fault. */
bool walk_quietly(struct schema_walk *w, const json_t *schema, const json_t *value);
/* Adds cost to the steps. False: too many steps, or the walk was broken before; the caller must stop. */
bool walk_step(struct schema_walk *w, int cost);
/* Record a violation of a keyword, or that the schema is broken. Both always return false. */
bool walk_fail(struct schema_walk *w, const char *keyword, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
bool walk_broken(struct schema_walk *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Append a member or an item to the path. Both return the length before, for buf_cut. */
size_t walk_member(struct schema_walk *w, const char *name);
size_t walk_item(struct schema_walk *w, size_t index);
/* Sets *matched to whether s matches. False: the pattern is bad or takes too long, and the walk is
 * broken. pattern must be a string of the schema, as compiled patterns are cached by its address. */
bool walk_match(struct schema_walk *w, const char *pattern, const char *s, bool *matched);

/* schema_number.c. Numbers are equal by value: 1 and 1.0. */
bool value_equal(struct schema_walk *w, const json_t *a, const json_t *b);
uint64_t value_hash(struct schema_walk *w, const json_t *value); /* equal values, equal hashes */
bool value_is_multiple(const json_t *value, const json_t *of);
int value_compare(const json_t *a, const json_t *b); /* of numbers: < 0, 0, > 0 */

/* A check of struct keyword (dependentRequired) that more than one file needs. */
bool schema_dependent_required(struct schema_walk *w, const struct keyword_use *k);
/* Returns whether a member is described by the schema's properties or patternProperties. */
bool schema_names_member(struct schema_walk *w, const json_t *schema, const char *name);
/* schema_ref.c. Sets w->index to an index of the schemas in w->root; and frees one. */
void schema_index_make(struct schema_walk *w);
void schema_index_free(struct schema_index *index);
/* Return the schema that a $ref or a $dynamicRef of the schema `from` refers to; borrowed. NULL: it is not in this
 * document. */
const json_t *schema_resolve(struct schema_walk *w, const json_t *from, const char *ref);
const json_t *schema_resolve_dynamic(struct schema_walk *w, const json_t *from, const char *ref);
/* Records in *scope (owned by the caller) that the check enters the schema's resource. The caller restores w->scope
 * before *scope ends. */
void schema_scope_enter(struct schema_walk *w, struct schema_scope *scope, const json_t *schema);
/* Returns whether schema_assertions apply. They do not if $schema refers to a schema of the document whose
 * $vocabulary lacks the validation vocabulary. */
bool schema_asserts(struct schema_walk *w);

#endif
