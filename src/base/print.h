/*
 * printf for lines that quote strangers: arguments, file names, what is stored. The whole text
 * passes the door (text.h), so nothing in it reaches a terminal as a control sequence.
 */
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

void print_text(FILE *to, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* "agent: ...", a line on stderr; returns code, that of the exit. */
int print_failure(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What must be undone before a text can be read, called once before the next one: a terminal that is
 * kept for the next screen. NULL: nothing any more. */
void print_before(void (*undo)(void));
bool print_unread(void); /* nobody reads stdout any more */

#endif
