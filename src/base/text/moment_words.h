/* SPDX-License-Identifier: MIT
 * Moments as people write them, for options like --since and --until, in local time unless a zone is
 * said.
 *
 *	7d, 12h, 30m, 2w		so long before now
 *	today, yesterday, now
 *	2026-10-01			that day
 *	2026-10-01T14:30[:05][Z|+02:00]	that moment; a space may stand for the T
 */
#ifndef BASE_TEXT_MOMENT_WORDS_H
#define BASE_TEXT_MOMENT_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Reads a moment as Unix milliseconds. A day is its first moment or, with `end`, the first moment
 * behind it, whatever its length (daylight saving). False: the text is no moment; *out may be
 * anything. */
bool period_moment(const char *text, int64_t now_ms, bool end, int64_t *out);

/*
 * The parts of a date as ISO 8601 writes them. Each function reads one part at *at and moves *at behind
 * it; where it returns a failure, *at may stand anywhere within the part. *at is NUL-terminated.
 */

/* The number that exactly `count` digits make; -1: there are fewer. */
int date_digits(const char **at, int count);
/* Whether the character c stands there; only then *at moves. */
bool date_mark(const char **at, char c);
/* A day since 1970, and the T or blank and time of day, to the second, that may stand behind it. */
bool date_of_day(const char **at, struct tm *tm);
bool date_time_of_day(const char **at, struct tm *tm);
/* "2026-10-01": a day that the calendar has, of any year from 0 to 9999. Months and days count from 1.
 * False: there is none, and the numbers may be anything. */
bool date_day(const char **at, int *year, int *month, int *day);
/* "Z", "+02:00", "-0530": minutes east of Greenwich, less than 15 hours of them. */
bool date_offset(const char **at, int *minutes);

#endif
