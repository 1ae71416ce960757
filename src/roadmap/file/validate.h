/* SPDX-License-Identifier: MIT
 * The rules a roadmap must keep before it is scheduled. All violations are found in one pass; each has
 * a code for programs, a sentence for people and, where there is a plain way to mend it, a fix that can
 * be applied to the document.
 */
#ifndef ROADMAP_FILE_VALIDATE_H
#define ROADMAP_FILE_VALIDATE_H

#include "roadmap/file/roadmap.h"

enum violation_code {
	VIOLATION_MISSING_ID,
	VIOLATION_DUPLICATE_ID,
	VIOLATION_LEVEL,
	VIOLATION_UNKNOWN_PARENT,
	VIOLATION_UNREACHABLE,
	VIOLATION_UNKNOWN_DEPENDENCY,
	VIOLATION_CYCLE,
	VIOLATION_ORDER,
	VIOLATION_UNKNOWN_RESOURCE,
	VIOLATION_NO_CAPACITY,
	VIOLATION_NO_WORK,
	VIOLATION_MILESTONE_DURATION,
	VIOLATION_FRAME_WORK,
	VIOLATION_BEFORE_PRACTICE,
	VIOLATION_NO_CADENCE,
	VIOLATION_STRAY_CADENCE,
	VIOLATION_CADENCE,
	VIOLATION_DATES,
	VIOLATION_UNKNOWN_PATTERN,
	VIOLATION_PATTERN_MISMATCH,
	VIOLATION_UNKNOWN_SUBTYPE,
	VIOLATION_PROPOSAL_REFUSED,
	VIOLATION_RFC_MISSING,
	VIOLATION_COUNT,
};
extern const char *const violation_codes[VIOLATION_COUNT]; /* "dependency_cycle" */

enum fix_kind {
	FIX_NONE,
	FIX_SET,       /* set key of the node to value */
	FIX_REMOVE,    /* remove key of the node */
	FIX_DROP_LINK, /* remove the node's link of that number */
	FIX_SET_PLAN,  /* set key of the plan to value */
};
struct roadmap_fix {
	enum fix_kind kind;
	char *key;     /* (owned) NULL where the kind has none */
	json_t *value; /* (owned) NULL where the kind has none */
	int link;
	int elsewhere; /* the number of the node it changes, plus one; 0: that of the violation */
};
struct roadmap_violation {
	enum violation_code code;
	int node;   /* -1: the plan itself */
	char *text; /* (owned) */
	struct roadmap_fix fix;
};
struct roadmap_violations {		/* zero-initialised: none */
	struct roadmap_violation *list; /* (owned) */
	size_t count, cap;
	/* A proposed subtype waits for approval: no violation, but planning must not go on. */
	bool rfc_pending;
};

/* Adds the violations of a roadmap to out. patterns: config/patterns.yaml. True: out is empty. */
bool roadmap_validate(
    const struct roadmap *r, const json_t *patterns, struct roadmap_violations *out);
void roadmap_violations_free(struct roadmap_violations *v); /* frees what v owns and zeroes it */

/* Applies the fix of a violation to the document of the roadmap, which must be read again then:
 * numbers in other fixes may be wrong by now. False: the violation has no fix. */
bool roadmap_fix_apply(struct roadmap *r, const struct roadmap_violation *v);
/* Returns what the fix does: "set id to ..."; caller frees. NULL: the violation has no fix. */
char *roadmap_fix_text(const struct roadmap *r, const struct roadmap_violation *v);
/* Returns [{code, node?, text, fix?}], each fix as its text; new reference. */
json_t *roadmap_violations_json(const struct roadmap *r, const struct roadmap_violations *v);
/* Returns the rules' part of a stage's confidence: 1 without a violation, less with each. */
double roadmap_violations_score(const struct roadmap *r, const struct roadmap_violations *v);

/* For the files that hold the rules. */

/* Adds a violation of a node (-1: of the plan), and returns it to be given a fix; borrowed, until the
 * next is added. */
struct roadmap_violation *violation_add(struct roadmap_violations *out, enum violation_code code,
    int node, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Sets the fix of a violation: set key of the node to value, which is stolen, or remove key (NULL). */
void violation_fix(struct roadmap_violation *v, const char *key, json_t *value);
/* Whether a routine ends, so that something can wait for the last time of it. */
bool roadmap_routine_ends(const struct roadmap *r, const struct roadmap_node *n);
/* Each adds what breaks its rules: the rule of recurrence of one node; levels, parents and
 * dependencies; what a plan of its pattern has. */
void validate_cadence(const struct roadmap *r, int node, struct roadmap_violations *out);
void validate_graph(const struct roadmap *r, struct roadmap_violations *out);
void validate_pattern(
    const struct roadmap *r, const json_t *patterns, struct roadmap_violations *out);

#endif
