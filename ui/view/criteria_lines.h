/* SPDX-License-Identifier: MIT
 * The strategy and its criteria as rows below the plan, or as one line where there is no room.
 */
#ifndef UI_VIEW_CRITERIA_LINES_H
#define UI_VIEW_CRITERIA_LINES_H

#include "ui/model/criteria.h"
#include "ui/view/lines.h"

/* criteria_rows returns how many rows the strategy takes, at most `most`; criteria_lines appends
 * exactly `rows` rows. */
int criteria_rows(const struct criteria *c, int cells, int most);
void criteria_lines(const struct criteria *c, int cells, int rows, bool ascii, struct lines *out);
/* Appends each criterion with its number and its check, for /criteria. */
void criteria_list(const struct criteria *c, bool ascii, struct lines *out);
/* Adds "✔✘·" to the unfinished line. */
void criteria_marks(const struct criteria *c, bool ascii, struct lines *out);
/* Appends "✔✘· 1/3 Fix the parser first" as a row: where there is no room and no plan. */
void criteria_one_line(const struct criteria *c, int cells, bool ascii, struct lines *out);

#endif
