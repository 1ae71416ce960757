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
	check_file("settings", settings_user_file());
	check_file("", settings_workspace_file(workspace_path(p->workspace)));
	if (json_array_size(settings_ignored(p->settings)))
		doctor_row(
		    "", "-> some keys of the workspace's file are ignored: agent config trust");
}

static void check_exposed(const struct program *p)
{
	auto_free char *names = writable_by_others(workspace_path(p->workspace));

	if (names)
		doctor_row("", "-> anyone on this machine may write to %s: chmod o-w", names);
}

/* Says what a key that was found lacks to be used, or "". */
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
	json_t *providers;
	size_t set = 0;

	providers = json_list(table, "providers");
	json_each (one, providers) {
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

static void check_backend(struct program *p)
{
	auto_error e = ERROR_INIT;

	p->backend = backend_choose(p->loop, p->settings, &e);
	if (!p->backend) {
		doctor_row("backend", "%s", e.message);
		return;
	}
	auto_free char *url = p->backend->base_url ? endpoint_shown(p->backend->base_url) : NULL;
	doctor_row("backend", "%s%s%s", url ? url : p->backend->name,
	    p->backend->origin ? ": " : "", p->backend->origin ? p->backend->origin : "");
	if (p->backend->base_url)
		doctor_row("model", "%s",
		    p->backend->model ? p->backend->model
				      : "not set: the server's, where it lists only one");
}

/* Which protocol it is may be found out by asking. */
static bool check_server(struct program *p)
{
	const struct backend *b = p->backend;

	if (!b || !b->base_url)
		return true;
	bool reached = doctor_server(p);
	doctor_row("protocol", "%s%s", b->protocol_guessed ? "auto: " : "", b->protocol);
	return reached;
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

static void check_local(struct program *p)
{
	bool done = false;
	struct local *search = local_search(p->loop, p->settings, on_found, &done);

	loop_await(p->loop, loop_flag, &done, NULL);
	local_stop(search);
}

/* 0, or why the nearest folder above that exists takes no new file. */
static int unwritable(const char *path)
{
	auto_free char *above = xstrdup(path);
	char *slash;
	int why = 0;

	while ((slash = strrchr(above, '/')) && slash > above) {
		*slash = '\0';
		if (access(above, F_OK) == 0)
			break;
	}
	if (access(above, W_OK | X_OK) != 0)
		why = errno;
	return why;
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
		json_t *sessions = store_list(store, NULL, 100000, &e);
		doctor_row("sessions", "%s, %zu session%s", shown, json_array_size(sessions),
		    text_plural(json_array_size(sessions), "", "s"));
		json_decref(sessions);
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

	if (!spawner_start()) /* before keys are read */
		return print_failure(1, "cannot start: %s", strerror(errno));
	int code = program_configure(&p, o);

	if (code == 0) {
		const char *approve = setting_string(p.settings, "approve");

		p.loop = loop_new();
		doctor_row("agent", "%s", AGENT_VERSION);
		doctor_row("workspace", "%s", workspace_path(p.workspace));
		check_configuration(&p);
		check_exposed(&p);
		check_backend(&p);
		bool reached = check_server(&p);
		check_keys(&p);
		check_local(&p);
		check_store();
		check_terminal();
		doctor_row("approvals", "%s",
		    approve ? approve : "ask with a terminal, read-only without one");
		check_sandbox(&p);
		if (p.backend && !p.backend->base_url)
			doctor_row("",
			    "-> connect a model: agent --base-url URL -m MODEL, or export "
			    "OPENAI_API_KEY");
		code = !p.backend ? 2 : reached ? 0 : 1;
	}
	return code;
}

const struct command command_doctor = {
    .name = "doctor",
    .usage = "",
    .summary = "what is configured, found and missing, and what to do",
    .run = run,
};
