/* SPDX-License-Identifier: MIT
 * Finds the lines of a text that are most like an old text that is not in it, and says how they differ: what
 * edit_file answers instead of "not found". Pure and bounded: of a long text the first CLOSEST_BYTES and
 * CLOSEST_LINES are looked at, and lines are compared by their sets of byte pairs, the longest first, within
 * CLOSEST_STEPS comparisons.
 */
#ifndef TOOLS_READ_CLOSEST_MATCH_H
#define TOOLS_READ_CLOSEST_MATCH_H

#include "base/core/buf.h"

#define CLOSEST_BYTES ((size_t)2 << 20)
#define CLOSEST_LINES 100000
#define CLOSEST_OLD_LINES 1000 /* of the text that is looked for */
#define CLOSEST_STEPS 400000

struct closest_match {
	size_t first, last; /* lines of the region, from 1 */
	bool space;	    /* differs in white space only */
	double likeness;    /* 0 to 1 */
};
/* Fills *at, and appends the place and a small diff of the old text (-) against what was found (+). False:
 * nothing is alike; nothing was appended, and only at->likeness may have been set. */
bool closest_match(const char *text, size_t len, const char *old, size_t old_len,
    struct closest_match *at, struct buf *out);

#endif
