/* SPDX-License-Identifier: MIT
 * What a terminal is asked outside its cells, by operating system commands (OSC): a title, a status, a notification,
 * its clipboard. They go to it at once, not with the next frame. Texts are sanitised and of one line.
 */
#ifndef UI_TUI_TERMINAL_OSC_H
#define UI_TUI_TERMINAL_OSC_H

#include <stddef.h>

#define OSC_COPY_MAX ((size_t)64 << 10)

/* Sets the title, unless the terminal takes none or has this one already. */
void osc_title(int fd, const char *text);
/* Gives the terminal back the title that it had before the first osc_title. Async-signal-safe. */
void osc_title_back(int fd);
void osc_title_forget(void); /* the next osc_title sets the title even if it is the same */
/* Says how it goes, as a program's status (OSC 7501: "working", "blocked:kind=permission", ...) and, where the terminal
 * has that, its progress (OSC 9;4). percent < 0: not known. Nothing where it is said already. The program's status is
 * taken back with the title, and forgotten with it. */
void osc_status(int fd, const char *state, int percent);
/* way: "bell", "osc9" or "osc777"; nothing for another. */
void osc_notify(int fd, const char *way, const char *text);
/* Hands text to the clipboard, at most OSC_COPY_MAX bytes of it, where the terminal has that. */
void osc_copy(int fd, const char *text, size_t len);

#endif
