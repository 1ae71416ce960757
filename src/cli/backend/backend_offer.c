/* SPDX-License-Identifier: MIT
 * Looks for local servers in the background and offers the first one that answers.
 */
#include "cli/backend/backend_offer.h"

#include "base/base.h"
#include "cli/backend/backend_switch.h"
#include "cli/backend/local_servers.h"
#include "cli/program/start_notices.h"
#include "llm/http/endpoint.h"
#include "session/event/event_data.h"

struct backend_offer {
	struct program *p;
	struct local *search;
	bool asks, found;
	json_t *server; /* (owned) the first that answered; NULL: none */
};

static void on_answer(void *ctx, const json_t *answer)
{
	const struct backend_offer *o = ctx;
	struct session *s = o->p->session;
	const struct server_choice choice = {.base_url = json_str(o->server, "base_url", NULL),
	    .model = json_str(o->server, "model", NULL)};
	auto_error e = ERROR_INIT;

	if (strcmp(event_read_answer(answer).choice, "use") != 0)
		return;
	if (!backend_switch(o->p, &choice, true, &e))
		emit_notice(s, "warning", "%s", e.message);
	else if (backend_switch_keep(o->p, &choice, &e))
		emit_notice(s, "info", "written to your agent.yaml; agent config show tells");
	else
		emit_notice(s, "warning", "used now, but not remembered: %s", e.message);
}

static void on_found(void *ctx, const json_t *found)
{
	struct backend_offer *o = ctx;

	o->found = true;
	o->server = json_incref(json_array_get(found, 0));
	if (!o->server || !o->asks || o->p->backend->base_url)
		return;
	const char *model = json_str(o->server, "model", NULL),
		   *url = json_str(o->server, "base_url", "");
	auto_free char *text = xasprintf("%s answers%s (%s%s%s)", json_str(o->server, "name", ""),
	    endpoint_is_local(url) ? " on this machine" : "", url, model ? ", " : "",
	    model ? model : "");
	session_offer(o->p->session,
	    event_build_question(&(struct event_question){
		.kind = "offer", .text = text, .options = json_pack("[s, s]", "use", "no")}),
	    on_answer, o);
}

void offer_withdraw(struct program *p)
{
	session_withdraw_of(p->session, on_answer);
}

struct backend_offer *offer_start(struct program *p, bool asks)
{
	if (p->backend->base_url ||
	    strcmp(setting_string(p->settings, "backend.provider"), "auto") != 0)
		return NULL;
	struct backend_offer *o = xcalloc(1, sizeof *o);
	*o = (struct backend_offer){.p = p, .asks = asks};
	o->search = local_search(p->loop, p->settings, on_found, o);
	return o;
}

void offer_end(struct backend_offer *o, const struct event_sink *sink)
{
	if (!o)
		return;
	if (!o->asks) /* waits for a port that accepted; the search ends by itself */
		loop_await(o->p->loop, loop_flag, &o->found, NULL);
	local_stop(o->search);
	if (o->server && !o->asks) {
		auto_free char *line = local_line(o->server);

		program_say(sink, "info", line);
	}
	json_decref(o->server);
	free(o);
}
