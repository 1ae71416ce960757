/*
 * Reads dates from left to right, one part after the other.
 */
#include "base/text/date.h"

#include <ctype.h>

#define HOURS_EAST_MOST 15 /* no zone is as far from Greenwich */

int date_digits(const char **at, int count)
{
	int n = 0;

	for (; count > 0; count--, (*at)++) {
		if (!isdigit((unsigned char)**at))
			return -1;
		n = 10 * n + (**at - '0');
	}
	return n;
}

bool date_mark(const char **at, char c)
{
	if (**at != c)
		return false;
	(*at)++;
	return true;
}

bool date_day(const char **at, int *year, int *month, int *day)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap;

	if ((*year = date_digits(at, 4)) < 0 || !date_mark(at, '-') ||
	    (*month = date_digits(at, 2)) < 1 || *month > 12 || !date_mark(at, '-') ||
	    (*day = date_digits(at, 2)) < 1)
		return false;
	leap = (*year % 4 == 0 && *year % 100 != 0) || *year % 400 == 0;
	return *day <= days[*month - 1] + (*month == 2 && leap);
}

bool date_offset(const char **at, int *minutes)
{
	const int sign = **at == '-' ? -1 : 1;
	int hour, minute;

	*minutes = 0;
	if (date_mark(at, 'Z'))
		return true;
	if (!date_mark(at, '+') && !date_mark(at, '-'))
		return false;
	hour = date_digits(at, 2);
	date_mark(at, ':');
	minute = hour >= 0 ? date_digits(at, 2) : -1;
	*minutes = sign * (hour * 60 + minute);
	return hour >= 0 && hour < HOURS_EAST_MOST && minute >= 0 && minute < 60;
}
