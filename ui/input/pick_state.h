/* SPDX-License-Identifier: MIT */
/* What a list holds, for pick.c and pick.c. */
#ifndef UI_INPUT_PICK_STATE_H
#define UI_INPUT_PICK_STATE_H

#include "ui/input/fuzzy.h"
#include "ui/input/pick.h"

struct pick {
	struct pick_source source;
	struct pick_rows rows;
	struct buf filter;
	struct fuzzy_hit *shown; /* (owned) those that fit, best first */
	size_t count, shown_cap;
	size_t selected, top; /* of shown */
	size_t above;	      /* lines before the rows, as they were made last */
};

#endif
