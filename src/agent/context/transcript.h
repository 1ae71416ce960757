/* SPDX-License-Identifier: MIT
 * A conversation as one text for a model that is to sum it up: who said what, what was called and
 * what came back, within a number of bytes.
 */
#ifndef AGENT_CONTEXT_TRANSCRIPT_H
#define AGENT_CONTEXT_TRANSCRIPT_H

#include <jansson.h>

/* The first `count` items but those whose seq is in `without` (an array). Owned; at most max bytes.
 */
char *transcript_text(const json_t *items, size_t count, const json_t *without, size_t max);

#endif
