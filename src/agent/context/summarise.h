/* SPDX-License-Identifier: MIT
 * The summary of what came before, by one call of the model without tools.
 */
#ifndef AGENT_CONTEXT_SUMMARISE_H
#define AGENT_CONTEXT_SUMMARISE_H

struct agent;
struct turn;
/* Waits for it. NULL: it failed, gave nothing, took too long or was cancelled. Owned by the caller. t: NULL
 * between turns. */
char *summarise(struct agent *a, struct turn *t, const char *transcript);

#endif
