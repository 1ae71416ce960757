/* SPDX-License-Identifier: MIT
 * The user namespace and the loopback network that all confined commands of a program share, so
 * that a command finds the server that another one runs, and need not wait until the kernel has
 * made a network, which takes longer than all the rest.
 */
#ifndef SANDBOX_LINUX_SHARED_NAMESPACES_H
#define SANDBOX_LINUX_SHARED_NAMESPACES_H

#include "sandbox/confine.h"

/* Forks in the spawner. The child is in both namespaces (in the system's network if c allows it),
 * and has mounts, processes, IPC and host name of its own. The first call makes the two. -1:
 * errno. */
pid_t namespaces_fork(const struct confinement *c);

#endif
