/* SPDX-License-Identifier: MIT
 * Moments as people write them, for options like --since and --until; in local time unless a zone is
 * given.
 *
 *	7d, 12h, 30m, 2w		that long before now
 *	today, yesterday, now
 *	2026-10-01			that day
 *	2026-10-01T14:30[:05][Z|+02:00]	that moment; a space may stand for the T
 */
#ifndef BASE_TEXT_MOMENT_WORDS_H
#define BASE_TEXT_MOMENT_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Parses a moment to Unix milliseconds. A day means its start or, with `end`, the start of the next day
 * (also with daylight saving). False: the text is no moment, and *out is undefined. */
bool period_moment(const char *text, int64_t now_ms, bool end, int64_t *out);

/*
 * The parts of an ISO 8601 date. Each function parses one part at *at and moves *at behind it; if it
 * fails, *at may be anywhere within the part. *at is NUL-terminated.
 */

/* Returns the number of exactly `count` digits; -1: there are fewer. */
int date_digits(const char **at, int count);
/* Skips the character c. False: another character is there, and *at is unchanged. */
bool date_mark(const char **at, char c);
/* A day since 1970, which resets *tm; and "T14:30" or " 14:30:05", which sets the time in *tm. */
bool date_of_day(const char **at, struct tm *tm);
bool date_time_of_day(const char **at, struct tm *tm);
/* "2026-10-01": a valid day of the years 0 to 9999. Months and days count from 1. False: it is none, and
 * the numbers are undefined. */
bool date_day(const char **at, int *year, int *month, int *day);
/* "Z", "+02:00", "-0530": the minutes east of Greenwich, less than 15 hours. */
bool date_offset(const char **at, int *minutes);

#endif
