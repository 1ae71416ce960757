/*
 * The backend before is kept until the end: what was asked of it may still be under way.
 */
#include "cli/backend/backend_switch.h"

#include <math.h>
#include <stdlib.h>

#include "agent/budget/budget.h"
#include "agent/budget/budget_price.h"
#include "agent/roles/role_backend.h"
#include "agent/roles/session_settings.h"
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/settings_append.h"

/* The settings that say which server answers, besides its base URL and its key. */
static const char *const others[] = {
    "backend.api_key_command", "backend.api_key_file", "backend.protocol", "backend.provider"};
#define OTHERS (sizeof others / sizeof *others)

static json_t *neutral(const char *key)
{
	return setting_find(key)->flags & SETTING_NULLABLE ? json_null() : json_string("auto");
}

static bool is_neutral(const struct settings *s, const char *key)
{
	json_t *value = neutral(key);
	const bool same = json_equal(value, (json_t *)setting_json(s, key));

	json_decref(value);
	return same;
}

static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

struct backend *server_choice_backend(
    struct program *p, const struct server_choice *choice, struct error *e)
{
	return backend_choose_for(p->loop, p->settings,
	    &(struct backend_wish){
		.provider = "auto",
		.base_url = choice->base_url,
		.key_env = choice->key_env,
		.model = choice->model,
		.effort = setting_string(p->settings, "backend.effort"),
		.temperature = setting_number(p->settings, "backend.temperature"),
		.max_tokens = (int)setting_int(p->settings, "backend.max_tokens"),
		.source = "this session",
	    },
	    e);
}

static void set_program_setting(
    struct program *p, const char *key, json_t *value /* steals */, bool told)
{
	if (told)
		setting_set(p->agent, key, value);
	else
		setting_change(p->settings, key, value, NULL);
}

bool backend_switch(
    struct program *p, const struct server_choice *choice, bool told, struct error *e)
{
	struct backend *chosen = server_choice_backend(p, choice, e);

	if (!chosen)
		return false;
	if (budget_set(p->settings) &&
	    !budget_model_priced(p->settings, chosen, choice->model, "backend.model",
		"lift the budget first (/budget off)", e)) {
		backend_free(chosen);
		return false;
	}
	array_reserve(&p->replaced, &p->replaced_cap, p->replaced_count + 1, sizeof(*p->replaced));
	p->replaced[p->replaced_count++] = p->backend;
	p->backend = chosen;
	turn_backend_set(p->agent, chosen);
	p->server_of_session = !told;
	for (size_t i = 0; i < OTHERS; i++)
		setting_change(p->settings, others[i], neutral(others[i]), NULL);
	set_program_setting(p, "backend.api_key_env", text_or_null(choice->key_env), told);
	set_program_setting(p, "backend.base_url", json_string(choice->base_url), told);
	set_program_setting(p, "backend.model", text_or_null(choice->model), told);
	return true;
}

static bool keep_setting(const char *key, json_t *value /* steals */, struct error *e)
{
	const bool ok = settings_keep(key, value, e);

	json_decref(value);
	return ok;
}

bool backend_switch_keep(struct program *p, const struct server_choice *choice, struct error *e)
{
	bool ok;

	if (p->options->config)
		return error_set(e, ERR_USAGE, "the configuration is '%s'", p->options->config);
	ok = keep_setting("backend.base_url", json_string(choice->base_url), e);
	if (ok && (choice->key_env || setting_string(p->settings, "backend.api_key_env")))
		ok = keep_setting("backend.api_key_env", text_or_null(choice->key_env), e);
	for (size_t i = 0; ok && i < OTHERS; i++)
		if (!is_neutral(p->settings, others[i]))
			ok = keep_setting(others[i], neutral(others[i]), e);
	return ok;
}
