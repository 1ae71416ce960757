/* SPDX-License-Identifier: MIT
 * agent doctor: what is configured, found and missing, and what to do about it. Each row is a
 * check; a line that begins with "->" is advice.
 */
#include <langinfo.h>
#include <sys/ioctl.h>

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/backend/local_servers.h"
#include "cli/doctor/doctor_check.h"
#include "cli/doctor/doctor_server.h"
#include "cli/program/program.h"
#include "cli/program/start_notices.h"
#include "cli/run.h"
#include "config/prompt.h"
#include "llm/http/endpoint.h"
#include "llm/http/provider.h"
#include "loop/spawner.h"
#include "sandbox/sandbox.h"

static void check_file(const char *name, char *path /* steals */)
{
	if (!path)
		return;
	auto_free char *shown = file_user_path(path);
	doctor_row(
	    name, "%s%s", shown, access(path, F_OK) == 0 ? "" : " (not there, which is fine)");
	free(path);
}

static void check_configuration(const struct program *p)
{
	auto_free char *exposed = writable_by_others(workspace_path(p->workspace));

	check_file("settings", settings_user_file());
	check_file("", settings_workspace_file(workspace_path(p->workspace)));
	if (json_array_size(settings_ignored(p->settings)))
		doctor_row(
		    "", "-> some keys of the workspace's file are ignored: agent config trust");
	if (exposed)
		doctor_row("", "-> anyone on this machine may write to %s: chmod o-w", exposed);
}

/* Returns what a provider whose key was found lacks to be used, ": it lacks ...", or "". Caller frees. */
static char *lacks(const struct program *p, const json_t *provider)
{
	const char *endpoint = json_str(provider, "base_url_env", NULL),
		   *region = provider_region_name(provider);
	const char *own = endpoint ? getenv(endpoint) : NULL;
	auto_free char *url = provider_base_url(provider);
	const bool has_url = url || (own && *own);

	if (!backend_speaks(provider))
		return xstrdup(": its protocol is not there yet, so it does not choose");
	if (provider_only_named(provider) && !json_list(provider, "models"))
		return xasprintf(": it is used only where backend.api_key_env names it");
	if (provider_only_named(provider))
		return xasprintf(
		    ": it is used with -m OWNER/MODEL, or where backend.api_key_env names it");
	if (!has_url && region)
		return xasprintf(": it lacks a region: set $%s, or backend.base_url", region);
	if (!has_url)
		return xasprintf(": it lacks an endpoint: set $%s, or backend.base_url",
		    endpoint ? endpoint : "AGENT_BASE_URL");
	if (!setting_string(p->settings, "backend.model") && !json_str(provider, "model", NULL))
		return xstrdup(": it lacks a model: choose one with -m");
	return xstrdup("");
}

static void check_keys(const struct program *p)
{
	json_auto_t *table = config_table("providers.yaml", NULL);
	size_t set = 0;

	json_each (one, json_list(table, "providers")) {
		const char *name = provider_key(one), *value = name ? getenv(name) : NULL;

		if (!value || !*value)
			continue;
		auto_free char *what = lacks(p, one);
		doctor_row(
		    set++ ? "" : "keys", "%s is set (%s)%s", name, json_str(one, "name", ""), what);
	}
	if (!set)
		doctor_row("keys", "no known API key is in the environment");
}

/* Chooses the backend and asks its server. Returns the exit code: 0, 1 if the server does not answer as it
 * should, 2 if there is no backend. */
static int check_backend(struct program *p)
{
	auto_error e = ERROR_INIT;
	const struct backend *b = p->backend = backend_choose(p->loop, p->settings, &e);

	if (!b) {
		doctor_row("backend", "%s", e.message);
		return 2;
	}
	auto_free char *url = b->base_url ? endpoint_shown(b->base_url) : NULL;
	doctor_row("backend", "%s%s%s", url ? url : b->name, b->origin ? ": " : "",
	    b->origin ? b->origin : "");
	if (!url)
		return 0;
	doctor_row(
	    "model", "%s", b->model ? b->model : "not set: the server's, where it lists only one");
	const bool reached = doctor_server(p);
	/* Printed last, since the protocol may have been found out by asking. */
	doctor_row("protocol", "%s%s", b->protocol_guessed ? "auto: " : "", b->protocol);
	return reached ? 0 : 1;
}

