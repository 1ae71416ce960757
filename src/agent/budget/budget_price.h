/* SPDX-License-Identifier: MIT
 * A budget of money holds for models with a price alone, so a model without one and a budget are refused
 * together, before the first request: nobody guesses, and no budget is without effect unsaid.
 */
#ifndef AGENT_BUDGET_BUDGET_PRICE_H
#define AGENT_BUDGET_BUDGET_PRICE_H

#include "config/settings.h"
#include "llm/backend.h"

/* Whether this model has a price, or needs none (NULL, the offline backend). False: e says so. key: the setting that names
 * the model. way_out: what else can be done. */
bool budget_model_priced(const struct settings *s, const struct backend *b, const char *model,
    const char *key, const char *way_out, struct error *e);
/* Whether this model is one of those that may be asked. */
bool budget_model_meant(const struct settings *s, const struct backend *b, const char *model);
/* Whether each model that may be asked has a price or needs none: the turn's, the one it falls back to, those of the roles. */
bool budget_models_priced(const struct settings *s, const struct backend *b, struct error *e);

#endif
