/* SPDX-License-Identifier: MIT
 * Settings that change inside a session. Most are read where they count and need nothing; the model
 * is part of a backend, which is made anew for the same server, and a budget needs a price.
 */
#include "agent/roles/session_settings.h"

#include "agent/budget/budget.h"
#include "agent/roles/role_backend.h"
#include "agent/state/agent_state.h"
#include "agent/state/limits.h"
#include "base/base.h"
#include "session/event/event_data.h"

static bool priced(const struct agent *a, const char *key, const json_t *value, struct error *e)
{
	return !budget_set(a->settings) ||
	       budget_model_priced(a->settings, a->backend, json_string_value(value), key,
		   "lift the budget first (/budget off)", e);
}

/* Whether a setting can be changed now; false: e says why not. */
static bool setting_possible(struct agent *a, const char *key, const json_t *value, struct error *e)
{
	const char *end = strrchr(key, '.');

	if (strncmp(key, "budget.", 7) == 0 && json_is_number(value))
		return budget_models_priced(a->settings, a->backend, e);
	/* These name a model that may be asked besides the turn's. */
	if (strcmp(key, "backend.fallback_model") == 0 ||
	    (strncmp(key, "roles.", 6) == 0 && strcmp(end, ".model") == 0))
		return priced(a, key, value, e);
	if (strcmp(key, "backend.model") != 0 || !json_is_string(value))
		return true;
	if (!a->backend->like)
		return error_set(e, ERR_USAGE,
		    "the %s backend has no models; /connect chooses a server", a->backend->name);
	return priced(a, key, value, e);
}

/* Makes the turn's backend anew. Between two steps no request is under way, so the old one can be freed. */
static void model_changed(struct agent *a)
{
	const struct backend_wish wish = {
	    .model = setting_string(a->settings, "backend.model"),
	    .effort = setting_string(a->settings, "backend.effort"),
	    .temperature = setting_number(a->settings, "backend.temperature"),
	    .max_tokens = (int)setting_int(a->settings, "backend.max_tokens"),
	};
	struct backend *before = a->roles.own;

	if (!a->backend->like)
		return;
	a->roles.own = a->backend->like(a->backend, &wish);
	turn_backend_set(a, a->roles.own);
	backend_free(before);
}

static bool of_model(const char *key)
{
	static const char *const keys[] = {
	    "backend.model", "backend.effort", "backend.temperature", "backend.max_tokens"};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

/* Makes anew what was made from the setting: backends, permissions, limits. */
static void setting_changed(struct agent *a, const char *key)
{
	if (of_model(key))
		model_changed(a);
	if (strncmp(key, "roles.", 6) == 0)
		roles_forget(a);
	limits_changed(a, key);
	if (strncmp(key, "permissions.", 12) == 0)
		permissions_reload(a->permissions, a->settings);
}

bool model_fall_back(struct agent *a, enum failure failure, const char *why)
{
	const char *model = setting_string(a->settings, "backend.fallback_model");

	if ((failure != FAILURE_RETRY && failure != FAILURE_TIMEOUT && failure != FAILURE_QUOTA) ||
	    !model || !a->backend->model || strcmp(model, a->backend->model) == 0)
		return false;
	json_t *value = json_string(model);
	if (!setting_possible(a, "backend.model", value, NULL)) {
		json_decref(value);
		return false;
	}
	emit_notice(a->session, "warning", "%s keeps failing, %s is asked from now on: %s",
	    a->backend->model, model, why ? why : "no reason is known");
	setting_change(a->settings, "backend.model", json_incref(value), NULL);
	model_changed(a);
	emit(a->session, EVENT_SETTING, NULL,
	    event_build_setting(
		&(struct event_setting){.key = "backend.model", .value = value, .by = "fallback"}));
	return true;
}

/* Takes a setting from the record of a session. What this start asks for wins, and how much is
 * allowed without asking is never taken from a record. */
void setting_restore(struct agent *a, const char *key, const json_t *value)
{
	bool kept =
	    of_model(key) || strcmp(key, "agent.depth") == 0 || strncmp(key, "budget.", 7) == 0;

	if (!kept || !value || !setting_find(key) ||
	    setting_layer(a->settings, key) == SETTING_COMMAND_LINE)
		return;
	if (setting_possible(a, key, value, NULL) &&
	    setting_change(a->settings, key, json_incref((json_t *)value), NULL))
		setting_changed(a, key);
}

bool setting_set(struct agent *a, const char *key, json_t *value)
{
	auto_error e = ERROR_INIT;

	if (!setting_possible(a, key, value, &e) ||
	    !setting_change(a->settings, key, json_incref(value), &e)) {
		emit_notice(a->session, "warning", "%s", e.message);
		json_decref(value);
		return false;
	}
	setting_changed(a, key);
	if (session_seq(a->session) == 0) {
		a->origin.settings = a->origin.settings ? a->origin.settings : json_object();
		json_put(a->origin.settings, key, json_incref(value));
	}
	emit(a->session, EVENT_SETTING, NULL,
	    event_build_setting(&(struct event_setting){.key = key, .value = value, .by = "user"}));
	return true;
}
