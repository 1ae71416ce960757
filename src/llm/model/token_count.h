/* SPDX-License-Identifier: MIT
 * How many tokens a text takes at most, before a server has counted it: what a budget is held
 * against must not be less than what is billed. Letters, blanks and other scripts count as
 * bytes_per_token bytes to a token, digits and signs as a token each.
 */
#ifndef LLM_MODEL_TOKEN_COUNT_H
#define LLM_MODEL_TOKEN_COUNT_H

#include <stddef.h>
#include <stdint.h>
#include "llm/context.h"

/* Returns how many tokens a text takes at most; NULL: 0. */
int64_t tokens_at_most(const char *text, double bytes_per_token);
/* Returns how many tokens a request takes at most: its items from number `from` on, the tail and
 * the schema of the answer. */
int64_t context_tokens_at_most(const struct context *context, size_t from, double bytes_per_token);
/* Returns the bytes of a request's head (system prompt and tools), which are our own text for the
 * most part. */
size_t context_head_bytes(const struct context *context);

#endif
