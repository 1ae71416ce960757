/* SPDX-License-Identifier: MIT
 * A roadmap as a Gantt chart with a cursor on its tasks, to be moved along and zoomed, as an agenda and by the load of
 * its weeks.
 */
#ifndef UI_COMMAND_ROADMAP_CHART_H
#define UI_COMMAND_ROADMAP_CHART_H

#include "ui/command/slash.h"

/* Shows the schedule of a kept plan; id: that of the plan, for changes. */
void roadmap_chart_open(struct commander *c, const char *id, const json_t *schedule);

#endif
