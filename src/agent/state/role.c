/* SPDX-License-Identifier: MIT
 * Settings and time limits of the model's roles. Each setting is looked up along the chain of roles by itself, so a
 * role can have a model of its own and take the rest from the next role.
 */

#include "agent/state/role.h"

#include <fnmatch.h>
#include "agent/state/agent_state.h"
#include "base/base.h"
#include "llm/model/price.h"

#define PATIENCE 2 /* times what a whole reply of the server took lately */

static const struct {
	const char *name;
	enum role next;	   /* gives the settings that this role leaves unset */
	const char *limit; /* setting of its time limit where roles.NAME.timeout_s is unset */
} roles[] = {
    [ROLE_TURN] = {"turn", ROLE_TURN, "limits.round_s"},
    [ROLE_STRATEGIST] = {"strategist", ROLE_PLANNER, "limits.think_s"},
    [ROLE_PLANNER] = {"planner", ROLE_TURN, "limits.plan_s"},
    [ROLE_EVALUATOR] = {"evaluator", ROLE_TURN, "limits.reflect_s"},
    [ROLE_SUMMARISER] = {"summariser", ROLE_TURN, "context.summary_timeout_s"},
};

const char *role_name(enum role role)
{
	return roles[role].name;
}

char *role_key(const struct agent *a, enum role role, const char *key)
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
	auto_free char *name = role_key(a, role, key);
	return setting_string(a->settings, name);
}

bool role_has_own(const struct agent *a, enum role role, const char *key)
{
	auto_free char *name = role_key(a, role, key);
	return strncmp(name, "roles.", 6) == 0;
}

/* A role with a server or key of its own must not send it the key of backend.api_key_file or _command. */
struct backend_wish role_wish(const struct agent *a, enum role role)
{
	auto_free char *temperature = role_key(a, role, "temperature");
	auto_free char *max_tokens = role_key(a, role, "max_tokens");
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

	if (!role_has_own(a, role, "base_url") && !role_has_own(a, role, "api_key_env")) {
		wish.key_file = setting_string(a->settings, "backend.api_key_file");
		wish.key_command = setting_string(a->settings, "backend.api_key_command");
	}
	if (a->roles.left_out[role] & ROLE_TEMPERATURE)
		wish.temperature = NAN;
	if (a->roles.left_out[role] & (ROLE_LENGTH | ROLE_LENGTH_REFUSED))
		wish.max_tokens = 0;
	return wish;
}

int role_length(struct agent *a, enum role role)
{
	return role_wish(a, role).max_tokens;
}

const struct backend *role_used(const struct agent *a, enum role role)
{
	return a->roles.backends[role] ? a->roles.backends[role] : a->backend;
}

/* ---- Time ----------------------------------------------------------------------------------- */

static double scale_of(const struct agent *a, const struct backend *b)
{
	json_members (pattern, factor, setting_json(a->settings, "limits.scale"))
		if ((b->base_url && fnmatch(pattern, b->base_url, 0) == 0) ||
		    (b->model && model_fits(pattern, b->model)))
			return json_number_value(factor);
	return 1;
}

/* Returns the name of the setting that limits the role's time: its own, else that of its stage. Caller frees. */
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
	const struct backend *b = role_used(a, role);
	auto_free char *name = limit_name(a, role);
	double seconds = setting_number(a->settings, name);
	bool of_stage = role != ROLE_TURN && strcmp(name, roles[role].limit) == 0;
	int64_t limit = isnan(seconds) ? 0 : (int64_t)(seconds * scale_of(a, b) * 1000);
	int64_t needed = of_stage ? PATIENCE * server_reply_ms(&a->roles.servers, b) : 0;

	return limit == 0 || limit > needed ? limit : needed;
}

char *role_late_text(const struct agent *a, enum role role, int64_t limit_ms)
{
	auto_free char *name = limit_name(a, role);
	return xasprintf("it took longer than %g s (%s)", (double)limit_ms / 1000, name);
}
