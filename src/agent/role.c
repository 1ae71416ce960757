/*
 * See role.h: the backends and their settings.
 */

#include "agent/role.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>
#include "agent/agent_internal.h"
#include "base/alloc.h"
#include "base/json.h"
#include "base/log.h"

#define PATIENCE 2 /* times what a whole reply of the server took lately */

static const struct {
	const char *name;
	enum role next;	   /* where what it leaves unset comes from */
	const char *limit; /* its time, where it has none of its own */
} roles[] = {
    [ROLE_TURN] = {"turn", ROLE_TURN, "limits.round_s"},
    [ROLE_STRATEGIST] = {"strategist", ROLE_PLANNER, "limits.think_s"},
    [ROLE_PLANNER] = {"planner", ROLE_TURN, "limits.plan_s"},
    [ROLE_EVALUATOR] = {"evaluator", ROLE_TURN, "limits.reflect_s"},
    [ROLE_SUMMARISER] = {"summariser", ROLE_TURN, "context.summary_timeout_s"},
};

static const struct {
	const char *word; /* of the refusal */
	enum role_field field;
} fields[] = {
    {"temperature", ROLE_TEMPERATURE},
    {"max_tokens", ROLE_LENGTH_REFUSED},
    {"max_completion_tokens", ROLE_LENGTH_REFUSED},
    {"max_output_tokens", ROLE_LENGTH_REFUSED},
};

const char *role_name(enum role role)
{
	return roles[role].name;
}

/* The name of the setting that holds along the chain; "backend.KEY" at its end. */
static char *key_of(const struct agent *a, enum role role, const char *key)
{
	for (; role != ROLE_TURN; role = roles[role].next) {
		char *name = xasprintf("roles.%s.%s", roles[role].name, key);

		if (!json_is_null(setting_json(a->settings, name)))
			return name;
		free(name);
	}
	return xasprintf("backend.%s", key);
}

static const char *string_of(const struct agent *a, enum role role, const char *key)
{
	char *name = key_of(a, role, key);
	const char *value = setting_string(a->settings, name);

	free(name);
	return value;
}

/* Somewhere along the chain a role sets it, not backend.KEY. */
static bool has_own(const struct agent *a, enum role role, const char *key)
{
	char *name = key_of(a, role, key);
	bool own = strncmp(name, "roles.", 6) == 0;

	free(name);
	return own;
}

static bool own_server(const struct agent *a, enum role role)
{
	return has_own(a, role, "provider") || has_own(a, role, "base_url") ||
	       has_own(a, role, "api_key_env");
}

/* A server of its own has its own model; the turn's may be the one its server lists. */
static struct backend_wish wish_of(const struct agent *a, enum role role)
{
	char *temperature = key_of(a, role, "temperature");
	char *max_tokens = key_of(a, role, "max_tokens");
	struct backend_wish wish = {
	    .provider = string_of(a, role, "provider"),
	    .base_url = string_of(a, role, "base_url"),
	    .key_env = string_of(a, role, "api_key_env"),
	    .model = string_of(a, role, "model"),
	    .effort = setting_string(a->settings, "backend.effort"),
	    .temperature = setting_number(a->settings, temperature),
	    .max_tokens = (int)setting_int(a->settings, max_tokens),
	    .source = roles[role].name,
	};

	if (!has_own(a, role, "base_url") && !has_own(a, role, "api_key_env")) {
		wish.key_file = setting_string(a->settings, "backend.api_key_file");
		wish.key_command = setting_string(a->settings, "backend.api_key_command");
	}
	if (a->roles.left_out[role] & ROLE_TEMPERATURE)
		wish.temperature = NAN;
	if (a->roles.left_out[role] & (ROLE_LENGTH | ROLE_LENGTH_REFUSED))
		wish.max_tokens = 0;
	free(temperature);
	free(max_tokens);
	return wish;
}

int role_length(struct agent *a, enum role role)
{
	return wish_of(a, role).max_tokens;
}

static struct backend *make(struct agent *a, enum role role)
{
	struct backend_wish wish = wish_of(a, role);
	struct error e = ERROR_INIT;
	struct backend *b = NULL;

	if (own_server(a, role)) {
		b = backend_choose_for(a->loop, a->settings, &wish, &e);
		if (!b)
			emit_notice(a->session, "warning",
			    "roles.%s is not used, the turn's backend is: %s", roles[role].name,
			    e.message);
		error_free(&e);
	}
	if (!has_own(a, role, "model"))
		wish.model = NULL;
	if (!b && a->backend->like)
		b = a->backend->like(a->backend, &wish);
	return b;
}

static const struct backend *used(const struct agent *a, enum role role)
{
	return a->roles.backends[role] ? a->roles.backends[role] : a->backend;
}

