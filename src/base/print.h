/* SPDX-License-Identifier: MIT
 * printf for lines that quote strangers: arguments, file names, what is stored. The whole text
 * passes text_clean (text.h), so nothing in it reaches a terminal as a control sequence.
 */
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints text, made safe. */
void print_text(FILE *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints "agent: ..." as a line on stderr. Returns code, for `return print_failure(2, ...)`. */
int print_failure(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints an error as such a line, and frees what it holds. */
struct error;
int print_failed(int code, struct error *e);
/* What has to be undone before a text can be read, as a terminal that is kept for the next screen:
 * undo is called once, before the next text is printed. NULL: nothing has to be any more. */
void print_before(void (*undo)(void));
/* Whether the reader of stdout has gone. */
bool print_unread(void);

#endif
