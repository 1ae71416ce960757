/* SPDX-License-Identifier: MIT
 * The steps of the set-up on Linux. All run in the confined child (sandbox/child/confined.h): one
 * that fails is reported, and ends the process.
 *
 * Here: what confines a child on Linux: mounts, Landlock, the filter of system calls and those that the
 * parent answers, namespaces that commands share, limits of memory, and the watch on mounts.
 * Not here: which paths a child may read and write (sandbox/paths.h, caches.h, git_paths.h), other
 * systems (sandbox/macos, sandbox/none).
 */
#ifndef SANDBOX_LINUX_CONFINED_LINUX_H
#define SANDBOX_LINUX_CONFINED_LINUX_H

#include "sandbox/confine.h"

/* Set up the tree of mounts (tier namespaces); the rules of Landlock; the filter of system calls
 * (tier namespaces). */
void mounts_set_up(const struct confinement *c);
void landlock_set_up(const struct confinement *c);
void filter_set_up(const struct confinement *c);

#endif
