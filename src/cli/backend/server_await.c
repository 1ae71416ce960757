/*
 * Waits in the loop until a request of a command is answered or its time is over.
 */
#include "cli/backend/server_await.h"

#include <stdlib.h>

#include "base/core/alloc.h"
#include "llm/http/endpoint.h"

static void on_timeout(void *ctx)
{
	((struct cancel *)ctx)->requested = true;
}

int64_t server_patience_ms(const struct program *p)
{
	return (int64_t)(setting_number(p->settings, "doctor.timeout_s") * 1000);
}

char *server_silent(const struct program *p, const char *url)
{
	char *shown = endpoint_shown(url),
	     *text = xasprintf("%s: no answer within %g s (doctor.timeout_s); %s", shown,
		 setting_number(p->settings, "doctor.timeout_s"), SERVER_SILENT);

	free(shown);
	return text;
}

bool server_await(struct program *p, bool (*done)(void *ctx), void *ctx, struct error *e)
{
	const double seconds = setting_number(p->settings, "doctor.timeout_s");
	struct cancel late = {0};
	struct timer *timer = loop_after(p->loop, server_patience_ms(p), on_timeout, &late);

	if (!loop_await(p->loop, done, ctx, &late))
		return error_set(
		    e, ERR_TIMEOUT, "no answer within %g s (doctor.timeout_s)", seconds);
	timer_stop(timer);
	return true;
}
