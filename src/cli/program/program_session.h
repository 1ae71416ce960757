/* SPDX-License-Identifier: MIT
 * Opens the store and the session of the program: a new one, one that is resumed, or a fork.
 */
#ifndef CLI_PROGRAM_PROGRAM_SESSION_H
#define CLI_PROGRAM_PROGRAM_SESSION_H

#include "cli/program/program.h"

/* Opens p->store, unless nothing is to be saved. A store that cannot be opened does not stop the work: the
 * session is not saved, and a notice says so. */
void program_open_store(struct program *p);
/* Makes p->session as the options say, and sets p->past; false: e says why. May ask on the terminal whether to
 * go on in this folder when that of the past session is gone. */
bool program_open_session(struct program *p, struct error *e);

#endif
