/*
 * The parts of a date as ISO 8601 writes them. Each function reads one part at *at and moves *at behind
 * it; where it returns a failure, *at may stand anywhere within the part. *at is NUL-terminated.
 */
#ifndef BASE_TEXT_DATE_H
#define BASE_TEXT_DATE_H

#include <stdbool.h>

/* Returns the number that exactly `count` digits make; -1: there are fewer. */
int date_digits(const char **at, int count);
/* Whether the character c stands there; only then *at moves. */
bool date_mark(const char **at, char c);
/* "2026-10-01": a day that the calendar has, of any year from 0 to 9999. Months and days count from 1.
 * False: there is none, and the numbers may be anything. */
bool date_day(const char **at, int *year, int *month, int *day);
/* "Z", "+02:00", "-0530": minutes east of Greenwich, less than 15 hours of them. */
bool date_offset(const char **at, int *minutes);

#endif
