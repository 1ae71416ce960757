/* SPDX-License-Identifier: MIT
 * Refuses a model without a price before the first request of a session that has a budget.
 */
#include "agent/budget/budget_price.h"

#include "agent/state/role.h"
#include "base/base.h"
#include "llm/model/price.h"

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
