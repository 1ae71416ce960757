/* SPDX-License-Identifier: MIT
 * printf for text that quotes untrusted input: arguments, file names, stored data. The whole text is
 * sanitised by text_clean (text.h), so no control sequence reaches the terminal.
 */
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints the sanitised text. */
void print_text(FILE *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints "agent: ..." as a line on stderr. Returns code, for `return print_failure(2, ...)`. */
int print_failure(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* As print_failure, with the text of e, which it frees. Returns code. */
struct error;
int print_failed(int code, struct error *e);
/* Sets a function that is called once, before the next text is printed: to leave a terminal screen on
 * which the text could not be read. NULL removes it. */
void print_before(void (*undo)(void));
/* Returns true if stdout is a pipe whose reader has closed it. */
bool print_unread(void);

#endif
