/* SPDX-License-Identifier: MIT
 * A schedule (contract `schedule`) week by week, as lines of text: what is done when, and how full
 * each week is. The exporters write these lines, and the screen shows them.
 *
 * All functions append to out and borrow the schedule. Times are spelled in the zone of the plan, or
 * in the local one where this machine does not know that zone. ascii: no character outside ASCII.
 */
#ifndef ROADMAP_EXPORT_AGENDA_H
#define ROADMAP_EXPORT_AGENDA_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/core/buf.h"

/* Appends a heading for each week with the sum of its work (waiting does not count), and below it,
 * indented by two, a line for each piece of a task, milestone and occurrence. Nothing if the schedule has
 * no dates. */
void agenda_text(const json_t *schedule, bool ascii, struct buf *out);

/* Appends how full each week of the first resource is, a line for each below a heading:
 * "2026-03-02  ██████░░░  67 %  2h of 3h". Where nothing is open, whatever is taken fills the bar. Nothing
 * if the schedule has no `load`: it was made before schedules had one, or it takes nobody's hours. */
void workload_text(const json_t *schedule, bool ascii, struct buf *out);

#endif
