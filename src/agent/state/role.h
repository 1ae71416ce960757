/* SPDX-License-Identifier: MIT
 * Roles of the model: the turn itself (backend.*), and those who think beside it (roles.NAME.*). What
 * a role's settings leave unset comes from the role behind it, at last from the turn's. The backends
 * made of these settings are in role_backend.h.
 */
#ifndef AGENT_STATE_ROLE_H
#define AGENT_STATE_ROLE_H

#include "llm/backend.h"
#include "llm/completion/server_notes.h"

struct agent;

enum role { ROLE_TURN, ROLE_STRATEGIST, ROLE_PLANNER, ROLE_EVALUATOR, ROLE_SUMMARISER };
#define ROLES (ROLE_SUMMARISER + 1)
enum role_field { /* of a request, which may be left out */
	ROLE_TEMPERATURE = 1,
	ROLE_LENGTH = 2,	 /* nobody chose it, and it is in the way of a model that thinks */
	ROLE_LENGTH_REFUSED = 4, /* the server takes none */
};
struct roles {
	struct backend *own; /* (owned) of the model chosen in the session; NULL: none was */
	struct backend *backends[ROLES]; /* (owned) made when first needed; NULL: as the turn */
	unsigned left_out[ROLES];	 /* role_fields their models refused, or are in their way */
	struct server_notes servers;
	json_t *answers; /* (owned) what they answered, see consult.h; NULL: nothing yet */
};

const char *role_name(enum role role); /* as in settings and usage events */
/* Returns the name of the setting that holds for one of its keys: "roles.NAME.KEY" of the role or
 * of one behind it, else "backend.KEY". Owned. */
char *role_key(const struct agent *a, enum role role, const char *key);
/* Whether it is another than "backend.KEY". */
bool role_has_own(const struct agent *a, enum role role, const char *key);
/* Returns its settings as a backend wants them, without the fields that are left out. The strings
 * are borrowed from the settings. */
struct backend_wish role_wish(const struct agent *a, enum role role);
/* Returns the backend that was made for it, else the turn's; borrowed. */
const struct backend *role_used(const struct agent *a, enum role role);
/* The longest reply its settings ask for, in tokens; 0: none. */
int role_length(struct agent *a, enum role role);
/* Returns the model's own time in milliseconds, 0: no limit. The default of a stage becomes longer
 * where its server was seen to need longer. */
int64_t role_limit_ms(struct agent *a, enum role role);
/* Returns what is said when the time of a role is over: how much it was, and by which setting.
 * Owned. */
char *role_late_text(const struct agent *a, enum role role, int64_t limit_ms);

#endif
