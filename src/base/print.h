/*
 * printf for lines that quote strangers: arguments, file names, what is stored. The whole text
 * passes the door (text.h), so nothing in it reaches a terminal as a control sequence.
 */
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdarg.h>
#include <stdio.h>

void print_text(FILE *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "agent: ...", a line on stderr; returns code, that of the exit. */
int print_failure(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void print_text_list(FILE *to, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));

#endif
