/* SPDX-License-Identifier: MIT
 * Decides when a failed request is sent again. That is safe: no call of a reply runs before the reply's end.
 */
#include "llm/http/retry.h"

#include <strings.h>
#include "base/base.h"
#include "llm/http/rate_limit.h"
#include "loop/curl.h"

#define JITTER 0.25

struct retry_rules retry_rules(const struct settings *s)
{
	return (struct retry_rules){
	    .retries = (int)setting_int(s, "backend.retries"),
	    .base_ms = (int)setting_int(s, "backend.retry_base_ms"),
	    .max_ms = (int)setting_int(s, "backend.retry_max_ms"),
	    .asked_max_ms = (int64_t)(setting_number(s, "backend.retry_after_max_s") * 1000),
	};
}

/* Returns the value of a text (NULL: absent) that is a number and nothing else; else NAN. */
static double plain_number(const char *s)
{
	double value;

	if (!s)
		return NAN;
	s += strspn(s, " \t");
	return header_number(&s, &value) && !s[strspn(s, " \t")] && value < 1e12 ? value : NAN;
}

int64_t retry_asked_ms(const struct retry_hints *h, int64_t now_ms)
{
	double n = plain_number(h->after_ms);

	if (!isnan(n))
		return (int64_t)ceil(n);
	n = plain_number(h->after);
	if (!isnan(n))
		return (int64_t)ceil(n * 1000);
	if (!h->after || !strchr(h->after, ':'))
		return -1;
	time_t date = curl_getdate(h->after, NULL);
	return date < 0 || (int64_t)date * 1000 < now_ms ? -1 : (int64_t)date * 1000 - now_ms;
}

int64_t retry_wait_ms(const struct retry_rules *rules, enum failure failure, int attempt,
    const struct retry_hints *h, int64_t now_ms, double random, struct error *e)
{
	int64_t asked = retry_asked_ms(h, now_ms);
	double wait = ldexp(rules->base_ms, attempt < 30 ? attempt : 30);
	const char *told = h->should_retry ? h->should_retry : "";
	const bool wanted = strcasecmp(told, "true") == 0 ||
			    (failure == FAILURE_RETRY && strcasecmp(told, "false") != 0);
	char spelt[24];

	if (attempt >= rules->retries || failure == FAILURE_QUOTA || !wanted)
		return -1;
	if (asked > rules->asked_max_ms) {
		clock_spell(asked, spelt);
		error_set(e, ERR_SERVER,
		    "the server asks to wait %s, more than backend.retry_after_max_s allows; try "
		    "again later",
		    spelt);
		return -1;
	}
	if (asked >= 0)
		return asked;
	if (wait > rules->max_ms)
		wait = rules->max_ms;
	return (int64_t)(wait * (1 - JITTER * random));
}
