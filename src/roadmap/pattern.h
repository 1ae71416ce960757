/*
 * What kind of plan it is: one of five canonical patterns, a subtype, which may be a proposed one
 * ("proposed:NAME", with the reason for it), and the grammar of each pattern. Patterns, subtypes,
 * their grammar and the words that hint at them are rows of config/patterns.yaml.
 */
#ifndef ROADMAP_PATTERN_H
#define ROADMAP_PATTERN_H

#include <jansson.h>
#include "base/problem.h"

enum introduced_by { INTRODUCED_SYSTEM, INTRODUCED_USER_FEEDBACK, INTRODUCED_AI_ADAPTATION };

struct pattern_spec {
	char *type; /* (owned, as all strings here) canonical name; NULL: no pattern was chosen */
	char *subtype;	   /* NULL: none */
	char *variant;	   /* NULL: none */
	double confidence; /* 0 to 1; negative: not said */
	enum introduced_by introduced_by;
	char *source_pattern; /* what a proposed subtype was made of; NULL */
	char *rfc;	      /* why it is proposed; NULL */
};
/* "milestone_project", or an object by the schema pattern_spec. NULL value: no pattern. */
void pattern_read(struct pattern_spec *p, const json_t *value);
json_t *pattern_json(const struct pattern_spec *p); /* NULL: no pattern */
void pattern_free(struct pattern_spec *p);
bool pattern_proposed(const struct pattern_spec *p); /* its subtype waits for approval */

/* The rows of config/patterns.yaml: {levels: {LEVEL: {within: [...]}}, patterns: [{name, ...}]}; new
 * reference; NULL: problems tell why it is unusable. */
json_t *patterns_load(struct problems *problems);
const json_t *pattern_row(const json_t *table, const char *type); /* borrowed; NULL: no such one */
bool pattern_has_subtype(const json_t *row, const char *subtype);

/* The pattern whose words a goal has most of, for when no model is asked: type, subtype where its
 * words are there, confidence by how clear it is. False: no word hints at any. */
bool pattern_guess(const json_t *table, const char *goal, struct pattern_spec *out);

#endif
