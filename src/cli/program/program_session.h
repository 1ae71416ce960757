/* SPDX-License-Identifier: MIT
 * The store and the session the program works with: a new one, one that goes on, or a fork.
 */
#ifndef CLI_PROGRAM_PROGRAM_SESSION_H
#define CLI_PROGRAM_PROGRAM_SESSION_H

#include "cli/program/program.h"

/* Opens p->store, unless nothing is to be saved. One that cannot be opened does not stop the work: the
 * session is unsaved and says so. */
void program_open_store(struct program *p);
/* Makes p->session as the options have it and notes the past one; false: e says why. May ask on the
 * terminal where to go on, when the folder of a past session is gone. */
bool program_open_session(struct program *p, struct error *e);

#endif
