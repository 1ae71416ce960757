/*
 * See backend_offer.h.
 */
#include "cli/backend_offer.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "cli/local_servers.h"
#include "config/settings_append.h"
#include "llm/endpoint.h"
#include "session/event_data.h"

struct backend_offer {
	struct program *p;
	struct local *search;
	bool asks;
	json_t *server;		 /* (owned) the first that answered; NULL: none */
	struct backend *offline; /* (owned) the backend that was replaced; NULL: none was */
};

static bool set(struct program *p, const char *key, const char *value)
{
	struct error e = ERROR_INIT;
	bool ok = !value || setting_change(p->settings, key, json_string(value), &e);

	if (!ok)
		emit_notice(p->session, "warning", "%s", e.message);
	error_free(&e);
	return ok;
}

static void remember(struct program *p, const char *url, const char *model)
{
	const struct remembered keys[] = {{"backend.base_url", url}, {"backend.model", model}};
	struct error e = ERROR_INIT;

	if (settings_remember(keys, 2, &e))
		emit_notice(
		    p->session, "info", "written to your agent.yaml; agent config show tells");
	else
		emit_notice(p->session, "warning", "used now, but not remembered: %s", e.message);
	error_free(&e);
}

/* The replaced backend is kept: a turn may still be waiting on it. */
static void use(struct backend_offer *o)
{
	struct program *p = o->p;
	const char *url = json_str(o->server, "base_url", NULL);
	const char *model = json_str(o->server, "model", NULL);
	struct error e = ERROR_INIT;
	struct backend *chosen;

	if (o->offline || !set(p, "backend.base_url", url) || !set(p, "backend.model", model))
		return;
	chosen = backend_choose(p->loop, p->settings, &e);
	if (!chosen) {
		emit_notice(p->session, "warning", "%s", e.message);
		error_free(&e);
		return;
	}
	o->offline = p->backend;
	p->backend = chosen;
	agent_backend(p->agent, chosen);
	remember(p, url, model);
}

static void on_answer(void *ctx, const json_t *answer)
{
	if (strcmp(event_read_answer(answer).choice, "use") == 0)
		use(ctx);
}

static void on_found(void *ctx, const json_t *found)
{
	struct backend_offer *o = ctx;
	const char *model;
	char *text;

	o->server = json_incref(json_array_get(found, 0));
	if (!o->server || !o->asks)
		return;
	model = json_str(o->server, "model", NULL);
	text = xasprintf("%s answers%s (%s%s%s)", json_str(o->server, "name", ""),
	    endpoint_is_local(json_str(o->server, "base_url", "")) ? " on this machine" : "",
	    json_str(o->server, "base_url", ""), model ? ", " : "", model ? model : "");
	session_offer(o->p->session,
	    event_build_question(&(struct event_question){
		.kind = "offer", .text = text, .options = json_pack("[s, s]", "use", "no")}),
	    on_answer, o);
	free(text);
}

struct backend_offer *offer_start(struct program *p, bool asks)
{
	struct backend_offer *o;

	if (p->backend->base_url ||
	    strcmp(setting_string(p->settings, "backend.provider"), "auto") != 0)
		return NULL;
	o = xcalloc(1, sizeof *o);
	o->p = p;
	o->asks = asks;
	o->search = local_search(p->loop, p->settings, on_found, o);
	return o;
}

static bool found_out(void *ctx)
{
	return !local_searching(((struct backend_offer *)ctx)->search);
}

void offer_end(struct backend_offer *o, const struct event_sink *sink)
{
	if (!o)
		return;
	if (!o->asks) /* a port that accepted is waited for; the search ends by itself */
		loop_await(o->p->loop, found_out, o, NULL);
	local_stop(o->search);
	if (o->server && !o->asks) {
		char *line = local_line(o->server);

		program_say(sink, "info", line);
		free(line);
	}
	backend_free(o->offline);
	json_decref(o->server);
	free(o);
}
