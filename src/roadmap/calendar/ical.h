/* SPDX-License-Identifier: MIT
 * iCalendar (RFC 5545) through libical: rules of recurrence, busy times and to-dos out of files of
 * strangers. The library is loaded when the first of them is needed and not linked: it and ICU, which
 * it brings, cost a start of the program 2.8 ms and 3 MB that chats would pay for nothing. What it
 * gives is turned into minutes and JSON here; no type of it leaves these files.
 *
 * Where the library is not installed, each function fails and says so.
 */
#ifndef ROADMAP_CALENDAR_ICAL_H
#define ROADMAP_CALENDAR_ICAL_H

#include "roadmap/calendar/calendar.h"
#include "roadmap/file/roadmap.h"

/* Puts into *out the first times, at most `most` and all before `to`, of a rule
 * ("FREQ=WEEKLY;BYDAY=MO") that begins at `start`; all in local minutes. Returns how many; the caller
 * frees *out, which is NULL if there are none. -1: e says what is wrong with the rule. */
int ical_rule_times(
    const char *rule, int64_t start, int64_t to, int most, int64_t **out, struct error *e);

/* Adds to out, and sorts it, the times within [from, to) at which a calendar's owner is busy: events
 * that are neither transparent nor cancelled, with their recurrences, and free/busy periods. Moments
 * are minutes in UTC; times of the file without a zone are in z. Reading ends and fails when out holds
 * `most` times. False: problems were added, and out may hold some of the times. True: problems name what
 * could not be followed exactly. */
bool ical_busy(const char *name, const char *bytes, size_t len, const struct zone *z, int64_t from,
    int64_t to, size_t most, struct busy_times *out, struct problems *problems);

/* As ical_busy, of a file ("-": stdin), for a plan with that start and deadline (TIME_NEVER: none):
 * from a month before the start to the horizon of a plan that begins then, but not before now.
 * defaults: config/roadmaps.yaml. */
bool ical_busy_file(const char *path, struct busy_times *out, const struct zone *z, int64_t start,
    int64_t deadline, const json_t *defaults, struct problems *problems);

/* Returns a roadmap document of the VTODOs of a file; new reference. What a plan has no place for
 * is left out and reported as a problem. NULL: problems were added. */
json_t *ical_todo_document(
    const char *name, const char *bytes, size_t len, struct problems *problems);

#endif
