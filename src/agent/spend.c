/*
 * What the work costs, and where it ends: usage becomes events with their price, and a budget is held against what was spent before the
 * next request is made. A model without a price is unpriced, and a budget without a price is refused: nobody guesses.
 */
#include "agent/spend.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include "agent/agent_internal.h"
#include "agent/model_call.h"
#include "agent/role.h"
#include "agent/turn.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "session/event_data.h"

#define BYTES_PER_TOKEN 4

static const struct price *price_now(struct agent *a, const char *model)
{
	if (model && (!a->spending.priced_model || strcmp(a->spending.priced_model, model) != 0)) {
		free(a->spending.priced_model);
		a->spending.priced_model = xstrdup(model);
		a->spending.price = price_of(model);
	}
	return &a->spending.price;
}

/* Counts it for the turn (NULL: between turns); returns its price, NAN for an unpriced one. */
static double cost_of(
    struct agent *a, struct turn *t, const struct backend *b, const struct usage *u)
{
	const struct price *price = price_now(a, b->model);
	double usd = price_usd(price, u);

	if (t) {
		t->spent.priced = price->known && (t->spent.priced || !t->spent.totals.known);
		t->spent.totals.known = true;
		t->spent.totals.input += u->input;
		t->spent.totals.output += u->output;
		t->spent.totals.cached += u->cached;
		t->spent.totals.reasoning += u->reasoning;
		t->spent.totals.estimated |= u->estimated;
		t->spent.usd += usd;
	}
	return price->known ? usd : (double)NAN;
}

void spend_usage(struct agent *a, struct turn *t, enum role role, const struct backend *b,
    const char *model, const struct usage *u)
{
	if (!u->known)
		return;
	emit(a->session, EVENT_USAGE, NULL,
	    event_build_usage(&(struct event_usage){
		.role = role_name(role),
		.model = model ? model : b->model,
		.input = u->input,
		.output = u->output,
		.cached = u->cached,
		.reasoning = u->reasoning,
		.cost_usd = cost_of(a, t, b, u),
		.estimated = u->estimated,
		.context_tokens =
		    role == ROLE_TURN && b->context_tokens > 0 ? b->context_tokens : 0,
	    }));
}

void spend_note(struct turn *t, const struct completed *c, enum role role, const struct backend *b)
{
	spend_usage(t->agent, t, role, b, c->model, &c->usage);
}

void spend_delegated(struct agent *a, const struct event_usage *usage)
{
	double usd = isnan(usage->cost_usd) ? 0 : usage->cost_usd;
	struct turn *t = a->turn;

	a->spending.running_usd += usd;
	if (!t)
		return;
	t->spent.totals.known = true;
	t->spent.totals.input += usage->input;
	t->spent.totals.output += usage->output;
	t->spent.totals.cached += usage->cached;
	t->spent.totals.reasoning += usage->reasoning;
	t->spent.totals.estimated |= usage->estimated;
	t->spent.usd += usd;
}

static int64_t midnight_ms(void)
{
	time_t now = (time_t)(clock_now_ms() / 1000);
	struct tm local;

	localtime_r(&now, &local);
	local.tm_hour = local.tm_min = local.tm_sec = 0;
	return (int64_t)mktime(&local) * 1000;
}

double spend_today(struct agent *a)
{
	struct store *store = session_store(a->session);

	return store ? store_spent(store, midnight_ms()) : a->folds.usd;
}

double spend_estimate(struct agent *a, const struct backend *b, size_t bytes, int64_t reply_tokens)
{
	const struct usage usage = {
	    .known = true, .input = (int64_t)bytes / BYTES_PER_TOKEN, .output = reply_tokens};
	const struct price *price = price_now(a, b->model);

	return b->base_url && price->known ? price_usd(price, &usage) : 0;
}

static bool over(struct turn *t, const char *key, const char *what, double spent)
{
	double limit = setting_number(t->agent->settings, key);

	if (isnan(limit) || spent < limit)
		return false;
	error_set(&t->error, ERR_LIMIT,
	    "the %s's budget of $%.2f is spent ($%.4f); allow more with -s %s=USD", what, limit,
	    spent, key);
	turn_finish(t, OUTCOME_BUDGET);
	return true;
}

bool budget_set(const struct settings *s)
{
	return !isnan(setting_number(s, "budget.turn_usd")) ||
	       !isnan(setting_number(s, "budget.session_usd")) ||
	       !isnan(setting_number(s, "budget.day_usd"));
}

double budget_left(struct agent *a)
{
	double turn = setting_number(a->settings, "budget.turn_usd");
	double session = setting_number(a->settings, "budget.session_usd");
	double day = setting_number(a->settings, "budget.day_usd");

	if (!isnan(day))
		day -= spend_today(a);
	return fmin(fmin(turn - (a->turn ? a->turn->spent.usd : 0),
			session - a->folds.usd - a->spending.running_usd),
	    day);
}

bool budget_allows(struct turn *t, const struct backend *b)
{
	struct agent *a = t->agent;
	const char *model = b->model;

	if (!b->base_url || !budget_set(a->settings))
		return true;
	if (model && !price_now(a, model)->known) {
		error_set(&t->error, ERR_USAGE,
		    "no price for '%s': put one into config/models.yaml, or go without a budget",
		    model);
		turn_finish(t, OUTCOME_FAILED);
		return false;
	}
	return !over(t, "budget.turn_usd", "turn", t->spent.usd) &&
	       !over(t, "budget.session_usd", "session", a->folds.usd) &&
	       (isnan(setting_number(a->settings, "budget.day_usd")) ||
		   !over(t, "budget.day_usd", "day", spend_today(a)));
}
