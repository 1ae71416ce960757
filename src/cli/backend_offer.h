/*
 * What the program does without a configured model: it works offline, says so, and names a model server that answers on this machine.
 * In the chat that is a card: one key uses it and remembers it. Never used unasked: anyone on the machine may be listening there.
 */
#ifndef CLI_BACKEND_OFFER_H
#define CLI_BACKEND_OFFER_H

#include "cli/program.h"

struct backend_offer;
/* Begins to look when the offline backend was chosen for want of anything else; otherwise NULL. With a card when asks. */
struct backend_offer *offer_start(struct program *p, bool asks);
/* Ends looking. What was found and not asked is said through the sink. NULL is accepted. */
void offer_end(struct backend_offer *o, const struct event_sink *sink);

#endif
