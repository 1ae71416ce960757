/*
 * Events as JSON lines (docs/events.md). live: deltas and other events that are not stored are printed too.
 */
#ifndef UI_OUTPUT_JSONL_H
#define UI_OUTPUT_JSONL_H

#include <stdbool.h>
#include <stdio.h>
#include "session/session.h"

struct jsonl;
struct jsonl *jsonl_new(FILE *out, bool live);
struct event_sink jsonl_sink(struct jsonl *j);
bool jsonl_closed(const struct jsonl *j); /* the reader is gone (EPIPE) */
void jsonl_free(struct jsonl *j);

#endif
