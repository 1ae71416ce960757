/*
 * The latest times a schedule's tasks could have, from a pass backward over the schedule that is there.
 */
#ifndef ROADMAP_SCHEDULE_SCHEDULE_LATEST_H
#define ROADMAP_SCHEDULE_SCHEDULE_LATEST_H

#include "roadmap/schedule/schedule.h"

/* Moves all tasks as late as the deadline, or else the end of all, allows. Where that leaves one
 * without a place the schedule stays as it is. */
void schedule_move_late(struct schedule *s);
/* Fills s->floats: by how much working time each task can be later without the end being later. */
void schedule_find_floats(struct schedule *s);

#endif
