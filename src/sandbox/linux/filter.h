/* SPDX-License-Identifier: MIT */
/* The system calls a confined command may not make: a program for seccomp, made from a table. */
#ifndef SANDBOX_LINUX_FILTER_H
#define SANDBOX_LINUX_FILTER_H

#include <linux/filter.h>
#include "sandbox/confine.h"

#define FILTER_MAX 768 /* instructions */

/* Fills program and returns how many instructions it has. Arguments are compared by the 32 bits the
 * kernel looks at (CVE-2019-10063). landlock_abi: what that version leaves open is refused here. supervised: the calls
 * of supervised_calls.h are held back for its answer, and of a command that only reads those that would write. */
size_t filter_make(const struct confine_head *head, int landlock_abi, bool supervised,
    struct sock_filter program[FILTER_MAX]);
/* Takes the filter for this process, which is to become a command of tier landlock, or one that only reads. *listener is
 * where its calls that are held back are answered; -1: none are, since another program does so, which is a failure where
 * it only reads. False: errno says why. */
bool filter_supervised(const struct confine_head *head, int *listener);

#endif
