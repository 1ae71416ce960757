/*
 * Roles of the model: the turn itself (backend.*), and those who think beside it (roles.NAME.*),
 * each with its own backend, made when it is first needed.
 */
#ifndef AGENT_ROLE_H
#define AGENT_ROLE_H

#include "llm/backend.h"
#include "llm/server_notes.h"

struct agent;
struct turn;

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
	json_t *answers; /* (owned) what they answered, see role_cache.h; NULL: nothing yet */
};

/* The longest reply its settings ask for; 0: none. */
int role_length(struct agent *a, enum role role);
const char *role_name(enum role role); /* as in settings and usage events */
/* Its backend; the turn's own where nothing differs or none could be made. */
struct backend *role_backend(struct agent *a, enum role role);
void roles_free(struct roles *r);
void roles_forget(struct agent *a); /* the turn's backend or a setting changed */
/* After a failure: what its model refused of its fields is sent no more. False: nothing of it was.
 * True: its backend is another one now, to be asked again. */
bool role_leaves_out(struct agent *a, enum role role, enum failure failure, const struct error *e);
/* A reply of its was cut at its length. True: that was only the default of the setting, which is sent
 * no more; its backend is another one now, to be asked again. */
bool role_leaves_out_length(struct agent *a, enum role role);
/* The model's own time, 0: no limit. The default of a stage becomes longer where its server was seen
 * to need longer. */
int64_t role_limit_ms(struct agent *a, enum role role);
/* What is said when it is over: how much it was, and by which setting. Owned. */
char *role_late_text(const struct agent *a, enum role role, int64_t limit_ms);
#endif
