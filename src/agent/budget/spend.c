/* SPDX-License-Identifier: MIT
 * What the work costs: makes usage events with their price. The price of a model that has none is not
 * guessed. What is left of a budget is computed in budget.c.
 */
#include "agent/budget/spend.h"

#include "agent/budget/budget_day.h"
#include "agent/budget/prefix_watch.h"
#include "agent/state/agent_state.h"
#include "agent/state/completed.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "llm/http/endpoint.h"
#include "session/event/event_data.h"

const struct price *spend_price(struct agent *a, const struct backend *b)
{
	const char *model = b->model;

	if (model &&
	    (!a->spending->priced_model || strcmp(a->spending->priced_model, model) != 0)) {
		string_set(&a->spending->priced_model, model);
		a->spending->price = price_for(a->settings, b, model);
	}
	return &a->spending->price;
}

/* Adds usage to the turn's sums (t NULL: between turns); returns its price in US dollars, NAN if that
 * is unknown. A cost that the server reports goes before any table. */
static double cost_of(
    struct agent *a, struct turn *t, const struct backend *b, const struct usage *u)
{
	const struct price *price = spend_price(a, b);
	double usd = u->priced ? u->cost_usd : price_usd(price, u);
	bool priced = u->priced || (price->known && (price->any_tier || !u->other_tier));

	if (t) {
		t->spent->priced = priced && (t->spent->priced || !t->spent->totals.known);
		usage_add_request(&t->spent->totals, u);
		t->spent->usd += usd;
	}
	return priced ? usd : (double)NAN;
}

void spend_usage(struct agent *a, struct turn *t, enum role role, const struct backend *b,
    const char *model, const struct usage *u)
{
	auto_free char *provider = endpoint_host(b->base_url);
	char request[27], prefix[17];
	struct event_usage usage;

	ulid_new(request);
	if (u->known) {
		usage = (struct event_usage){
		    .role = role_name(role),
		    .model = model ? model : b->model,
		    .input = u->input,
		    .output = u->output,
		    .cached = u->cached,
		    .reasoning = u->reasoning,
		    .cost_usd = cost_of(a, t, b, u),
		    .estimated = u->estimated,
		    .provider = *provider ? provider : NULL,
		    .written = u->written,
		    .assumed = !u->priced && spend_price(a, b)->known && spend_price(a, b)->assumed,
		    .request = request,
		    .limits = json_incref(b->limits),
		    .context_tokens =
			role == ROLE_TURN && b->context_tokens > 0 ? b->context_tokens : 0,
		};
		if (role == ROLE_TURN)
			prefix_watch_tell(a->prefix, &usage, prefix);
		emit(a->session, EVENT_USAGE, NULL, event_build_usage(&usage));
	}
	budget_release(a);
}

void spend_forget_count(struct agent *a)
{
	a->spending->counted = (struct counted){0};
}

void spend_note(struct turn *t, const struct completed *c, enum role role, const struct backend *b)
{
	struct agent *a = t->agent;
	const struct usage *u = &c->usage;

	if (c->lost.known)
		spend_usage(a, t, role, b, c->model, &c->lost);
	/* Before the usage event, which resets window.disbelieved. */
	if (role == ROLE_TURN && !t->roadmap && u->known && !u->estimated &&
	    !a->window.disbelieved) {
		server_counted(&a->roles.servers, b, a->spending->head_bytes, u->input);
		a->spending->counted = (struct counted){
		    .items = json_array_size(a->conversation.items),
		    .tokens = u->input + u->output,
		};
	}
	spend_usage(a, t, role, b, c->model, u);
}

void spend_delegated(struct agent *a, const struct usage *u, double usd)
{
	a->spending->running_usd += usd;
	if (!a->turn)
		return;
	usage_add_request(&a->turn->spent->totals, u);
	a->turn->spent->usd += usd;
}
