/* SPDX-License-Identifier: MIT
 * What the program does without a configured model: it works offline, says so, and names a model server
 * that answers on this machine. In the chat that is a card: one key uses it and remembers it. It is
 * never used unasked, since anyone on the machine may be listening there.
 */
#ifndef CLI_BACKEND_BACKEND_OFFER_H
#define CLI_BACKEND_BACKEND_OFFER_H

#include "cli/program/program.h"

struct backend_offer;
/* Begins to look for servers when the offline backend was chosen for want of anything else; otherwise
 * NULL. asks: what is found is offered on a card. The program is borrowed until offer_end. */
struct backend_offer *offer_start(struct program *p, bool asks);
/* Ends looking and frees it. Without a card it first waits for a server that has accepted, and says
 * through the sink what was found. NULL is accepted. */
void offer_end(struct backend_offer *o, const struct event_sink *sink);
/* A server was chosen in another way: takes the card away, if there is one. */
void offer_withdraw(struct program *p);

#endif
