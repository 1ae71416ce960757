/*
 * What a terminal is asked outside its cells, by operating system commands (OSC): a title, a notification,
 * its clipboard. They go to it at once, not with the next frame. Texts are sanitised and of one line.
 */
#ifndef UI_TUI_OSC_H
#define UI_TUI_OSC_H

#include <stddef.h>

#define OSC_COPY_MAX ((size_t)64 << 10)
enum notification { NOTIFY_BELL, NOTIFY_OSC9, NOTIFY_OSC777 };

/* Sets the title, where the terminal takes one and it is another than before. */
void osc_title(int fd, const char *text);
/* The terminal has the title of before the first osc_title again. Async-signal-safe. */
void osc_title_back(int fd);
void osc_title_forget(void); /* the next osc_title sets it, whatever it is */
void osc_notify(int fd, enum notification how, const char *text);
/* Hands text to the clipboard, at most OSC_COPY_MAX bytes of it, where the terminal has that. */
void osc_copy(int fd, const char *text, size_t len);

#endif
