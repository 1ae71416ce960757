/* SPDX-License-Identifier: MIT
 * What is heard of a delegate: lines, each an event (docs/events.md), and its questions.
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

/* Returns a child session, the caller's, whose session_start says where it hangs: at a call of the
 * parent. */
struct session *delegate_record(
    struct agent *a, struct session *parent, const char *call, const char *goal);
/* Bytes of its stdout. False: it sent what no delegate sends; e. */
bool delegate_hear(struct delegate *d, const char *data, size_t len, struct error *e);
void delegate_stop(struct delegate *d); /* it ends its turn and says what it has found */
/* The user's answer to its question, if it has one still. */
void delegate_answer(struct delegate *d, const json_t *answer);
/* Takes back its open question: nobody needs to answer it any more. */
void delegate_withdraw(struct delegate *d);

#endif
