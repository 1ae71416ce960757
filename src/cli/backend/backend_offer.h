/* SPDX-License-Identifier: MIT
 * The offer of a model server when none is configured: the program works offline, says so, and names a
 * server that answers on this machine. In the chat that is a card: one key uses the server and remembers
 * it. It is never used unasked, since anyone on the machine may be listening there.
 */
#ifndef CLI_BACKEND_BACKEND_OFFER_H
#define CLI_BACKEND_BACKEND_OFFER_H

#include "cli/program/program.h"

struct backend_offer;
/* Begins to look for servers. NULL: the user chose a backend, so nothing is looked for. asks: a server that
 * is found is offered on a card. The program is borrowed until offer_end. */
struct backend_offer *offer_start(struct program *p, bool asks);
/* Ends the search and frees o, which may be NULL. Without a card it first waits for the search to end, and
 * says through the sink what was found. */
void offer_end(struct backend_offer *o, const struct event_sink *sink);
/* Withdraws the card, if there is one. Called when a server was chosen in another way. */
void offer_withdraw(struct program *p);

#endif
