/*
 * See doctor_check.h.
 */
#include "cli/doctor_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/print.h"

void doctor_row(const char *name, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	print_text(stdout, "%-14s %s\n", name, text);
	free(text);
}

static void on_timeout(void *ctx)
{
	((struct cancel *)ctx)->requested = true;
}

bool doctor_await(struct program *p, bool (*done)(void *ctx), void *ctx, struct error *e)
{
	const double seconds = setting_number(p->settings, "doctor.timeout_s");
	struct cancel late = {0};
	struct timer *timer = loop_after(p->loop, (int64_t)(seconds * 1000), on_timeout, &late);

	if (!loop_await(p->loop, done, ctx, &late))
		return error_set(
		    e, ERR_TIMEOUT, "no answer within %g s (doctor.timeout_s)", seconds);
	timer_stop(timer);
	return true;
}
