/* SPDX-License-Identifier: MIT
 * Switches the server of a session, and writes the choice to the user's files. The replaced backend is kept
 * until the end, since requests to it may be under way. A session that is resumed gets the server and the model
 * it had, unless this start names others.
 */
#include "cli/backend/backend_switch.h"

#include <dirent.h>
#include "agent/budget/budget.h"
#include "agent/roles/role_backend.h"
#include "agent/roles/session_settings.h"
#include "base/base.h"
#include "base/file.h"
#include "cli/program/start_notices.h"
#include "config/settings_append.h"
#include "llm/http/api_key.h"
#include "llm/http/endpoint.h"
#include "session/event/event_data.h"

/* ---- The server of a session that is resumed ----------------------------------------------------- */

#define OFFLINE "offline"

/* Returns "MODEL at URL", the URL without a model, or "the offline backend" without a URL. Caller frees. */
static char *backend_name(const char *model, const char *url)
{
	if (!url)
		return xstrdup("the offline backend");
	return xasprintf("%s%s%s", model ? model : "", model ? " at " : "", url);
}

static bool same_server(const struct program *p, const char *url)
{
	auto_free char *now = p->backend->base_url ? endpoint_shown(p->backend->base_url) : NULL;
	auto_free char *then = endpoint_shown(url);
	return now && strcmp(now, then) == 0;
}

/* Returns the name of a profile of the user's that has this server (caller frees), or NULL. */
static char *profile_of(const char *url)
{
	auto_free char *path = file_home(FILE_CONFIG, "profiles"), *wanted = endpoint_shown(url);
	auto_closedir DIR *dir = opendir(path);

	for (struct dirent *d; dir && (d = readdir(dir));) {
		const char *dot = strrchr(d->d_name, '.');
		auto_free char *name = xstrndup(d->d_name, dot ? (size_t)(dot - d->d_name) : 0);
		json_auto_t *set = *name ? settings_profile(name, NULL) : NULL;
		auto_free char *its = endpoint_shown(json_str(set, "backend.base_url", ""));

		if (strcmp(its, wanted) == 0)
			return xstrdup(name);
	}
	return NULL;
}

/* Switches to the server that the session had. Refused (e) if no key for it is configured, unless it is on this
 * machine: this start would not send it anything by itself. */
static bool go_back(
    struct program *p, const char *url, const char *key_env, const char *model, struct error *e)
{
	const struct server_choice choice = {url, key_env,
	    setting_of_start(p->settings, "backend.model") ? p->backend->model : model};
	struct backend *tried = server_choice_backend(p, &choice, e);
	const bool has_key = tried && tried->has_key;

	backend_free(tried);
	if (tried && !has_key && !endpoint_is_local(url))
		return error_set(e, ERR_USAGE, "no key for it is configured");
	return tried && backend_switch(p, &choice, false, e);
}

static void say_other(struct program *p, const char *had, const char *url, const char *why)
{
	auto_free char *now = backend_name(p->backend->model, p->backend->base_url);
	auto_free char *profile = url ? profile_of(url) : NULL;

	program_notice(p,
	    xasprintf("this session was with %s%s%s; %s answers now%s%s", had,
		why ? ", which cannot be asked: " : "", why ? why : "", now,
		profile ? "; its server is of a profile: /profile " : "", profile ? profile : ""));
}

void backend_resume(struct program *p, const json_t *start, const json_t *settings)
{
	const char *url = json_str(settings, "backend.base_url", json_str(start, "server", NULL));
	const char *model = json_str(settings, "backend.model", json_str(start, "model", NULL));
	auto_error e = ERROR_INIT;

	if (json_map(start, "imported") || setting_of_start(p->settings, "backend.base_url") ||
	    setting_of_start(p->settings, "backend.provider"))
		return;
	if (!url && strcmp(json_str(start, "backend", ""), OFFLINE) != 0)
		return; /* an older version did not say */
	auto_free char *had = backend_name(model, url);
	if (!url && p->backend->base_url)
		say_other(p, had, NULL, NULL);
	else if (url && same_server(p, url) && model) {
		json_auto_t *value = json_string(model);

		if (!setting_of_start(p->settings, "backend.model"))
			setting_restore(p->agent, "backend.model", value);
	} else if (url && !same_server(p, url) &&
		   !go_back(p, url, json_str(settings, "backend.api_key_env", NULL), model, &e))
		say_other(p, had, url, e.message);
}

void backend_resume_tell(const struct program *p, const char *named, const struct event_sink *face)
{
	const char *model = setting_string(p->settings, "backend.model");
	freed_by(event_free) struct event ev = {.at_ms = clock_now_ms(), .type = EVENT_SETTING};

	model = !p->backend->base_url ? OFFLINE : model ? model : p->backend->model;
	/* Events name the offline backend by its model, not as OFFLINE. */
	if (!model || text_is(named, model) ||
	    (!p->backend->base_url && p->backend->model && text_is(named, p->backend->model)))
		return;
	ev.data = event_build_setting(&(struct event_setting){
	    .key = "backend.model", .value = json_string(model), .by = "start"});
	face->take(face->self, &ev);
}

/* The settings that say which server answers, besides its base URL, the variable of its key and the model. */
static const char *const others[] = {
    "backend.api_key_command", "backend.api_key_file", "backend.protocol", "backend.provider"};
#define OTHERS ARRAY_SIZE(others)

static json_t *neutral(const char *key)
{
	return setting_find(key)->flags & SETTING_NULLABLE ? json_null() : json_string("auto");
}

static json_t *text_or_null(const char *text)
{
	return json_pack("s?", text);
}

