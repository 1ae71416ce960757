/* SPDX-License-Identifier: MIT
 * System calls of a command of tier landlock that Landlock does not cover: those that change a
 * file's mode, owner, times or attributes, watch a folder, or change the priority or scheduling of
 * a process. The filter holds them back (SECCOMP_RET_USER_NOTIF), and the process above the command
 * answers: it makes a change itself if the file lies where the command may write, a watch also
 * where it may read, and lets a call on a process go on if the target is its descendant; it refuses
 * all others (EPERM). Of a command that only reads, all calls that would write come here.
 */
#ifndef SANDBOX_LINUX_SUPERVISED_CALLS_H
#define SANDBOX_LINUX_SUPERVISED_CALLS_H

#include "sandbox/confine.h"

/* Receives one call and answers it, waiting until one comes. The calling process must be a
 * descendant of this one, of the same user, with no more rights. False: the command may only read,
 * and the call would write, or /proc/PID/mem could not be opened: it stays unanswered. */
bool supervised_call_answer(int listener, const struct confinement *c);
/* Whether a call of this number is held back in tier landlock instead of being made. */
bool supervised_call_known(int call);

#endif
