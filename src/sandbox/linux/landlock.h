/* SPDX-License-Identifier: MIT
 * What Landlock restricts, by the version of its interface (ABI) that the kernel has. */
#ifndef SANDBOX_LINUX_LANDLOCK_H
#define SANDBOX_LINUX_LANDLOCK_H

#include "sandbox/confine.h"

/* As landlock_create_ruleset takes it: rights that are refused unless a rule allows them. */
struct landlock_rights {
	uint64_t files, net, scoped;
};

/* Returns the version of this kernel; 0: it has no Landlock. */
int landlock_abi(void);
/* Fills *out with the rights that this version can restrict, and *size with how many bytes of it
 * the kernel knows. A version newer than the table counts as the table's last. False: it is too old
 * to be of use (below 2). */
bool landlock_rights_of(
    int abi, const struct confine_head *head, struct landlock_rights *out, size_t *size);
/* Keeps this process from signalling any but itself and those it starts from now on: a command must
 * not signal the process that watches it. Before version 6 it does nothing and returns true. False:
 * errno says why. */
bool landlock_leave_signals(void);
/* Whether that version keeps a command from signalling processes that it did not start. */
bool landlock_holds_signals(int abi);
/* Which Unix sockets in the file system a command may use with that version. */
enum confine_sockets landlock_sockets(int abi);

#endif
