/* SPDX-License-Identifier: MIT
 * Sums up what came before, by one call of the model without tools.
 */
#ifndef AGENT_CONTEXT_SUMMARISE_H
#define AGENT_CONTEXT_SUMMARISE_H

struct agent;
struct turn;
/* Asks for a summary of a transcript, waits, and returns it; caller frees. NULL: the call failed, gave nothing,
 * took too long or was cancelled. t: NULL between turns. */
char *summarise(struct agent *a, struct turn *t, const char *transcript);

#endif
