/* SPDX-License-Identifier: MIT
 * Roles of the model: the turn itself (backend.*), and those that plan, judge or sum up for it
 * (roles.NAME.*). A setting that a role leaves unset comes from the next role, at last from the turn.
 * role_backend.h makes backends of these settings.
 */
#ifndef AGENT_STATE_ROLE_H
#define AGENT_STATE_ROLE_H

#include "llm/backend.h"
#include "llm/completion/server_notes.h"

struct agent;

enum role { ROLE_TURN, ROLE_STRATEGIST, ROLE_PLANNER, ROLE_EVALUATOR, ROLE_SUMMARISER };
#define ROLES (ROLE_SUMMARISER + 1)
enum role_field { /* fields of a request that may be left out */
	ROLE_TEMPERATURE = 1,
	ROLE_LENGTH = 2, /* the default limit of a reply is too short for a model that thinks */
	ROLE_LENGTH_REFUSED = 4, /* the server refuses a limit of the reply */
};
struct roles {
	struct backend *own; /* (owned) of the model chosen in the session; NULL: none was */
	struct backend *backends[ROLES]; /* (owned) made when first needed; NULL: as the turn */
	unsigned left_out[ROLES];	 /* bits of role_field that its requests go without */
	struct server_notes servers;
	json_t *answers; /* (owned) the roles' answers, see consult.h; NULL: none yet */
};

const char *role_name(enum role role); /* as in settings and usage events */
/* Returns the name of the setting that gives the role's KEY: "roles.NAME.KEY" of the role or of the
 * first after it that sets it, else "backend.KEY". Caller frees. */
char *role_key(const struct agent *a, enum role role, const char *key);
/* Whether role_key returns another name than "backend.KEY". */
bool role_has_own(const struct agent *a, enum role role, const char *key);
/* Returns the role's settings for its backend, without the fields that are left out. The strings are
 * borrowed from the settings. */
struct backend_wish role_wish(const struct agent *a, enum role role);
/* Returns the backend that was made for the role, else the turn's; borrowed. */
const struct backend *role_used(const struct agent *a, enum role role);
/* Returns the longest reply that the role's requests ask for, in tokens; 0: no limit. */
int role_length(struct agent *a, enum role role);
/* Returns how long the model may take for a reply of this role, in milliseconds; 0: no limit. The
 * default of a stage is raised if its server took longer lately. */
int64_t role_limit_ms(struct agent *a, enum role role);
/* Returns the message for a role whose time is over: the limit and the setting it comes from. Caller
 * frees. */
char *role_late_text(const struct agent *a, enum role role, int64_t limit_ms);

#endif
