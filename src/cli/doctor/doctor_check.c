/* SPDX-License-Identifier: MIT
 * Prints the rows of doctor.
 */
#include "cli/doctor/doctor_check.h"

#include "base/base.h"
#include "base/print.h"

void doctor_row(const char *name, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	print_text(stdout, "%-14s %s\n", name, text);
}
