/* SPDX-License-Identifier: MIT
 * Calls of a command of tier landlock that Landlock does not look at: those that change the mode, owner, times or
 * attributes of a file, watch a folder, or change the priority of a process. The filter holds them back
 * (SECCOMP_RET_USER_NOTIF), and the process above the command makes them for it where what they name may be changed. Of
 * a command that only reads all calls come here that would write.
 */
#ifndef SANDBOX_LINUX_SUPERVISED_CALLS_H
#define SANDBOX_LINUX_SUPERVISED_CALLS_H

#include "sandbox/confine.h"

/* Answers the call that waits at the listener, by the writable paths of c. The command, this process's
 * descendant, has the same user and no more rights than this process. False: the command only reads, and the call would
 * write; it goes on waiting. */
bool supervised_call_answer(int listener, const struct confinement *c);
/* Whether a system call of this number waits at the listener instead of being made. */
bool supervised_call_known(int call);

#endif
