/* SPDX-License-Identifier: MIT
 * A server is asked for server/discover first. One of the older era refuses it or stays silent, and gets an initialize
 * on the same process.
 */
#include "mcp/mcp_link.h"

#include "base/base.h"
#include "base/json/json_rpc.h"
#include "base/log.h"

#define MODERN "2026-07-28"
static const char *const legacy[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", NULL};
#define PAUSE_MS 500
#define PAUSES 7 /* the longest is PAUSE_MS << PAUSES */

/* ---- Sending ----------------------------------------------------------------------------------- */

static json_t *capabilities(void)
{
	return json_pack("{s:{s:{}, s:{}}, s:{s:{}}}", "elicitation", "form", "url", "extensions",
	    "io.modelcontextprotocol/tasks");
}

static json_t *client_info(void)
{
	return json_pack("{s:s, s:s}", "name", "agent", "version", AGENT_VERSION);
}

/* Returns the params of a request as this era wants them. Steals params. */
static json_t *params_of(const struct mcp_link *l, json_t *params)
{
	if (!l->modern)
		return params;
	params = params ? params : json_object();
	json_t *meta = json_map_made(params, "_meta");
	json_put_str(meta, "io.modelcontextprotocol/protocolVersion", MODERN);
	json_put(meta, "io.modelcontextprotocol/clientCapabilities", capabilities());
	json_put(meta, "io.modelcontextprotocol/clientInfo", client_info());
	return params;
}

void mcp_link_send(struct mcp_link *l, json_t *message, int64_t id, const json_t *headers)
{
	if (l->wire)
		l->kind->send(l->wire, message, id, headers);
	json_decref(message);
}

int64_t mcp_link_ask(struct mcp_link *l, const char *method, json_t *params, const json_t *headers)
{
	const bool notice = strncmp(method, "notifications/", 14) == 0;
	json_auto_t *id = notice ? NULL : json_integer(++l->last_id);

	mcp_link_send(
	    l, rpc_ask(id, method, params_of(l, params)), notice ? 0 : l->last_id, headers);
	return notice ? 0 : l->last_id;
}

void mcp_link_drop(struct mcp_link *l, int64_t id, const char *why)
{
	if (id && l->wire && !(l->kind->drop && l->kind->drop(l->wire, id)))
		mcp_link_ask(l, "notifications/cancelled",
		    json_pack("{s:I, s:s}", "requestId", (json_int_t)id, "reason", why), NULL);
}

/* ---- Ends -------------------------------------------------------------------------------------- */

static void set_timer(struct mcp_link *l, int64_t ms, loop_fn *fn)
{
	timer_stop(l->timer);
	l->timer = fn ? loop_after(l->spec.loop, ms, fn, l) : NULL;
}

static void link_close(struct mcp_link *l)
{
	if (l->wire)
		l->kind->close(l->wire);
	set_timer(l, 0, NULL);
	l->wire = NULL;
	l->signs = false;
	l->state = MCP_CLOSED;
	l->probe = 0;
}

static void link_fail(struct mcp_link *l, const struct error *e)
{
	link_close(l);
	l->failures++;
	l->ended_ms = clock_mono_ms();
	log_add(LOG_INFO, "mcp %s: %s", l->spec.spec->name, e->message);
	l->lost(l->ctx, 0, false, e);
}

static void fail_start(struct mcp_link *l, enum error_code code, const char *why)
{
	auto_error e = ERROR_INIT;

	error_set(&e, code, "the MCP server '%s' %s", l->spec.spec->name, why);
	link_fail(l, &e);
}

static void on_startup_timeout(void *ctx)
{
	struct mcp_link *l = ctx;

	l->timer = NULL;
	fail_start(l, ERR_TIMEOUT, "did not get ready in time (startup_timeout_sec)");
}

static void watch_startup(struct mcp_link *l)
{
	const double s = json_num(
	    l->server, "startup_s", setting_number(l->spec.settings, "mcp.startup_timeout_s"));

	set_timer(l, (int64_t)(s * 1000), on_startup_timeout);
}

/* ---- Which era --------------------------------------------------------------------------------- */

static void link_speak(struct mcp_link *l, const char *version, bool modern)
{
	l->modern = modern;
	if (l->kind->speak)
		l->kind->speak(l->wire, version, modern);
}

static bool protocol_is(const struct mcp_link *l, const char *which)
{
	return text_is(json_str(l->server, "protocol", "auto"), which);
}

static void link_initialize(struct mcp_link *l)
{
	if (protocol_is(l, "modern")) {
		fail_start(l, ERR_UNSUPPORTED, "does not speak revision " MODERN);
		return;
	}
	link_speak(l, "", false);
	watch_startup(l);
	l->probe = l->last_id + 1;
	mcp_link_ask(l, "initialize",
	    json_pack("{s:s, s:o, s:o}", "protocolVersion", legacy[0], "capabilities",
		capabilities(), "clientInfo", client_info()),
	    NULL);
}

static void on_silence(void *ctx)
{
	((struct mcp_link *)ctx)->timer = NULL;
	link_initialize(ctx);
}

/* Over HTTP each request is answered; of processes some of the older era are silent on what they do not know. */
static void link_discover(struct mcp_link *l)
{
	link_speak(l, MODERN, true);
	watch_startup(l);
	if (l->kind == &mcp_stdio && protocol_is(l, "auto"))
		set_timer(l,
		    (int64_t)(setting_number(l->spec.settings, "mcp.probe_timeout_s") * 1000),
		    on_silence);
	l->probe = l->last_id + 1;
	mcp_link_ask(l, "server/discover", NULL, NULL);
}

static void be_ready(struct mcp_link *l, const char *version, const json_t *info)
{
	set_timer(l, 0, NULL);
	l->probe = 0;
	l->state = MCP_READY;
	string_set(&l->version, version);
	json_decref(l->info);
	l->info = json_deep_copy(info);
	link_speak(l, version, l->modern);
	if (!l->modern)
		mcp_link_ask(l, "notifications/initialized", NULL, NULL);
	l->ready(l->ctx);
}

static void take_initialized(struct mcp_link *l, const json_t *result, const json_t *error)
{
	const char *version = json_str(result, "protocolVersion", "");

	for (size_t i = 0; legacy[i]; i++)
		if (text_is(version, legacy[i])) {
			be_ready(l, legacy[i], result);
			return;
		}
	auto_free char *why = xasprintf("refused to be initialized: %s",
	    json_str(error, "message", "it speaks no revision that is known here"));
	fail_start(l, ERR_UNSUPPORTED, why);
}

/* A server that refuses the version names those it knows: it is asked once more where ours is among them. */
static void take_probe(struct mcp_link *l, const json_t *result, const json_t *error)
{
	const json_t *known = json_list(json_map(error, "data"), "supported");

	if (!l->modern) {
		take_initialized(l, result, error);
	} else if (json_holds_str(json_list(result, "supportedVersions"), MODERN)) {
		be_ready(l, MODERN, result);
	} else if (json_int(error, "code", 0) == RPC_VERSION && json_holds_str(known, MODERN) &&
		   !l->again) {
		l->again = true;
		link_discover(l);
	} else {
		link_initialize(l);
	}
}

/* ---- The wire ---------------------------------------------------------------------------------- */

static void on_message(void *ctx, const json_t *message, int64_t of)
{
	struct mcp_link *l = ctx;

	if (l->probe && json_int(message, "id", -1) == l->probe &&
	    !json_str(message, "method", NULL))
		take_probe(
		    l, json_object_get(message, "result"), json_object_get(message, "error"));
	else
		l->heard(l->ctx, message, of);
}

static void on_lost(void *ctx, int64_t id, int status, bool again, const struct error *e)
{
	struct mcp_link *l = ctx;
	const bool refused = status >= 400 && status < 500 && status != 401 && status != 403;

	if (id && id == l->probe && l->modern && refused)
		take_probe(l, NULL, NULL);
	else if (!id || id == l->probe)
		link_fail(l, e);
	else
		l->lost(l->ctx, id, again, e);
}

static void on_signs(void *ctx, bool on)
{
	struct mcp_link *l = ctx;

	l->signs = on;
	if (l->state == MCP_PROBING && on)
		set_timer(l, 0, NULL);
	else if (l->state == MCP_PROBING)
		watch_startup(l);
}

static void on_start(void *ctx)
{
	struct mcp_link *l = ctx;
	auto_error e = ERROR_INIT;
	struct mcp_wire_spec spec = {.loop = l->spec.loop,
	    .settings = l->spec.settings,
	    .sandbox = l->spec.sandbox,
	    .name = l->spec.spec->name,
	    .workspace = l->spec.workspace,
	    .said = &l->said,
	    .show = l->spec.show,
	    .show_ctx = l->spec.ctx,
	    .hearer = {on_message, on_lost, on_signs, l}};

	l->timer = NULL;
	json_decref(l->server);
	spec.server = l->server = mcp_spec_fill(l->spec.spec->json, l->spec.workspace, &e);
	l->kind = json_str(l->server, "url", NULL) ? &mcp_http : &mcp_stdio;
	l->wire = l->server ? l->kind->open(&spec, &e) : NULL;
	l->state = MCP_PROBING;
	l->again = false;
	if (!l->wire)
		link_fail(l, &e);
	else if (protocol_is(l, "legacy"))
		link_initialize(l);
	else
		link_discover(l);
}

/* Also a first start waits for a turn of the loop, so that who asks has its request before it can fail. */
void mcp_link_open(struct mcp_link *l)
{
	const int n = l->failures - 1 < PAUSES ? l->failures - 1 : PAUSES;
	const int64_t pause =
	    n < 0 ? 0 : ((int64_t)PAUSE_MS << n) - (clock_mono_ms() - l->ended_ms);

	if (l->state != MCP_CLOSED)
		return;
	l->state = MCP_PAUSED;
	set_timer(l, pause > 0 ? pause : 0, on_start);
}

void mcp_link_renew(struct mcp_link *l)
{
	link_close(l);
	mcp_link_open(l);
}

void mcp_link_free(struct mcp_link *l)
{
	link_close(l);
	json_decref(l->server);
	json_decref(l->info);
	free(l->version);
	buf_free(&l->said);
}
