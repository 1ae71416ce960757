/*
 * Compares the server and model a stored session had with those of the settings.
 */
#include "cli/backend/backend_resume.h"

#include <stdlib.h>
#include <string.h>

#include "agent/roles/session_settings.h"
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "cli/backend/backend_switch.h"
#include "cli/program/start_notices.h"
#include "llm/http/endpoint.h"
#include "session/event/event_data.h"

#define OFFLINE "offline"

/* "MODEL at URL", or what stands for it. Owned. */
static char *backend_name(const char *model, const char *url)
{
	if (!url)
		return xstrdup("the offline backend");
	return xasprintf("%s%s%s", model ? model : "", model ? " at " : "", url);
}

static bool same_server(const struct program *p, const char *url)
{
	char *now = p->backend->base_url ? endpoint_shown(p->backend->base_url) : NULL;
	char *then = endpoint_shown(url);
	const bool same = now && strcmp(now, then) == 0;

	free(now);
	free(then);
	return same;
}

static void say_other(struct program *p, const char *had, const char *why)
{
	char *now = backend_name(p->backend->model, p->backend->base_url);

	program_notice(p, xasprintf("this session was with %s%s%s; %s answers now", had,
			      why ? ", which cannot be asked: " : "", why ? why : "", now));
	free(now);
}

static void restore_model(struct program *p, const char *model)
{
	json_t *value = json_string(model);

	if (!setting_of_start(p->settings, "backend.model"))
		setting_restore(p->agent, "backend.model", value);
	json_decref(value);
}

/* Goes back to the session's server. Without a key nothing is sent to a server that this start
 * would not ask by itself, unless it is on this machine. */
static bool go_back(
    struct program *p, const char *url, const char *key_env, const char *model, struct error *e)
{
	const struct server_choice choice = {url, key_env,
	    setting_of_start(p->settings, "backend.model") ? p->backend->model : model};
	struct backend *tried = server_choice_backend(p, &choice, e);
	const bool has_key = tried && tried->has_key;

	backend_free(tried);
	if (!tried)
		return false;
	if (!has_key && !endpoint_is_local(url))
		return error_set(e, ERR_USAGE, "no key for it is configured");
	return backend_switch(p, &choice, false, e);
}

void backend_resume(struct program *p, const json_t *start, const json_t *settings)
{
	const char *url = json_str(settings, "backend.base_url", json_str(start, "server", NULL));
	const char *model = json_str(settings, "backend.model", json_str(start, "model", NULL));
	struct error e = ERROR_INIT;
	char *had;

	if (json_map(start, "imported") || setting_of_start(p->settings, "backend.base_url") ||
	    setting_of_start(p->settings, "backend.provider"))
		return;
	if (!url && strcmp(json_str(start, "backend", ""), OFFLINE) != 0)
		return; /* an older version did not say */
	had = backend_name(model, url);
	if (!url && p->backend->base_url)
		say_other(p, had, NULL);
	else if (url && same_server(p, url) && model)
		restore_model(p, model);
	else if (url && !same_server(p, url) &&
		 !go_back(p, url, json_str(settings, "backend.api_key_env", NULL), model, &e))
		say_other(p, had, e.message);
	error_free(&e);
	free(had);
}

/* A session names the offline backend by what it says it is. */
static bool is_the_backends(const struct program *p, const char *named)
{
	return !p->backend->base_url && p->backend->model && strcmp(named, p->backend->model) == 0;
}

void backend_resume_tell(const struct program *p, const char *named, const struct event_sink *face)
{
	const char *model = setting_string(p->settings, "backend.model");
	struct event ev = {.at_ms = clock_now_ms(), .type = EVENT_SETTING};

	model = !p->backend->base_url ? OFFLINE : model ? model : p->backend->model;
	if (!model || (named && (strcmp(named, model) == 0 || is_the_backends(p, named))))
		return;
	ev.data = event_build_setting(&(struct event_setting){
	    .key = "backend.model", .value = json_string(model), .by = "start"});
	face->take(face->self, &ev);
	event_free(&ev);
}
