/* SPDX-License-Identifier: MIT
 * The user namespace and the loopback that all confined commands of a program have together, so that a
 * command finds the server another one left running, and so that no command waits for the kernel to
 * make a network, which takes longer than all the rest.
 */
#ifndef SANDBOX_LINUX_SHARED_NAMESPACES_H
#define SANDBOX_LINUX_SHARED_NAMESPACES_H

#include "sandbox/confine.h"

/* Forks in the spawner: the child is in both namespaces (with the system's network where c has it)
 * and in namespaces of its own for all else. The first call makes the two. -1: errno. */
pid_t namespaces_fork(const struct confinement *c);

#endif
