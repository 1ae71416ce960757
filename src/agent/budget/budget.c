/* SPDX-License-Identifier: MIT
 * Caps of money and tokens, and how much of them is used. What is left is stored nowhere but computed each time, from
 * the cap and what the session's events, the turn and the shares of delegates have used.
 */
#include "agent/budget/budget.h"

#include <time.h>
#include "agent/budget/spend.h"
#include "agent/state/agent_state.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "llm/model/price.h"
#include "session/store/store_money.h"

static const char *const keys[BUDGETS] = {
    [BUDGET_TURN] = "budget.turn_usd",
    [BUDGET_SESSION] = "budget.session_usd",
    [BUDGET_DAY] = "budget.day_usd",
    [BUDGET_TOKENS] = "limits.tokens",
};

int64_t budget_midnight_ms(void)
{
	time_t now = (time_t)(clock_now_ms() / 1000);
	struct tm local;

	localtime_r(&now, &local);
	local.tm_hour = local.tm_min = local.tm_sec = 0;
	return (int64_t)mktime(&local) * 1000;
}

/* Returns the cap that the roadmap planner's turn sets beside the settings, or NAN. */
static double roadmap_cap(const struct turn_budget *own, enum budget kind)
{
	const double cap = !own			    ? 0
			   : kind == BUDGET_ROADMAP ? own->roadmap_usd
			   : kind == BUDGET_DAY	    ? own->roadmap_day_usd
						    : 0;

	return cap > 0 ? cap : NAN;
}

double budget_cap(const struct agent *a, enum budget kind)
{
	const struct turn_budget *own = a->turn ? a->turn->budget : NULL;
	double cap = kind == BUDGET_ROADMAP ? roadmap_cap(own, kind)
		     : kind == BUDGET_TOKENS
			 ? (double)setting_int(a->settings, keys[kind])
			 : fmin(setting_number(a->settings, keys[kind]), roadmap_cap(own, kind));

	if ((kind == BUDGET_TOKENS && cap == 0) || (own && own->lifted[kind]))
		return NAN;
	return own ? cap + own->raised[kind] : cap;
}

double budget_gone(struct agent *a, enum budget kind)
{
	const struct turn *t = a->turn;
	struct store *store = session_store(a->session);

	switch (kind) {
	case BUDGET_TURN:
		return (t ? t->spent->usd : 0) + a->spending->shared_usd;
	case BUDGET_DAY: /* what all processes spent and reserved today; without a store only what this session did */
		if (store)
			return store_money_taken(
			    store, session_id(a->session), budget_midnight_ms());
		/* fall through */
	case BUDGET_SESSION:
		return a->folds.usd + a->spending->running_usd + a->spending->shared_usd;
	case BUDGET_ROADMAP:
		return t ? t->budget->roadmap_spent + t->spent->usd : 0;
	case BUDGET_TOKENS:
		return (double)(t ? t->spent->totals.input + t->spent->totals.output : 0) +
		       (double)a->spending->shared_tokens;
	}
	return 0;
}

double budget_left_of(struct agent *a, enum budget kind)
{
	const double cap = budget_cap(a, kind);

	return isnan(cap) ? cap : cap - budget_gone(a, kind);
}

double budget_left(struct agent *a)
{
	return fmin(fmin(budget_left_of(a, BUDGET_TURN), budget_left_of(a, BUDGET_SESSION)),
	    budget_left_of(a, BUDGET_DAY));
}

int64_t budget_tokens_left(struct agent *a)
{
	const double left = budget_left_of(a, BUDGET_TOKENS);

	return isnan(left) ? -1 : left > 0 ? (int64_t)left : 0;
}

bool budget_set(const struct settings *s)
{
	return !isnan(setting_number(s, "budget.turn_usd")) ||
	       !isnan(setting_number(s, "budget.session_usd")) ||
	       !isnan(setting_number(s, "budget.day_usd"));
}

bool budget_is_roadmaps(const struct agent *a, enum budget kind)
{
	const double own = a->turn ? roadmap_cap(a->turn->budget, kind) : NAN;

	return kind == BUDGET_ROADMAP ||
	       (!isnan(own) && !(setting_number(a->settings, keys[kind]) < own));
}

/* ---- Models without a price ---------------------------------------------------------------------- */

bool budget_model_priced(const struct settings *s, const struct backend *b, const char *model,
    const char *key, const char *way_out, struct error *e)
{
	if (!b->base_url || !model || price_for(s, b, model).known)
		return true;
	return error_set(e, ERR_USAGE,
	    "no price for '%s' (%s): put one into budget.prices ({%s: {input: USD, output: USD}}, "
	    "for a "
	    "million tokens, 0 where it costs nothing), or %s",
	    model, key, model, way_out);
}

bool budget_model_meant(const struct settings *s, const struct backend *b, const char *model)
{
	bool meant =
	    text_is(b->model, model) || text_is(setting_string(s, "backend.fallback_model"), model);

	for (enum role role = ROLE_TURN + 1; role < ROLES && !meant; role++) {
		auto_free char *key = xasprintf("roles.%s.model", role_name(role));

		meant = text_is(setting_string(s, key), model);
	}
	return meant;
}

bool budget_models_priced(const struct settings *s, const struct backend *b, struct error *e)
{
	static const char fallback[] = "backend.fallback_model";
	bool priced =
	    budget_model_priced(s, b, b->model, "backend.model", "go without a budget", e) &&
	    budget_model_priced(
		s, b, setting_string(s, fallback), fallback, "go without a budget", e);

	for (enum role role = ROLE_TURN + 1; role < ROLES && priced; role++) {
		auto_free char *key = xasprintf("roles.%s.model", role_name(role)),
			       *provider = xasprintf("roles.%s.provider", role_name(role));

		priced = text_is(setting_string(s, provider), "offline") ||
			 budget_model_priced(
			     s, b, setting_string(s, key), key, "go without a budget", e);
	}
	return priced;
}
