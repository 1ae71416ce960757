/* SPDX-License-Identifier: MIT
 * Operating system commands (OSC) to the terminal: title, status, notification, clipboard. They are
 * written at once, not with the next frame. Texts must be sanitised and of one line, but for osc_copy.
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
/* Shows the program's state (OSC 7501: "working", "blocked:kind=permission", ...) and, where the
 * terminal has that, its progress (OSC 9;4); percent < 0: not known. Writes nothing that is shown
 * already. osc_title_back takes the state back, osc_title_forget forgets it, too. */
void osc_status(int fd, const char *state, int percent);
/* Notifies the user. way: "bell", "osc9" or "osc777"; does nothing for another. */
void osc_notify(int fd, const char *way, const char *text);
/* Copies text to the clipboard (OSC 52), OSC_COPY_MAX bytes of it at most; not all terminals take it. */
void osc_copy(int fd, const char *text, size_t len);

#endif
