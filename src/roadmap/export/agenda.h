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

/* A heading for each week with the work in it (time that only passes is none), and below it a line for each piece of a task, each
 * milestone and each occurrence, indented by two. Nothing where the schedule has no dates. */
void agenda_text(const json_t *schedule, bool ascii, struct buf *out);

/* How full each week of the first resource is, a line for each below a heading: "2026-03-02  ██████░░░  67 %  2h of
 * 3h". Where nothing is open, whatever is taken fills the bar. Nothing where the
 * schedule has no `load`: it was made before schedules had one, or it takes nobody's hours. */
void workload_text(const json_t *schedule, bool ascii, struct buf *out);

#endif
