/* SPDX-License-Identifier: MIT
 * Connects to a server and finds out its era. It is sent server/discover first; one of the older
 * era refuses that or stays silent, and gets an initialize on the same process.
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

void mcp_link_send(struct mcp_client *c, json_t *message, int64_t id, const json_t *headers)
{
	if (c->wire)
		c->kind->send(c->wire, message, id, headers);
	json_decref(message);
}

int64_t mcp_link_ask(
    struct mcp_client *c, const char *method, json_t *params, const json_t *headers)
{
	const bool notice = strncmp(method, "notifications/", 14) == 0;
	json_auto_t *id = notice ? NULL : json_integer(++c->last_id);

	if (c->modern) {
		params = params ? params : json_object();
		json_t *meta = json_map_made(params, "_meta");
		json_put_str(meta, "io.modelcontextprotocol/protocolVersion", MODERN);
		json_put(meta, "io.modelcontextprotocol/clientCapabilities", capabilities());
		json_put(meta, "io.modelcontextprotocol/clientInfo", client_info());
	}
	mcp_link_send(c, rpc_ask(id, method, params), notice ? 0 : c->last_id, headers);
	return notice ? 0 : c->last_id;
}

void mcp_link_drop(struct mcp_client *c, int64_t id, const char *why)
{
	if (id && c->wire && !(c->kind->drop && c->kind->drop(c->wire, id)))
		mcp_link_ask(c, "notifications/cancelled",
		    json_pack("{s:I, s:s}", "requestId", (json_int_t)id, "reason", why), NULL);
}

/* ---- Ends -------------------------------------------------------------------------------------- */

static void set_timer(struct mcp_client *c, int64_t ms, loop_fn *fn)
{
	timer_stop(c->timer);
	c->timer = fn ? loop_after(c->around->loop, ms, fn, c) : NULL;
}

void mcp_link_close(struct mcp_client *c)
{
	if (c->wire)
		c->kind->close(c->wire);
	set_timer(c, 0, NULL);
	c->wire = NULL;
	c->signs = false;
	c->state = MCP_CLOSED;
	c->probe = 0;
}

static void link_fail(struct mcp_client *c, const struct error *e)
{
	mcp_link_close(c);
	c->failures++;
	c->ended_ms = clock_mono_ms();
	log_add(LOG_INFO, "mcp %s: %s", c->spec->name, e->message);
	c->hearer->lost(c, 0, false, e);
}

static void fail_start(struct mcp_client *c, enum error_code code, const char *why)
{
	auto_error e = ERROR_INIT;

	error_set(&e, code, "the MCP server '%s' %s", c->spec->name, why);
	link_fail(c, &e);
}

static void on_startup_timeout(void *ctx)
{
	struct mcp_client *c = ctx;

	c->timer = NULL;
	fail_start(c, ERR_TIMEOUT, "did not get ready in time (startup_timeout_sec)");
}

static void watch_startup(struct mcp_client *c)
{
	const double s = json_num(
	    c->server, "startup_s", setting_number(c->around->settings, "mcp.startup_timeout_s"));

	set_timer(c, (int64_t)(s * 1000), on_startup_timeout);
}

/* ---- Which era --------------------------------------------------------------------------------- */

static bool protocol_is(const struct mcp_client *c, const char *which)
{
	return text_is(json_str(c->server, "protocol", "auto"), which);
}

/* Sends the first request, whose answer tells the era. version "": one of the older era, which the server names. */
static void probe_server(
    struct mcp_client *c, const char *version, const char *method, json_t *params)
{
	string_set(&c->version, version);
	c->modern = *version;
	watch_startup(c);
	c->probe = c->last_id + 1;
	mcp_link_ask(c, method, params, NULL);
}

static void link_initialize(struct mcp_client *c)
{
	if (protocol_is(c, "modern")) {
		fail_start(c, ERR_UNSUPPORTED, "does not speak revision " MODERN);
		return;
	}
	probe_server(c, "", "initialize",
	    json_pack("{s:s, s:o, s:o}", "protocolVersion", legacy[0], "capabilities",
		capabilities(), "clientInfo", client_info()));
}

static void on_silence(void *ctx)
{
	((struct mcp_client *)ctx)->timer = NULL;
	link_initialize(ctx);
}

/* Asks for server/discover. Over HTTP all requests are answered; some older processes ignore unknown ones. */
static void link_discover(struct mcp_client *c)
{
	probe_server(c, MODERN, "server/discover", NULL);
	if (c->kind == &mcp_stdio && protocol_is(c, "auto"))
		set_timer(c,
		    (int64_t)(setting_number(c->around->settings, "mcp.probe_timeout_s") * 1000),
		    on_silence);
}

