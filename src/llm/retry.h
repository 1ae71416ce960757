/*
 * Whether and when a request that failed is sent again. Pure: the clock and the random number are
 * given. The rules are those of the providers' own clients (openai-node, anthropic-sdk).
 */
#ifndef LLM_RETRY_H
#define LLM_RETRY_H

#include "config/settings.h"
#include "llm/reply.h"

struct retry_rules { /* of backend.* */
	int retries;
	int base_ms, max_ms;  /* the first wait, doubled each time up to the most */
	int64_t asked_max_ms; /* a server that asks for more is not waited for */
};
struct retry_rules retry_rules(const struct settings *s);

struct retry_hints { /* (borrowed) response headers; NULL: absent */
	const char *should_retry, *after_ms,
	    *after; /* x-should-retry, retry-after-ms, retry-after */
};

/* The wait a server asks for: milliseconds, seconds with or without a fraction, or an HTTP date
 * (RFC 9110, 10.2.3). -1: none, or one that makes no sense. */
int64_t retry_asked_ms(const struct retry_hints *h, int64_t now_ms /* Unix time */);

/* attempt: retries made so far. random: 0 to 1. Returns the wait, or -1: not again; e is set then
 * only when the reason is not the failure itself. */
int64_t retry_wait_ms(const struct retry_rules *rules, enum failure failure, int attempt,
    const struct retry_hints *h, int64_t now_ms, double random, struct error *e);

#endif
