/*
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

/* Reads a moment as Unix milliseconds. A day is its first moment or, with `end`, the first moment
 * behind it, whatever its length (daylight saving). False: the text is no moment; *out may be
 * anything. */
bool period_moment(const char *text, int64_t now_ms, bool end, int64_t *out);

#endif
