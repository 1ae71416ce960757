/*
 * How much work something was, whoever else uses the machine: what takes long for its input is found
 * out by the processor's time, not by the clock on the wall.
 */
#ifndef SUPPORT_CPU_H
#define SUPPORT_CPU_H

#include <stdint.h>
#include <time.h>

/* What this process has used since it began, in microseconds. */
static inline int64_t cpu_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

#endif
