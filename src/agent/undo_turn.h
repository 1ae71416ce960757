/* SPDX-License-Identifier: MIT
 * /undo, between turns.
 */
#ifndef AGENT_UNDO_TURN_H
#define AGENT_UNDO_TURN_H

#include <jansson.h>

struct agent;
struct session;
struct undo_plan;
/* Carries out an undo intent: {force: also what was changed since, path: of this file alone,
 * session: all changes of the session instead of those of the last turn}, each may be missing. */
void agent_undo(struct agent *a, const json_t *wish);
/* Tells the model which files an undo took back; nothing where it took back none. */
void undo_tell(struct session *s, const struct undo_plan *plan);

#endif
