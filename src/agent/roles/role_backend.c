/* SPDX-License-Identifier: MIT
 * Makes the backends of the roles. A field that is to be left out is noted in left_out and the backend is freed; its
 * next use makes it without the field.
 */
#include "agent/roles/role_backend.h"

#include "agent/budget/spend.h"
#include "agent/state/agent_state.h"
#include "agent/state/context_budget.h"
#include "agent/state/role.h"
#include "base/base.h"
#include "base/log.h"

static const struct {
	const char *word; /* in the refusal */
	enum role_field field;
} fields[] = {
    {"temperature", ROLE_TEMPERATURE},
    {"max_tokens", ROLE_LENGTH_REFUSED},
    {"max_completion_tokens", ROLE_LENGTH_REFUSED},
    {"max_output_tokens", ROLE_LENGTH_REFUSED},
};

static struct backend *make(struct agent *a, enum role role)
{
	struct backend_wish wish = role_wish(a, role);
	auto_error e = ERROR_INIT;
	struct backend *b = NULL;

	if (role_has_own(a, role, "provider") || role_has_own(a, role, "base_url") ||
	    role_has_own(a, role, "api_key_env")) {
		b = backend_choose_for(a->loop, a->settings, &wish, &e);
		if (!b)
			emit_notice(a->session, "warning",
			    "roles.%s is not used, the turn's backend is: %s", role_name(role),
			    e.message);
	}
	if (!role_has_own(a, role, "model"))
		wish.model = NULL;
	if (!b && a->backend->like)
		b = a->backend->like(a->backend, &wish);
	return b;
}

/* Whether its model thinks, by the table of models or by what it was seen to do. */
static bool thinks(struct agent *a, const struct backend *b)
{
	json_auto_t *row = b->model ? model_known(b->model) : NULL;
	bool known = json_flag(row, "thinks", false);

	return known || server_thinks(&a->roles.servers, b);
}

/* Whether the role's requests limit the reply to a length that nobody chose: the default of the role's setting. */
static bool has_default_length(const struct agent *a, enum role role)
{
	auto_free char *key = role_key(a, role, "max_tokens");
	return role != ROLE_TURN &&
	       !(a->roles.left_out[role] & (ROLE_LENGTH | ROLE_LENGTH_REFUSED)) &&
	       strncmp(key, "roles.", 6) == 0 &&
	       setting_layer(a->settings, key) == SETTING_DEFAULTS;
}

static void leave_out(struct agent *a, enum role role, unsigned left_out)
{
	a->roles.left_out[role] |= left_out;
	backend_free(a->roles.backends[role]);
	a->roles.backends[role] = NULL;
}

bool role_leaves_out_length(struct agent *a, enum role role)
{
	if (!has_default_length(a, role) || !role_used(a, role)->like)
		return false;
	log_add(LOG_INFO, "role %s: goes without a limit of its length", role_name(role));
	leave_out(a, role, ROLE_LENGTH);
	return true;
}

/* Thinking counts towards the length of a reply, so the length that a role's answer needs would end
 * it in the middle of a thought. */
struct backend *role_backend(struct agent *a, enum role role)
{
	if (role == ROLE_TURN)
		return a->backend;
	if (!a->roles.backends[role])
		a->roles.backends[role] = make(a, role);
	if (has_default_length(a, role) && thinks(a, role_used(a, role))) {
		leave_out(a, role, ROLE_LENGTH);
		a->roles.backends[role] = make(a, role);
	}
	log_add(LOG_DEBUG, "role %s: %s", role_name(role),
	    a->roles.backends[role] && a->roles.backends[role]->model
		? a->roles.backends[role]->model
		: "as the turn");
	return a->roles.backends[role] ? a->roles.backends[role] : a->backend;
}

void roles_forget(struct agent *a)
{
	for (size_t i = 0; i < ROLES; i++) {
		backend_free(a->roles.backends[i]);
		a->roles.backends[i] = NULL;
		a->roles.left_out[i] = 0;
	}
}

void roles_free(struct roles *r)
{
	for (size_t i = 0; i < ROLES; i++)
		backend_free(r->backends[i]);
	backend_free(r->own);
	server_notes_free(&r->servers);
	json_decref(r->answers);
}

void turn_backend_set(struct agent *a, struct backend *b)
{
	a->backend = b;
	a->window_check = (struct window_check){0};
	a->head.stale = true;
	context_budget_forget(&a->window);
	spend_forget_count(a);
	roles_forget(a);
	json_decref(a->roles.answers); /* another model may answer otherwise */
	a->roles.answers = NULL;
}

/* Returns the fields of the request that the error names. What is left out already cannot be left
 * out again. */
static unsigned refused(
    const struct agent *a, enum role role, const struct backend_wish *sent, const struct error *e)
{
	unsigned found = 0;

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		if (strstr(e->message, fields[i].word))
			found |= fields[i].field;
	return found & ~a->roles.left_out[role] &
	       ((isnan(sent->temperature) ? 0 : ROLE_TEMPERATURE) |
		   (sent->max_tokens > 0 || a->spending->clamped ? ROLE_LENGTH_REFUSED : 0));
}

bool role_leaves_out(struct agent *a, enum role role, enum failure failure, const struct error *e)
{
	const struct backend_wish sent = role_wish(a, role);
	unsigned out = failure == FAILURE_REQUEST && e->message ? refused(a, role, &sent, e) : 0;

	if (!out || !role_backend(a, role)->like)
		return false;
	log_add(LOG_INFO, "role %s: goes without what its model refuses: %s", role_name(role),
	    e->message);
	if (role != ROLE_TURN) {
		leave_out(a, role, out);
		return true;
	}
	struct backend *before = a->roles.own;
	out |= a->roles.left_out[role];
	a->roles.left_out[role] = out;
	const struct backend_wish wish = role_wish(a, role);
	a->roles.own = a->backend->like(a->backend, &wish);
	turn_backend_set(a, a->roles.own);
	a->roles.left_out[role] = out; /* again: turn_backend_set has cleared it */
	backend_free(before);
	return true;
}
