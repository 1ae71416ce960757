/* SPDX-License-Identifier: MIT
 * /undo: takes back changes of files, between turns.
 */
#ifndef AGENT_UNDO_TURN_H
#define AGENT_UNDO_TURN_H

#include <jansson.h>

struct agent;
struct session;
struct undo_plan;
/* Carries out an undo intent: {force: also files changed since, path: only this file,
 * session: all changes of the session instead of the last turn's}, all optional. */
void agent_undo(struct agent *a, const json_t *wish);
/* Adds a note to the conversation on the files that an undo restored, if there are any. */
void undo_tell(struct session *s, const struct undo_plan *plan);

#endif
