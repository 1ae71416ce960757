/* SPDX-License-Identifier: MIT
 * The steps of the set-up on Linux. All run in the confined child (sandbox/child/confined.h): one that fails ends the
 * start with its name, and none returns then.
 */
#ifndef SANDBOX_LINUX_CONFINED_LINUX_H
#define SANDBOX_LINUX_CONFINED_LINUX_H

#include "sandbox/confine.h"

/* The tree of mounts, of tier namespaces; the rules of Landlock; the filter of system calls. */
void mounts_set_up(const struct confinement *c);
void landlock_set_up(const struct confinement *c);
void filter_set_up(const struct confinement *c);
/* A trial's layers: begins with room for this many bytes, lays one over a folder that is mounted at `place`, with a number
 * of its own, and ends by sending them. What the trial's /tmp lies over is mounted at /var/tmp as well, and covered. */
void trial_begin(uint64_t bytes);
void trial_lay_over(
    const struct confinement *c, size_t number, const struct confine_path *p, const char *place);
void trial_end(void);
/* Gives up every capability, for good. */
void privileges_drop(void);
/* Makes this process the first to go when memory runs out. */
void prefer_for_oom(void);

#endif