/* By what is known of it, or what it was seen to do. */
static bool thinks(struct agent *a, const struct backend *b)
{
	json_t *row = b->model ? model_known(b->model) : NULL;
	bool known = json_flag(row, "thinks", false);

	json_decref(row);
	return known || server_thinks(&a->roles.servers, b);
}

/* A length is sent that nobody chose: the default of the role's setting. */
static bool has_default_length(const struct agent *a, enum role role)
{
	char *key = key_of(a, role, "max_tokens");
	bool is_default = role != ROLE_TURN &&
			  !(a->roles.left_out[role] & (ROLE_LENGTH | ROLE_LENGTH_REFUSED)) &&
			  strncmp(key, "roles.", 6) == 0 &&
			  strcmp(setting_source(a->settings, key), "default") == 0;

	free(key);
	return is_default;
}

static void leave_out(struct agent *a, enum role role, unsigned left_out)
{
	a->roles.left_out[role] |= left_out;
	backend_free(a->roles.backends[role]);
	a->roles.backends[role] = NULL;
}

bool role_leaves_out_length(struct agent *a, enum role role)
{
	if (!has_default_length(a, role) || !used(a, role)->like)
		return false;
	log_add(LOG_INFO, "role %s: goes without a limit of its length", roles[role].name);
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
	if (has_default_length(a, role) && thinks(a, used(a, role))) {
		leave_out(a, role, ROLE_LENGTH);
		a->roles.backends[role] = make(a, role);
	}
	log_add(LOG_DEBUG, "role %s: %s", roles[role].name,
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

/* Of the fields that were sent: what is left out already cannot be left out again. */
static unsigned refused(
    const struct agent *a, enum role role, const struct backend_wish *sent, const struct error *e)
{
	unsigned found = 0;

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strstr(e->message, fields[i].word))
			found |= fields[i].field;
	return found & ~a->roles.left_out[role] &
	       ((isnan(sent->temperature) ? 0 : ROLE_TEMPERATURE) |
		   (sent->max_tokens > 0 || a->spending.clamped ? ROLE_LENGTH_REFUSED : 0));
}

static void turn_leaves_out(struct agent *a, unsigned left_out)
{
	struct backend *before = a->roles.own;
	struct backend_wish wish;

	a->roles.left_out[ROLE_TURN] = left_out;
	wish = wish_of(a, ROLE_TURN);
	a->roles.own = a->backend->like(a->backend, &wish);
	agent_backend(a, a->roles.own);
	a->roles.left_out[ROLE_TURN] = left_out;
	backend_free(before);
}

bool role_leaves_out(struct agent *a, enum role role, enum failure failure, const struct error *e)
{
	const struct backend_wish sent = wish_of(a, role);
	unsigned out = failure == FAILURE_REQUEST && e->message ? refused(a, role, &sent, e) : 0;

	if (!out || !role_backend(a, role)->like)
		return false;
	log_add(LOG_INFO, "role %s: goes without what its model refuses: %s", roles[role].name,
	    e->message);
	if (role == ROLE_TURN)
		turn_leaves_out(a, out | a->roles.left_out[role]);
	else
		leave_out(a, role, out);
	return true;
}

/* ---- Time ----------------------------------------------------------------------------------- */

static double scale_of(const struct agent *a, const struct backend *b)
{
	const char *pattern;
	json_t *factor;

	json_object_foreach ((json_t *)setting_json(a->settings, "limits.scale"), pattern, factor)
		if ((b->base_url && fnmatch(pattern, b->base_url, 0) == 0) ||
		    (b->model && model_fits(pattern, b->model)))
			return json_number_value(factor);
	return 1;
}

/* Its own time, else that of its stage; the name of the setting (owned). */
static char *limit_name(const struct agent *a, enum role role)
{
	char *own = role == ROLE_TURN ? NULL : xasprintf("roles.%s.timeout_s", roles[role].name);

	if (own && !isnan(setting_number(a->settings, own)))
		return own;
	free(own);
	return xstrdup(roles[role].limit);
}

int64_t role_limit_ms(struct agent *a, enum role role)
{
	const struct backend *b = used(a, role);
	char *name = limit_name(a, role);
	double seconds = setting_number(a->settings, name);
	bool of_stage = role != ROLE_TURN && strcmp(name, roles[role].limit) == 0;
	int64_t limit = isnan(seconds) ? 0 : (int64_t)(seconds * scale_of(a, b) * 1000);
	int64_t needed = of_stage ? PATIENCE * server_reply_ms(&a->roles.servers, b) : 0;

	free(name);
	return limit == 0 || limit > needed ? limit : needed;
}

char *role_late_text(const struct agent *a, enum role role, int64_t limit_ms)
{
	char *name = limit_name(a, role);
	char *text = xasprintf("it took longer than %g s (%s)", (double)limit_ms / 1000, name);

	free(name);
	return text;
}
