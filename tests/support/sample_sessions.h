/* SPDX-License-Identifier: MIT
 * Sessions for tests of properties that hold of every session: some that the program recorded
 * (tests/support/recorded/NAME.jsonl), and some made at random.
 */
#ifndef TESTS_SUPPORT_SAMPLE_SESSIONS_H
#define TESTS_SUPPORT_SAMPLE_SESSIONS_H

#include "session/event/event.h"

/* Calls check with the events of each recorded session, and of `count` random ones of `length` events. */
void sample_sessions_each(
    int count, int length, void (*check)(const struct event *events, int count));
/* Calls check with the path of each recorded session. */
void recorded_sessions_each(void (*check)(void *ctx, const char *path), void *ctx);

#endif