struct backend *server_choice_backend(
    struct program *p, const struct server_choice *choice, struct error *e)
{
	return backend_choose_for(p->loop, p->settings,
	    &(struct backend_wish){
		.provider = "auto",
		.base_url = choice->base_url,
		.key_env = choice->key_env,
		.key_file = choice->key_file,
		.key_command = choice->key_command,
		.protocol = choice->protocol,
		.model = choice->model,
		.effort = setting_string(p->settings, "backend.effort"),
		.temperature = setting_number(p->settings, "backend.temperature"),
		.max_tokens = (int)setting_int(p->settings, "backend.max_tokens"),
		.source = "this session",
	    },
	    e);
}

bool backend_switch(
    struct program *p, const struct server_choice *choice, bool told, struct error *e)
{
	const struct {
		const char *key, *value;
	} server[] = {
	    {"backend.api_key_env", choice->key_env},
	    {"backend.base_url", choice->base_url},
	    {"backend.model", choice->model},
	};
	struct backend *chosen = server_choice_backend(p, choice, e);

	if (!chosen)
		return false;
	if (budget_set(p->settings) &&
	    !budget_model_priced(p->settings, chosen, choice->model, "backend.model",
		"lift the budget first (/budget off)", e)) {
		backend_free(chosen);
		return false;
	}
	array_push(p->replaced, p->replaced_count, p->replaced_cap, p->backend);
	p->backend = chosen;
	turn_backend_set(p->agent, chosen);
	p->server_of_session = !told;
	for (size_t i = 0; i < OTHERS; i++)
		setting_change(p->settings, others[i], neutral(others[i]), NULL);
	if (choice->profile || setting_string(p->settings, "profile"))
		setting_change(p->settings, "profile", text_or_null(choice->profile), NULL);
	setting_change(p->settings, KEY_COMMAND, text_or_null(choice->key_command), NULL);
	setting_change(p->settings, KEY_FILE, text_or_null(choice->key_file), NULL);
	if (choice->protocol)
		setting_change(
		    p->settings, "backend.protocol", json_string(choice->protocol), NULL);
	for (size_t i = 0; i < ARRAY_SIZE(server); i++)
		if (told)
			setting_set(p->agent, server[i].key, text_or_null(server[i].value));
		else
			setting_change(
			    p->settings, server[i].key, text_or_null(server[i].value), NULL);
	return true;
}

static bool keep_setting(const char *key, json_t *value /* steals */, struct error *e)
{
	const bool ok = settings_keep(key, value, e);

	json_decref(value);
	return ok;
}

static bool keep_profile(const struct server_choice *choice, struct error *e)
{
	const struct {
		const char *key, *value; /* NULL: not written */
	} rows[] = {
	    {"backend.base_url", choice->base_url},
	    {KEY_COMMAND, choice->key_command},
	    {KEY_FILE, choice->key_file},
	    {"backend.api_key_env", choice->key_env},
	    {"backend.model", choice->model},
	};
	auto_free char *path = settings_profile_file(choice->profile, e);
	auto_buf text = BUF_INIT;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].value) {
			buf_addf(&text, "%s: ", rows[i].key);
			json_write_string(&text, rows[i].value, strlen(rows[i].value));
			buf_addc(&text, '\n');
		}
	return path && file_write(path, 0600, text.data, text.len, e);
}

/* Writes into agent.yaml which profile is used. name NULL: none, which is only written if one was set. */
static bool name_profile(const struct program *p, const char *name, struct error *e)
{
	return (!name && setting_layer(p->settings, "profile") == SETTING_DEFAULTS) ||
	       keep_setting("profile", text_or_null(name), e);
}

bool backend_switch_profile(struct program *p, const char *name, struct error *e)
{
	json_auto_t *set = settings_profile(name, e);
	const struct server_choice choice = {.base_url = json_str(set, "backend.base_url", NULL),
	    .key_env = json_str(set, "backend.api_key_env", NULL),
	    .key_command = json_str(set, KEY_COMMAND, NULL),
	    .key_file = json_str(set, KEY_FILE, NULL),
	    .protocol = json_str(set, "backend.protocol", NULL),
	    .model = json_str(set, "backend.model", NULL),
	    .profile = name};
	bool ok = set && (choice.base_url ||
			     error_set(e, ERR_USAGE,
				 "profile '%s' names no backend.base_url: it holds from the "
				 "next start with --profile %s",
				 name, name));

	ok = ok && backend_switch(p, &choice, true, e);
	if (ok && json_str(set, "backend.effort", NULL))
		setting_set(p->agent, "backend.effort",
		    json_incref(json_object_get(set, "backend.effort")));
	return ok && (p->options->config || name_profile(p, name, e));
}

bool backend_switch_keep(struct program *p, const struct server_choice *choice, struct error *e)
{
	if (p->options->config)
		return error_set(e, ERR_USAGE, "the configuration is '%s'", p->options->config);
	if (choice->profile)
		return keep_profile(choice, e) && name_profile(p, choice->profile, e);
	if (!name_profile(p, NULL, e))
		return false;
	bool ok = keep_setting("backend.base_url", json_string(choice->base_url), e);
	if (ok && (choice->key_env || setting_string(p->settings, "backend.api_key_env")))
		ok = keep_setting("backend.api_key_env", text_or_null(choice->key_env), e);
	for (size_t i = 0; ok && i < OTHERS; i++) {
		json_auto_t *value = neutral(others[i]);

		ok = json_equal(value, setting_json(p->settings, others[i])) ||
		     settings_keep(others[i], value, e);
	}
	return ok;
}
