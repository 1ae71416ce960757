/* SPDX-License-Identifier: MIT
 * The system calls a confined command may not make: a program for seccomp, made from a table. */
#ifndef SANDBOX_LINUX_FILTER_H
#define SANDBOX_LINUX_FILTER_H

#include <linux/filter.h>
#include "sandbox/confine.h"

#define FILTER_MAX 768 /* instructions */

/* Fills program and returns its number of instructions. Arguments are compared by the 32 bits that
 * the kernel uses (CVE-2019-10063). landlock_abi: before 3, emptying files is refused here, since
 * Landlock does not. supervised: the calls of supervised_calls.h are held back for its answer, and
 * those that would write of a command that only reads. */
size_t filter_make(const struct confine_head *head, int landlock_abi, bool supervised,
    struct sock_filter program[FILTER_MAX]);
/* Installs the filter for this process, which is about to become a command of tier landlock, or one
 * that only reads. *listener: the descriptor where held-back calls are answered; -1: another
 * program supervises already, so none are held back, which is a failure for a command that only
 * reads. False: errno says why. */
bool filter_supervised(const struct confine_head *head, int *listener);

#endif
