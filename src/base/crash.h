/*
 * What must be undone however the program ends: the terminal's modes, commands that run. Functions
 * that are registered here run, in the order they came, when a signal ends the program that nothing
 * else handles, and before die() exits.
 */
#ifndef BASE_CRASH_H
#define BASE_CRASH_H

/* fn must be async-signal-safe. At most four; twice the same is once. */
void crash_undo(void (*fn)(void));
void crash_forget(void (*fn)(void));

#endif
