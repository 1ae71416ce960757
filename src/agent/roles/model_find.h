/* SPDX-License-Identifier: MIT
 * Which model answers where none is named: the only one that its server lists. It is asked for at the
 * beginning of a turn, since window, price and tools depend on it, and a budget holds from the first
 * request on. Where the server does not tell, the request finds it, or says why it cannot be made.
 */
#ifndef AGENT_ROLES_MODEL_FIND_H
#define AGENT_ROLES_MODEL_FIND_H

struct turn;
void model_find(struct turn *t); /* waits; nothing where the model is known */

#endif
