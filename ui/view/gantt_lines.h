/*
 * A Gantt chart as rows of the screen: names at the left, bars, the day each ends.
 */
#ifndef UI_VIEW_GANTT_LINES_H
#define UI_VIEW_GANTT_LINES_H

#include "roadmap/export/gantt.h"
#include "ui/view/lines.h"

/* Appends the rows. v->cells is set to how many of `cells` are left for the bars. */
void gantt_lines(
    const struct gantt *g, struct gantt_view *v, int cells, bool ascii, struct lines *out);

#endif