static void on_found(void *ctx, const json_t *found)
{
	*(bool *)ctx = true;
	json_each_at (i, server, found) {
		auto_free char *line = local_line(server);

		doctor_row(i ? "" : "local servers", "%s", line);
	}
	if (json_array_size(found) == 0)
		doctor_row(
		    "local servers", "none answers (Ollama, llama.cpp, LM Studio, vLLM, LiteLLM)");
}

/* Returns 0, or the errno of a new file in the nearest folder above path that exists. */
static int unwritable(const char *path)
{
	auto_free char *above = xstrdup(path);
	char *slash;

	while ((slash = strrchr(above, '/')) && slash > above) {
		*slash = '\0';
		if (access(above, F_OK) == 0)
			break;
	}
	return access(above, W_OK | X_OK) == 0 ? 0 : errno;
}

static void check_store(void)
{
	auto_free char *path = file_home(FILE_DATA, "agent.db"), *shown = file_user_path(path);
	auto_error e = ERROR_INIT;
	struct store *store;

	if (access(path, F_OK) != 0) {
		const int why = unwritable(path);

		if (why)
			doctor_row("sessions", "%s cannot be made: %s", shown, strerror(why));
		else
			doctor_row("sessions", "%s (made with the first session)", shown);
	} else if (!(store = store_open(path, NULL, &e))) {
		doctor_row("sessions", "%s cannot be used: %s", shown, e.message);
	} else {
		json_auto_t *sessions = store_list(store, NULL, 100000, &e);
		doctor_row("sessions", "%s, %zu session%s", shown, json_array_size(sessions),
		    text_plural(json_array_size(sessions), "", "s"));
		store_close(store);
	}
}

static void check_terminal(void)
{
	const char *term = getenv("TERM");
	struct winsize size = {0};

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
		doctor_row("terminal", "none on stdout");
		return;
	}
	doctor_row("terminal", "%s, %dx%d, %s", term ? term : "TERM is not set", size.ws_col,
	    size.ws_row, nl_langinfo(CODESET));
	if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
		doctor_row("",
		    "-> set LANG to a UTF-8 locale, for example C.UTF-8; until then ASCII is used");
}

static void check_sandbox(const struct program *p)
{
	struct sandbox *sandbox = sandbox_new(p->loop, p->settings, p->workspace);
	const enum sandbox_tier tier = sandbox_tier(sandbox);
	const char *why = sandbox_why(sandbox);

	if (sandbox_is_off(sandbox))
		doctor_row("sandbox", "off (sandbox.mode): commands run with your permissions");
	else if (tier == SANDBOX_NONE)
		doctor_row("sandbox", "none can be made here; sandbox.missing is %s",
		    setting_string(p->settings, "sandbox.missing"));
	else
		doctor_row("sandbox", "%s; agent sandbox --show lists what commands can touch",
		    sandbox_tier_name(tier));
	if (*why)
		doctor_row("", "-> %s", why);
	if (sandbox_not_owner(sandbox))
		doctor_row("", "-> %s", sandbox_not_owner_words);
	sandbox_free(sandbox);
}

static int run(const struct options *o, char *const *rest)
{
	freed_by(program_close) struct program p = {0};
	bool found = false;

	if (!spawner_start()) /* before keys are read */
		return print_failure(1, "cannot start: %s", strerror(errno));
	int code = program_configure(&p, o);

	if (code == 0) {
		const char *approve = setting_string(p.settings, "approve");

		p.loop = loop_new();
		doctor_row("agent", "%s", AGENT_VERSION);
		doctor_row("workspace", "%s", workspace_path(p.workspace));
		check_configuration(&p);
		code = check_backend(&p);
		check_keys(&p);
		struct local *search = local_search(p.loop, p.settings, on_found, &found);
		loop_await(p.loop, loop_flag, &found, NULL);
		local_stop(search);
		check_store();
		check_terminal();
		doctor_row("approvals", "%s",
		    approve ? approve : "ask with a terminal, read-only without one");
		check_sandbox(&p);
		if (p.backend && !p.backend->base_url)
			doctor_row("",
			    "-> connect a model: agent --base-url URL -m MODEL, or export "
			    "OPENAI_API_KEY");
	}
	return code;
}

const struct command command_doctor = {
    .name = "doctor",
    .usage = "",
    .summary = "what is configured, found and missing, and what to do",
    .run = run,
};
