/* SPDX-License-Identifier: MIT
 * What must be undone however the program ends, as the modes of the terminal. The functions registered
 * here run when a signal ends the program that nothing else handles, and before die() exits; each runs
 * once. A program that ends by itself undoes what it did by itself.
 */
#ifndef BASE_CORE_CRASH_H
#define BASE_CORE_CRASH_H

/* Registers fn, which is async-signal-safe; one that is registered already stays so. There is room for
 * four: a fifth is not registered. */
void crash_undo(void (*fn)(void));
/* Removes fn; one that is not registered is none to remove. With the last one the signals do again
 * what they did before. */
void crash_forget(void (*fn)(void));

#endif
