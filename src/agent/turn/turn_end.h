/* SPDX-License-Identifier: MIT
 * The end of a turn: what is left is settled, its capsule and its turn_end are emitted, what it owns is freed.
 */
#ifndef AGENT_TURN_TURN_END_H
#define AGENT_TURN_TURN_END_H

struct turn;
/* Ends the turn. t itself stays the caller's, and its outcome readable. */
void turn_end(struct turn *t);

#endif
