/* SPDX-License-Identifier: MIT
 * Sessions made at random, for what has to hold of a fold of any of them. Events are well formed
 * but come in any order, as an import may bring them.
 */
#ifndef TESTS_SUPPORT_RANDOM_SESSION_H
#define TESTS_SUPPORT_RANDOM_SESSION_H

#include "session/event/event.h"

/* Fills events; the same seed makes the same ones. The caller frees each with event_free. */
void random_session(struct event *events, int count, unsigned seed);
/* The items of a conversation (session/conversation.h): replies with the names, ids and arguments that models make
 * up, thinking of each protocol, results that are there, missing, or of no call. The same seed makes the same ones.
 * New reference. */
json_t *random_items(unsigned seed);

#endif