static void be_ready(struct mcp_client *c, const char *version, const json_t *info)
{
	set_timer(c, 0, NULL);
	c->probe = 0;
	c->state = MCP_READY;
	string_set(&c->version, version);
	json_decref(c->info);
	c->info = json_deep_copy(info);
	if (c->kind->ready)
		c->kind->ready(c->wire);
	if (!c->modern)
		mcp_link_ask(c, "notifications/initialized", NULL, NULL);
	c->hearer->ready(c);
}

static void take_initialized(struct mcp_client *c, const json_t *result, const json_t *error)
{
	const char *version = json_str(result, "protocolVersion", "");

	for (size_t i = 0; legacy[i]; i++)
		if (text_is(version, legacy[i])) {
			be_ready(c, legacy[i], result);
			return;
		}
	auto_free char *why = xasprintf("refused to be initialized: %s",
	    json_str(error, "message", "it speaks no revision that is known here"));
	fail_start(c, ERR_UNSUPPORTED, why);
}

/* Takes the probe's answer. A server that refuses our version lists its own: if ours is there, it is asked again. */
static void take_probe(struct mcp_client *c, const json_t *result, const json_t *error)
{
	const json_t *known = json_list(json_map(error, "data"), "supported");

	if (!c->modern) {
		take_initialized(c, result, error);
	} else if (json_holds_str(json_list(result, "supportedVersions"), MODERN)) {
		be_ready(c, MODERN, result);
	} else if (json_int(error, "code", 0) == RPC_VERSION && json_holds_str(known, MODERN) &&
		   !c->again) {
		c->again = true;
		link_discover(c);
	} else {
		link_initialize(c);
	}
}

/* ---- The wire ---------------------------------------------------------------------------------- */

json_t *mcp_link_read(const struct mcp_client *c, const char *bytes, size_t len)
{
	auto_error e = ERROR_INIT;
	json_t *message = json_parse_foreign(bytes, len, &e);

	if (!message)
		log_add(LOG_INFO, "mcp %s: no message: %s", c->spec->name, e.message);
	return json_is_array(message) ? message : json_pack("[o*]", message);
}

void mcp_link_heard(struct mcp_client *c, const json_t *message, int64_t of)
{
	if (c->probe && json_int(message, "id", -1) == c->probe &&
	    !json_str(message, "method", NULL))
		take_probe(
		    c, json_object_get(message, "result"), json_object_get(message, "error"));
	else
		c->hearer->heard(c, message, of);
}

void mcp_link_lost(struct mcp_client *c, int64_t id, int status, bool again, const struct error *e)
{
	const bool refused = status >= 400 && status < 500 && status != 401 && status != 403;

	if (id && id == c->probe && c->modern && refused)
		take_probe(c, NULL, NULL);
	else if (!id || id == c->probe)
		link_fail(c, e);
	else
		c->hearer->lost(c, id, again, e);
}

void mcp_link_signs(struct mcp_client *c, bool on)
{
	c->signs = on;
	if (c->state == MCP_PROBING && on)
		set_timer(c, 0, NULL);
	else if (c->state == MCP_PROBING)
		watch_startup(c);
}

static void on_start(void *ctx)
{
	struct mcp_client *c = ctx;
	auto_error e = ERROR_INIT;

	c->timer = NULL;
	json_decref(c->server);
	c->server = mcp_spec_fill(c->spec->json, c->around->workspace, &e);
	c->kind = json_str(c->server, "url", NULL) ? &mcp_http : &mcp_stdio;
	c->wire = c->server ? c->kind->open(c, &e) : NULL;
	c->state = MCP_PROBING;
	c->again = false;
	if (!c->wire)
		link_fail(c, &e);
	else if (protocol_is(c, "legacy"))
		link_initialize(c);
	else
		link_discover(c);
}

/* Even the first start waits for a turn of the loop, so that the caller has its request before it can fail. */
void mcp_link_open(struct mcp_client *c)
{
	const int n = c->failures - 1 < PAUSES ? c->failures - 1 : PAUSES;
	const int64_t pause =
	    n < 0 ? 0 : ((int64_t)PAUSE_MS << n) - (clock_mono_ms() - c->ended_ms);

	if (c->state != MCP_CLOSED)
		return;
	c->state = MCP_PAUSED;
	set_timer(c, pause > 0 ? pause : 0, on_start);
}
