/*
 * iCalendar (RFC 5545) through libical: rules of recurrence, busy times and to-dos out of files of
 * strangers. The library is loaded when the first of them is needed and not linked: it and ICU, which
 * it brings, cost a start of the program 2.8 ms and 3 MB that chats would pay for nothing. What it
 * gives is turned into minutes and JSON here; no type of it leaves these files.
 */
#ifndef ROADMAP_ICAL_H
#define ROADMAP_ICAL_H

#include "roadmap/busy_times.h"
#include "roadmap/roadmap.h"

/* The times of a rule that begins at `start`, up to `to` (both in local minutes), at most `most`;
 * *out is owned by the caller. Returns how many; -1: e says what is wrong with the rule. */
int ical_rule_times(
    const char *rule, int64_t start, int64_t to, int most, int64_t **out, struct error *e);

/* Adds the times within [from, to) at which a calendar's owner is busy: events that are neither
 * transparent nor cancelled, with all their recurrences, and free/busy periods. Times without a zone
 * are in z. False: problems were added. */
bool ical_busy(const char *name, const char *bytes, size_t len, const struct zone *z, int64_t from,
    int64_t to, size_t most, struct busy_times *out, struct problems *problems);

/* The same of a file, for a plan of that start and deadline (minutes since 1970; TIME_NEVER: none
 * known); times without a zone are in z, defaults: config/roadmaps.yaml. False: problems tell. */
bool ical_busy_file(const char *path, struct busy_times *out, const struct zone *z, int64_t start,
    int64_t deadline, const json_t *defaults, struct problems *problems);

/* A roadmap document of the VTODOs of a file; new reference; NULL: problems were added. */
json_t *ical_todo_document(
    const char *name, const char *bytes, size_t len, struct problems *problems);

#endif
