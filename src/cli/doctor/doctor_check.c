/*
 * Prints a finding of doctor as a line, and counts what failed.
 */
#include "cli/doctor/doctor_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/alloc.h"
#include "base/print.h"

void doctor_row(const char *name, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	print_text(stdout, "%-14s %s\n", name, text);
}
