/* SPDX-License-Identifier: MIT
 * Time, and names made of it. What is stored is Unix time; what is measured and waited for is the
 * monotonic clock, which counts from some start and never goes back.
 */
#ifndef BASE_CORE_CLOCK_H
#define BASE_CORE_CLOCK_H

#include <stdint.h>

int64_t clock_now_ms(void);  /* Unix time, milliseconds */
int64_t clock_mono_ms(void); /* monotonic, milliseconds */
int64_t clock_mono_us(void); /* monotonic, microseconds */
int64_t clock_cpu_us(void);  /* microseconds of a processor that this process has used */

/* Writes a new ULID (https://github.com/ulid/spec) and a NUL: 26 characters that sort by time; two made
 * in one millisecond by one process sort in order. */
void ulid_new(char out[27]);
/* Writes a new random UUID (RFC 9562, version 4) and a NUL. */
void uuid_new(char out[37]);

/* Spell a span of milliseconds for people, with a NUL; a negative one is nothing. */
/* "840 ms", "1.8 s", "1m 12s", "2h 05m". */
void clock_spell(int64_t ms, char out[24]);
/* Writes whole seconds, rounded: "12 s", "1m 12s". */
void clock_spell_seconds(int64_t ms, char out[24]);
/* Writes the whole seconds that are over: "9s", "1m 12s". For a clock that ticks once a second. */
void clock_spell_ticking(int64_t ms, char out[24]);
/* Spells Unix milliseconds in local time: "2026-10-01 14:30"; "" where they are no date. */
void clock_spell_date(int64_t at_ms, char out[20]);

#endif
