/* The steps of the set-up on Linux. */
#ifndef SANDBOX_CONFINED_LINUX_H
#define SANDBOX_CONFINED_LINUX_H

#include "sandbox/confine.h"

void mounts_set_up(const struct confinement *c); /* of tier namespaces */
void landlock_set_up(const struct confinement *c);
void filter_set_up(const struct confinement *c);
void privileges_drop(void); /* every capability, for good */
void prefer_for_oom(void);  /* the first to go when memory runs out */

#endif
