/* SPDX-License-Identifier: MIT
 * The state of a list, for pick.c.
 */
#ifndef UI_INPUT_PICK_STATE_H
#define UI_INPUT_PICK_STATE_H

#include "ui/input/fuzzy.h"
#include "ui/input/pick.h"

struct pick {
	struct pick_source source;
	struct pick_rows rows;
	struct buf filter;
	struct fuzzy_hit *shown; /* (owned) the rows that fit the filter, best first */
	size_t count, shown_cap;
	size_t selected, top; /* of shown; top: the first in view */
	size_t above;	      /* lines before the rows, when lines were last made */
};

#endif
