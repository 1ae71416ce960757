/*
 * Time and names made of it.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

int64_t clock_now_ms(void);  /* Unix time, milliseconds: what is stored */
int64_t clock_mono_ms(void); /* since some start, never back: what is measured and waited for */
int64_t clock_mono_us(void);
int64_t clock_cpu_us(void); /* what this process has used */

/* A ULID (https://github.com/ulid/spec): 26 characters that sort by time; two made in one
 * millisecond by one process sort in order. */
void ulid_new(char out[27]);
/* "840 ms", "1.8 s", "1m 12s", "2h 05m": what people read. */
void clock_spell(int64_t ms, char out[24]);
/* In whole seconds, rounded: "12 s", "1m 12s". */
void clock_spell_seconds(int64_t ms, char out[24]);
/* "2026-10-01 14:30", in local time, of Unix milliseconds. */
void clock_spell_date(int64_t at_ms, char out[20]);

#endif
