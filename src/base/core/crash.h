/* SPDX-License-Identifier: MIT
 * Clean-up that must happen however the program ends, such as restoring the terminal's modes. The
 * functions registered here run when a signal that nothing else handles ends the program, and before
 * die() exits; each runs once. They do not run at a normal exit: there the program cleans up itself.
 */
#ifndef BASE_CORE_CRASH_H
#define BASE_CORE_CRASH_H

/* Registers fn, which must be async-signal-safe. Does nothing if fn is registered already, or if four
 * functions are. */
void crash_undo(void (*fn)(void));
/* Unregisters fn; does nothing if fn is not registered. Removing the last function restores the signal
 * actions of before. */
void crash_forget(void (*fn)(void));

#endif
