/* SPDX-License-Identifier: MIT
 * Protects the program's memory from the commands it starts: no other process of the user can trace it
 * or read its memory under /proc, no core file is written, and /proc/PID/environ and cmdline show no
 * secret, not even to uid 0.
 */
#ifndef BASE_HARDEN_H
#define BASE_HARDEN_H

/* Must be called first in main. Moves the environment to the heap and overwrites the original, so that
 * /proc/PID/environ is empty; getenv works as before. Returns a copy of argv that lives as long as the
 * process; secret_add overwrites its secret in the original, which /proc/PID/cmdline shows. Forked
 * processes inherit all of this; one that writes its own /proc/self/uid_map must be dumpable for it. */
char **harden_process(int argc, char **argv);
/* For a forked process that needs neither arguments nor environment: overwrites the copy of argv and
 * the environment, and leaves the environment empty. */
void harden_forget(void);

#endif
