/* SPDX-License-Identifier: MIT
 * The backends of the roles: each is made when it is first needed, and made anew without the fields
 * that its model refuses.
 */
#ifndef AGENT_ROLES_ROLE_BACKEND_H
#define AGENT_ROLES_ROLE_BACKEND_H

#include "agent/state/role.h"

struct agent;

/* Returns its backend; the turn's own where nothing differs or none could be made. Borrowed, until
 * a setting or the turn's backend changes or a field is left out. */
struct backend *role_backend(struct agent *a, enum role role);
/* The turn asks this one from now on; it stays the caller's and must outlive its use. What was known of
 * the one before (window, roles' backends and answers) is forgotten. */
void turn_backend_set(struct agent *a, struct backend *b);
/* After a failure: what its model refused of its fields is sent no more. False: nothing of it was.
 * True: its backend is another one now, to be asked again. */
bool role_leaves_out(struct agent *a, enum role role, enum failure failure, const struct error *e);
/* A reply of its was cut at its length. True: that was only the default of the setting, which is sent
 * no more; its backend is another one now, to be asked again. */
bool role_leaves_out_length(struct agent *a, enum role role);
void roles_forget(struct agent *a); /* a setting changed: their backends are made anew */
void roles_free(struct roles *r);

#endif
