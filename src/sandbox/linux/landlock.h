/* SPDX-License-Identifier: MIT */
/* What Landlock is asked to hold, by the version of its interface that the kernel has. */
#ifndef SANDBOX_LINUX_LANDLOCK_H
#define SANDBOX_LINUX_LANDLOCK_H

#include "sandbox/confine.h"

/* As landlock_create_ruleset takes it: what is refused unless a rule allows it. */
struct landlock_rights {
	uint64_t files, net, scoped;
};

/* Returns the version of this kernel; 0: it has no Landlock. */
int landlock_abi(void);
/* Fills *out with what is held with that version, and *size with how many bytes of it the kernel knows. A version that is newer than
 * the table is held as its last. False: it is too old to be of use. */
bool landlock_rights_of(
    int abi, const struct confine_head *head, struct landlock_rights *out, size_t *size);
/* Takes from this process the signals to those that are held by the same rules now, and leaves it those to its own
 * children: a command is to signal no process that watches it. False: errno says why. */
bool landlock_leave_signals(void);
/* Whether that version keeps a command from signalling what it did not start. */
bool landlock_holds_signals(int abi);
/* Which sockets in the file system a command may use with that version. */
enum confine_sockets landlock_sockets(int abi);

#endif
