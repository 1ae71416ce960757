/* SPDX-License-Identifier: MIT
 * Stores with something in them.
 */
#ifndef TESTS_SUPPORT_STORE_FILL_H
#define TESTS_SUPPORT_STORE_FILL_H

#include "session/session.h"

/* Stores a session of `turns` turns, each with a message, a call and its result; id becomes its id. */
void fill_session(struct store *s, const char *cwd, const char *prompt, int turns, char id[27]);
/* Returns the number of a session's events, counted through its source; -1 if reading it failed. */
int count_events(struct store *s, const char *id);
/* Returns the lines of a session as one string, which the caller frees. */
char *lines_of(struct store *s, const char *id);

#endif
