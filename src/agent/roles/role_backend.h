/* SPDX-License-Identifier: MIT
 * The backends of the roles: each is made when it is first needed, and made anew without the fields
 * that its model refuses.
 */
#ifndef AGENT_ROLES_ROLE_BACKEND_H
#define AGENT_ROLES_ROLE_BACKEND_H

#include "agent/state/role.h"

struct agent;

/* Returns the role's backend; the turn's own if nothing differs or none could be made. Borrowed, until
 * a setting or the turn's backend changes or a field is left out. */
struct backend *role_backend(struct agent *a, enum role role);
/* Makes b the turn's backend; the caller keeps it and must free it after its use. Forgets what was known of
 * the one before (window, roles' backends and answers). */
void turn_backend_set(struct agent *a, struct backend *b);
/* Called after a failure: leaves out, from now on, the fields of the request that the model refused.
 * False: it refused none. True: role_backend returns another backend now, to be asked again. */
bool role_leaves_out(struct agent *a, enum role role, enum failure failure, const struct error *e);
/* Called after a reply that was cut at its length: leaves the length out if it was only the default of the
 * setting. False: it was not. True: role_backend returns another backend now, to be asked again. */
bool role_leaves_out_length(struct agent *a, enum role role);
void roles_forget(struct agent *a); /* a setting changed: frees the backends, to be made anew */
void roles_free(struct roles *r);

#endif
