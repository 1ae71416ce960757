/* SPDX-License-Identifier: MIT
 * What a server's answer says of its rate limits, by the headers of config/rate_limits.yaml.
 */
#ifndef LLM_HTTP_RATE_LIMIT_H
#define LLM_HTTP_RATE_LIMIT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Returns an array of {what, left, of?, resets_at?} (Unix time in ms), a new reference; NULL:
 * nothing is said. header gives a header's value (borrowed) or NULL. */
json_t *rate_limits_read(
    const char *(*header)(const void *ctx, const char *name), const void *ctx, int64_t now_ms);
/* Reads a decimal number, whatever the locale, and moves *s behind it. False: no digits, or too
 * large a number. */
bool header_number(const char **s, double *out);
/* Returns when a limit is reset (Unix time in ms), from the forms servers use: "6m0s",
 * "20ms", "12.5" seconds, an RFC 3339 or HTTP date, Unix time in seconds or milliseconds. 0: none
 * of these. */
int64_t rate_limit_reset_ms(const char *text, int64_t now_ms);

#endif
