/* SPDX-License-Identifier: MIT
 * Reads the output of a delegate: lines, each an event (docs/events.md); passes on its questions.
 */
#ifndef AGENT_DELEGATE_DELEGATE_EVENTS_H
#define AGENT_DELEGATE_DELEGATE_EVENTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct agent;
struct delegate;
struct error;
struct session;

/* Returns a new child session, whose session_start names its parent and the parent's call. Caller frees
 * (session_free). */
struct session *delegate_record(
    struct agent *a, struct session *parent, const char *call, const char *goal);
/* Takes bytes of the delegate's stdout. False: no delegate sends these, or not so many; e says which. */
bool delegate_hear(struct delegate *d, const char *data, size_t len, struct error *e);
void delegate_stop(struct delegate *d); /* tells it to end its turn and to say what it has found */
/* Sends the delegate the user's answer to its open question; does nothing if it has none. */
void delegate_answer(struct delegate *d, const json_t *answer);
/* Takes back the delegate's open question: nobody needs to answer it any more. */
void delegate_withdraw(struct delegate *d);

#endif
