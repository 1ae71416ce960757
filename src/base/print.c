/* SPDX-License-Identifier: MIT
 * Printing text for people, sanitised first.
 */
#include "base/print.h"

#include <poll.h>
#include "base/base.h"

static void (*before)(void);

void print_before(void (*undo)(void))
{
	before = undo;
}

void print_text(FILE *to, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *raw = xvasprintf(fmt, ap);
	va_end(ap);
	auto_free char *safe = text_clean(raw, strlen(raw));
	void (*undo)(void) = before;
	before = NULL;
	if (undo)
		undo();
	fputs(safe, to);
}

int print_failure(int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *text = xvasprintf(fmt, ap);
	va_end(ap);
	print_text(stderr, "agent: %s\n", text);
	return code;
}

int print_failed(int code, struct error *e)
{
	auto_free char *line = error_line(e);

	print_failure(code, "%s", line);
	error_free(e);
	return code;
}

bool print_unread(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

	return poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP)) != 0;
}
