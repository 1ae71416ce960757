/* SPDX-License-Identifier: MIT
 * What keeps the program's memory from the commands it starts: no other process of the user may
 * trace it or read it under /proc, no core file is written, and what the kernel shows of its
 * environment and arguments holds no secret, not even for uid 0.
 */
#ifndef BASE_HARDEN_H
#define BASE_HARDEN_H

/* Called first in main. Moves the environment to the heap and overwrites where it was, so
 * /proc/PID/environ is empty; getenv answers as before. Returns a copy of argv that lives as long as
 * the process; a secret in the original, which /proc/PID/cmdline shows, is overwritten as soon as
 * secret_add knows it. A process that is forked from this one has all of it; one that writes its own
 * /proc/self/uid_map has to be dumpable while it does. */
char **harden_process(int argc, char **argv);
/* For a forked process that needs neither: overwrites that copy of argv and the environment, which is
 * empty then. */
void harden_forget(void);

#endif
