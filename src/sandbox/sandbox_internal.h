/*
 * What the parts of the confined side share. All of it runs in a process made by clone from the
 * spawner, before any command: system calls only, no memory is allocated, and nothing returns after
 * a step that failed.
 */
#ifndef SANDBOX_INTERNAL_H
#define SANDBOX_INTERNAL_H

#include "sandbox/confine.h"

struct confine_report {
	int32_t failed; /* errno; 0: the command runs */
	char step[60];	/* "mount /proc for" */
};

_Noreturn void confined_main(const struct launch *l, const struct confinement *c, int report);

/* Writes the report and ends this process. Uses errno. */
_Noreturn void confine_fail(const char *step);
static inline void confine_need(bool ok, const char *step)
{
	if (!ok)
		confine_fail(step);
}

void mounts_set_up(const struct confinement *c); /* of tier namespaces */
void landlock_set_up(const struct confinement *c);
void filter_set_up(const struct confinement *c);
void privileges_drop(void); /* every capability, for good */
void limits_set_up(const struct confinement *c);

#endif
