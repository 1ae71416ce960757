/* SPDX-License-Identifier: MIT
 * What kind of plan it is: one of five canonical patterns, a subtype, which may be a proposed one
 * ("proposed:NAME", with the reason for it), and the grammar of each pattern. Patterns, subtypes,
 * their grammar and the words that hint at them are rows of config/patterns.yaml.
 */
#ifndef ROADMAP_FILE_PATTERN_H
#define ROADMAP_FILE_PATTERN_H

#include <jansson.h>
#include "base/error.h"

enum introduced_by { INTRODUCED_SYSTEM, INTRODUCED_USER_FEEDBACK, INTRODUCED_AI_ADAPTATION };

struct pattern_spec {
	char *type;	   /* (owned, as all strings here) NULL: no pattern was chosen */
	char *subtype;	   /* NULL: none */
	char *variant;	   /* NULL: none */
	double confidence; /* 0 to 1; negative: not said */
	enum introduced_by introduced_by;
	char *source_pattern; /* what a proposed subtype was made of; NULL: nothing */
	char *rfc;	      /* why it is proposed; NULL: it does not say */
};
/* Fills p from a name like "milestone_project", or an object by the contract pattern_spec. Anything
 * else, or NULL, is no pattern: type is NULL then. What p held is not freed. */
void pattern_read(struct pattern_spec *p, const json_t *value);
/* The object that pattern_read reads back; new reference. NULL: no pattern was chosen. */
json_t *pattern_json(const struct pattern_spec *p);
void pattern_free(struct pattern_spec *p); /* frees what p owns and zeroes it */
/* Whether it or its subtype is a proposed one, which waits for approval. */
bool pattern_proposed(const struct pattern_spec *p);
/* Whether a name that the table does not have was proposed once and approved by a person. */
bool pattern_approved(const struct pattern_spec *p);
/* Makes what a pattern_spec proposes approved: the names lose their mark, and it is the user's. */
void pattern_approve(json_t *value);

/* The row of a pattern; borrowed of the table, which is config/patterns.yaml: {levels: {LEVEL: {within: [...]}},
 * patterns: [{name, ...}]}. NULL: there is none of that name, or type is NULL. */
const json_t *pattern_row(const json_t *table, const char *type);
/* The row whose grammar a plan of the pattern follows: its own, or, of one that people proposed, that of its
 * source_pattern. Borrowed; NULL: there is none. */
const json_t *pattern_grammar(const json_t *table, const struct pattern_spec *p);

/* The pattern whose words a goal has most of, for when no model is asked: its type, the subtype whose
 * words are there, and how clear that is as confidence. out is owned by the caller. False: no word
 * hints at any pattern, and out is as it was. */
bool pattern_guess(const json_t *table, const char *goal, struct pattern_spec *out);

#endif
