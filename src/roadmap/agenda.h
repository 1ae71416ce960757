/*
 * A schedule (contract `schedule`) by the week, as lines of text: what is done when, and how full each
 * week is. The exporters write them, and the screen shows them.
 */
#ifndef ROADMAP_AGENDA_H
#define ROADMAP_AGENDA_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/buf.h"

/* All times are in the zone of the plan. What is within a week is indented. */
void agenda_text(const json_t *schedule, bool ascii, struct buf *out);
/* Nothing where the schedule has none: it was made before schedules had it, or nobody works. */
void load_text(const json_t *schedule, bool ascii, struct buf *out);
/* How full a week is: "2026-03-02  ██████░░░  67 %  2h of 3h". open: the minutes there are. */
void load_week_text(const char *week, int64_t taken, int64_t open, bool ascii, struct buf *out);

#endif
