/* SPDX-License-Identifier: MIT
 * Time, and identifiers. Stored times are Unix time; durations and timeouts use the monotonic clock,
 * which counts from an arbitrary start and never goes back.
 */
#ifndef BASE_CORE_CLOCK_H
#define BASE_CORE_CLOCK_H

#include <stdint.h>

int64_t clock_now_ms(void);  /* Unix time, milliseconds */
int64_t clock_mono_ms(void); /* monotonic, milliseconds */
int64_t clock_mono_us(void); /* monotonic, microseconds */
int64_t clock_cpu_us(void);  /* processor time used by this process, microseconds */

/* Writes a new ULID (https://github.com/ulid/spec) and a NUL: 26 characters that sort by time. Those of
 * one process sort in the order they were made, also within a millisecond. */
void ulid_new(char out[27]);
/* Writes a new random UUID (RFC 9562, version 4) and a NUL. */
void uuid_new(char out[37]);

/* These write a duration in milliseconds for people; a negative one counts as 0. */
/* "840 ms", "1.8 s", "1m 12s", "2h 05m". */
void clock_spell(int64_t ms, char out[24]);
/* Rounded to seconds: "12 s", "1m 12s". */
void clock_spell_seconds(int64_t ms, char out[24]);
/* Rounded down to seconds: "9s", "1m 12s". For a display that ticks once a second. */
void clock_spell_ticking(int64_t ms, char out[24]);
/* Writes Unix milliseconds as local time: "2026-10-01 14:30"; "" if they cannot be converted. */
void clock_spell_date(int64_t at_ms, char out[20]);

#endif
