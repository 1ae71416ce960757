/* SPDX-License-Identifier: MIT
 * The pattern of a plan: one of five canonical kinds and a subtype, either of which may be a proposed
 * one ("proposed:NAME", with the reason for it). Patterns, subtypes, their grammar and the words that
 * hint at them are rows of config/patterns.yaml.
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
	char *rfc;	      /* why it is proposed; NULL: not given */
};
/* Fills p from a name like "milestone_project", or an object by the contract pattern_spec. Anything
 * else, or NULL, is no pattern: type is NULL then. What p held is not freed. */
void pattern_read(struct pattern_spec *p, const json_t *value);
/* Returns the object that pattern_read reads back; new reference. NULL: no pattern was chosen. */
json_t *pattern_json(const struct pattern_spec *p);
void pattern_free(struct pattern_spec *p); /* frees what p owns and zeroes it */
/* Whether the pattern or its subtype is a proposed one, which waits for approval. */
bool pattern_proposed(const struct pattern_spec *p);
/* Whether it was proposed once and a person approved it, so that the table may not have its names. */
bool pattern_approved(const struct pattern_spec *p);
/* Approves what a pattern_spec object proposes: removes "proposed:" from its names and sets
 * introduced_by to user_feedback. */
void pattern_approve(json_t *value);

/* Returns the row of a pattern; borrowed from the table, which is config/patterns.yaml: {levels: {LEVEL:
 * {within: [...]}}, patterns: [{name, ...}]}. NULL: there is none of that name, or type is NULL. */
const json_t *pattern_row(const json_t *table, const char *type);
/* Returns the row whose grammar a plan of the pattern follows: its own or, if it is proposed or approved
 * and the table has none, that of its source_pattern. Borrowed; NULL: there is none. */
const json_t *pattern_grammar(const json_t *table, const struct pattern_spec *p);

/* Guesses the pattern whose hints a goal has most of, for when no model is asked: fills in type, subtype
 * and confidence. out is freed by pattern_free. False: no word hints at any pattern, and out is
 * unchanged. */
bool pattern_guess(const json_t *table, const char *goal, struct pattern_spec *out);

#endif
