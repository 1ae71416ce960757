/*
 * See print.h.
 */
#include "base/print.h"

#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/text.h"

void print_text_list(FILE *to, const char *fmt, va_list ap)
{
	char *raw = xvasprintf(fmt, ap), *safe = text_clean(raw, strlen(raw));

	fputs(safe, to);
	free(safe);
	free(raw);
}

void print_text(FILE *to, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	print_text_list(to, fmt, ap);
	va_end(ap);
}

int print_failure(int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fputs("agent: ", stderr);
	print_text_list(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	return code;
}
