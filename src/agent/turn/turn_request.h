/* SPDX-License-Identifier: MIT
 * The turn's own request: the conversation as it is goes to the model, and is sent again smaller or
 * without what a server refuses.
 */
#ifndef AGENT_TURN_TURN_REQUEST_H
#define AGENT_TURN_TURN_REQUEST_H

#include <stdbool.h>

struct completed;
struct turn;
enum turn_tools { TOOLS_OFFERED, TOOLS_WITHHELD };
/* Asks for one reply and waits; c is the caller's to free with completed_free. It has no message when
 * a budget ended the turn or it was cancelled. */
void turn_ask(struct turn *t, enum turn_tools tools, struct completed *c);
/* Ends the turn because its reply did not come, with the error of c, unless it wraps up for a budget. */
void turn_fail(struct turn *t, const struct completed *c);

#endif
