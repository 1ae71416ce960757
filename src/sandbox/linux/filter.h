/* The system calls a confined command may not make: a program for seccomp, made from a table. */
#ifndef SANDBOX_LINUX_FILTER_H
#define SANDBOX_LINUX_FILTER_H

#include <linux/filter.h>
#include "sandbox/confine.h"

#define FILTER_MAX 512 /* instructions */

/* Fills program and returns how many instructions it has. Arguments are compared by the 32 bits the
 * kernel looks at (CVE-2019-10063). landlock_abi: what that version leaves open is refused here. */
size_t filter_make(
    const struct confine_head *head, int landlock_abi, struct sock_filter program[FILTER_MAX]);

#endif
