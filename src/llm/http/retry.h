/* SPDX-License-Identifier: MIT
 * Whether and when a request that failed is sent again. Pure: the clock and the random number are
 * given. The rules are those of the providers' own clients (openai-node, anthropic-sdk).
 */
#ifndef LLM_HTTP_RETRY_H
#define LLM_HTTP_RETRY_H

#include "config/settings.h"
#include "llm/wire/reply.h"

struct retry_rules { /* as in backend.* */
	int retries;
	int base_ms, max_ms;  /* the first wait, doubled each time up to max_ms */
	int64_t asked_max_ms; /* a server that asks for more is not waited for */
};
/* Returns the rules as the settings have them. */
struct retry_rules retry_rules(const struct settings *s);

struct retry_hints {		  /* (borrowed) response headers; NULL: absent */
	const char *should_retry; /* x-should-retry */
	const char *after_ms;	  /* retry-after-ms */
	const char *after;	  /* retry-after */
};

/* Returns the wait in milliseconds that a server asks for: given as milliseconds, seconds with or
 * without a fraction, or an HTTP date (RFC 9110, 10.2.3). now_ms is Unix time. -1: none, or one
 * that makes no sense. */
int64_t retry_asked_ms(const struct retry_hints *h, int64_t now_ms);

/* Returns the wait in milliseconds before the next attempt. attempt: retries made so far. random: 0
 * to 1. -1: it is not made; e is set then only when the reason is not the failure itself. */
int64_t retry_wait_ms(const struct retry_rules *rules, enum failure failure, int attempt,
    const struct retry_hints *h, int64_t now_ms, double random, struct error *e);

#endif
