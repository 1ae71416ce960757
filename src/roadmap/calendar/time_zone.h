/* SPDX-License-Identifier: MIT
 * Time zones, moments and days: looking zones up, parsing and spelling moments, counting days. A zone
 * is a table of offsets, read once from the C library's database, so that turning local time into a
 * moment costs a binary search and does not depend on the process's own zone. Everything in
 * src/roadmap counts minutes since 1970-01-01T00:00Z; "local minutes" are the same count of what the
 * clock on the wall shows.
 *
 * A local time that a clock change leaves out is taken with the offset before the change, one that
 * happens twice means the first (RFC 5545, section 3.3.5).
 */
#ifndef ROADMAP_CALENDAR_TIME_ZONE_H
#define ROADMAP_CALENDAR_TIME_ZONE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define DAY 1440		   /* minutes */
#define TIME_NEVER (INT64_MAX / 4) /* later than every moment of a plan */

struct zone;

/* Returns a zone by its name in the tz database ("Europe/Berlin", "UTC"); NULL or "local": the zone of
 * the process, under its name in the database if it has one, which never fails. Borrowed: zones live
 * as long as the program. NULL: no zone has that name, which e says. */
const struct zone *zone_find(const char *name, struct error *e);
/* As zone_find, but returns the zone of the process for a name that this machine does not know. */
const struct zone *zone_or_local(const char *name);
const char *zone_name(const struct zone *z); /* "local": the process's, if it has no name */
/* Convert local minutes of a zone to a moment, and a moment to local minutes. */
int64_t zone_utc(const struct zone *z, int64_t local);
int64_t zone_local(const struct zone *z, int64_t utc);

/* Reads "2026-03-02" or "2026-03-02T09:00[:SS][Z|+02:00]" (a space may stand for the T), of the years
 * 1995 to 2075; a time without an offset is in z. *day: whether it was a day alone, which means its
 * beginning or, with `end`, its end. False: it is no moment. */
bool moment_parse(const char *text, const struct zone *z, bool end, int64_t *out, bool *day);
/* Returns the moment that a member of an object spells; 0: it is missing or spells none. */
int64_t moment_member(const json_t *o, const char *key, const struct zone *z);

/* Sets a member of an object to a moment as moment_write spells it; does nothing for TIME_NEVER and
 * -TIME_NEVER. */
void moment_put(json_t *o, const char *key, int64_t utc, const struct zone *z);
/* Returns a moment as moment_write spells it, as a new reference; NULL for TIME_NEVER and -TIME_NEVER. */
json_t *moment_json(int64_t utc, const struct zone *z);

#define MOMENT_ROOM 64 /* bytes, with the NUL */
/* Spells a moment, which is not TIME_NEVER, in a zone: "2026-03-02 09:00". These return out. */
const char *moment_spell(int64_t utc, const struct zone *z, char out[MOMENT_ROOM]);
/* For the end of a span: midnight is 24:00 of the day before, which is the day people mean. */
const char *moment_spell_end(int64_t utc, const struct zone *z, char out[MOMENT_ROOM]);
/* In the form "Mon 2 Mar 09:00". */
const char *moment_spell_short(int64_t utc, const struct zone *z, char out[MOMENT_ROOM]);
/* These spell into a buffer that lives until the end of the enclosing block. */
#define moment_text(utc, z) moment_spell(utc, z, (char[MOMENT_ROOM]){""})
#define moment_end_text(utc, z) moment_spell_end(utc, z, (char[MOMENT_ROOM]){""})
#define moment_short_text(utc, z) moment_spell_short(utc, z, (char[MOMENT_ROOM]){""})
/* "2026-03-02T09:00+01:00": what moment_parse reads back. */
void moment_write(int64_t utc, const struct zone *z, char out[MOMENT_ROOM]);

/* Days are counted since 1970-01-01; months and days of the month from 1. */
#define DAY_NONE (-((int64_t)1 << 40))
int64_t day_of(int64_t local);			      /* the day of a local minute */
int weekday_of(int64_t day);			      /* 0: Monday */
int64_t monday_of(const struct zone *z, int64_t utc); /* the day that a moment's week begins with */
void date_of(int64_t day, int *y, int *m, int *d);
char *day_text(int64_t day);		   /* "2026-03-02"; owned by the caller */
int64_t day_from(int y, int m, int d);	   /* DAY_NONE: there is no such date */
extern const char *const weekday_names[7]; /* "mon", ... */

#endif
