/* SPDX-License-Identifier: MIT
 * Events as JSON lines (docs/events.md), written as they come.
 */
#ifndef UI_OUTPUT_JSONL_H
#define UI_OUTPUT_JSONL_H

#include <stdbool.h>
#include <stdio.h>
#include "session/session.h"

struct jsonl;
/* live: deltas and other events that are not stored are written too. Never NULL; out is borrowed
 * until jsonl_free, which accepts NULL. */
struct jsonl *jsonl_new(FILE *out, bool live);
void jsonl_free(struct jsonl *j);
struct event_sink jsonl_sink(struct jsonl *j);
/* Writes one value as a line; nothing once a write has failed. */
void jsonl_put(struct jsonl *j, const json_t *value);
bool jsonl_closed(const struct jsonl *j); /* whether a write failed: the reader is gone */

#endif
