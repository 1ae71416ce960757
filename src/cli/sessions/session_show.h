/* SPDX-License-Identifier: MIT
 * The story of a session, turn by turn: a fold of its events into one JSON object, and that object as text.
 */
#ifndef CLI_SESSIONS_SESSION_SHOW_H
#define CLI_SESSIONS_SESSION_SHOW_H

#include "session/store/store.h"

/* Returns a copy of a row of store_list or store_find with backend, imported?, usage, command_list
 * and turn_list [{turn, prompt, at, outcome, answer, iterations, calls, duration_ms, input,
 * output}]. New reference; NULL: e says why the events cannot be read. */
json_t *session_story(struct store *s, const json_t *row, struct error *e);
/* Prints a story as text on stdout. */
void session_print(const json_t *story);

#endif
