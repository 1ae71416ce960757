/* SPDX-License-Identifier: MIT
 * Finds a model's row by its name's pattern, and multiplies tokens by its prices.
 */
#include "llm/model/price.h"

#include <fnmatch.h>
#include "base/base.h"
#include "config/prompt.h"
#include "llm/backend.h"
#include "llm/http/endpoint.h"
#include "llm/model/catalogue.h"

bool model_fits(const char *pattern, const char *id)
{
	const char *slash = strchr(pattern, '/') ? NULL : strrchr(id, '/');

	return fnmatch(pattern, slash ? slash + 1 : id, FNM_CASEFOLD) == 0 ||
	       (!strchr(pattern, '/') && fnmatch(pattern, model_bare(id), FNM_CASEFOLD) == 0);
}

bool model_fits_any(const json_t *patterns, const char *id)
{
	json_each (pattern, patterns)
		if (json_is_string(pattern) && model_fits(json_string_value(pattern), id))
			return true;
	return false;
}

/* Whether the provider sells others' models: its patterns then have a '/'. */
static bool sells(const json_t *provider)
{
	const json_t *first = json_array_get(json_list(provider, "models"), 0);

	return json_is_string(first) && strchr(json_string_value(first), '/');
}

const json_t *model_provider(
    const json_t *providers, const char *id, bool (*usable)(const json_t *provider))
{
	for (int seller = strchr(id, '/') ? 1 : 0; seller >= 0; seller--)
		json_each (row, providers)
			if (sells(row) == seller && (!usable || usable(row)) &&
			    model_fits_any(json_list(row, "models"), id))
				return row;
	return NULL;
}

const json_t *model_row(const json_t *table, const char *id)
{
	json_each (row, json_list(table, "models"))
		if (model_fits(json_str(row, "match", ""), id))
			return row;
	return NULL;
}

json_t *model_table(void)
{
	json_t *table = config_table("models.yaml", NULL);

	if (table)
		json_put(table, "catalogue", catalogue_load());
	return table;
}

const json_t *model_rates(const json_t *table, const json_t *row, const char *id)
{
	const json_t *listed = catalogue_entry(json_map(table, "catalogue"), id);
	json_t *own = json_map(listed, "price");

	if (!own)
		own = json_map(row, "price");
	if (own)
		return own;
	json_each (priced, json_list(table, "prices"))
		if (model_fits_any(json_list(priced, "match"), id))
			return priced;
	return NULL;
}

/* The row is of the model's family and goes before the catalogue's entry, but for window and price. */
json_t *model_of(const json_t *table, const char *id)
{
	const json_t *row = model_row(table, id), *rates = model_rates(table, row, id),
		     *listed = catalogue_entry(json_map(table, "catalogue"), id);

	if (!row && !rates && !listed)
		return NULL;
	json_t *all = row ? json_copy((json_t *)row) : json_object();
	json_t *quirks =
	    json_map(listed, "quirks") ? json_copy(json_map(listed, "quirks")) : json_object();
	json_object_update(quirks, json_map(row, "quirks"));
	json_object_update_missing(all, (json_t *)listed);
	if (json_int(listed, "context_tokens", 0) > 0)
		json_put_int(all, "context_tokens", json_int(listed, "context_tokens", 0));
	json_put(all, "price", json_incref((json_t *)rates));
	json_put(all, "quirks", quirks);
	return all;
}

/* The last answer is kept: a turn asks for its own model again and again. */
json_t *model_known(const char *id)
{
	static char *known;
	static json_t *row;

	if (!known || strcmp(known, id) != 0) {
		json_auto_t *table = model_table();

		free(known);
		json_decref(row);
		known = xstrdup(id);
		row = model_of(table, id);
	}
	return json_incref(row);
}

static struct price price_by(const json_t *rates)
{
	const json_t *more = json_map(rates, "long");
	struct price price = {
	    .known = rates != NULL, .assumed = json_flag(rates, "assumed", false)};

	price.input = json_num(rates, "input", 0);
	price.output = json_num(rates, "output", 0);
	price.cached = json_num(rates, "cached", price.input);
	price.written = json_num(rates, "written", price.input);
	price.written_long = json_num(rates, "written_long", price.written);
	price.above = json_int(more, "above", 0);
	price.times_input = json_num(more, "input", 1);
	price.times_output = json_num(more, "output", 1);
	return price;
}

struct price price_of(const char *model)
{
	json_auto_t *row = model ? model_known(model) : NULL;
	struct price price = price_by(json_map(row, "price"));

	price.longest = json_int(json_map(row, "quirks"), "output_tokens", 0);
	return price;
}

const json_t *price_set(const struct settings *s, const char *model)
{
	json_members (pattern, rates, setting_json(s, "budget.prices"))
		if (model && model_fits(pattern, model))
			return rates;
	return NULL;
}

bool price_is_of_tier(const char *tier)
{
	return !tier || !*tier || json_holds_str(model_words("standard_tiers"), tier);
}

/* A price that the user set holds at every tier. A model on this machine is not assumed to cost
 * what its family costs elsewhere. */
struct price price_for(const struct settings *s, const struct backend *b, const char *model)
{
	const json_t *own = price_set(s, model), *body = setting_json(s, "backend.extra_body");
	struct price price = price_of(model), set = price_by(own);

	set.longest = price.longest;
	set.any_tier = true;
	if (price.assumed && b->base_url && endpoint_is_local(b->base_url))
		price.known = price.assumed = false;
	price.known = price.known && price_is_of_tier(json_str(body, "service_tier", NULL)) &&
		      price_is_of_tier(json_str(body, "speed", NULL));
	return own ? set : price;
}

struct price price_at(const struct price *price, int64_t input)
{
	struct price at = *price;

	if (price->above <= 0 || input <= price->above)
		return at;
	at.input *= price->times_input;
	at.cached *= price->times_input;
	at.written *= price->times_input;
	at.written_long *= price->times_input;
	at.output *= price->times_output;
	return at;
}

double price_usd(const struct price *price, const struct usage *usage)
{
	const struct price at = price_at(price, usage->input);
	const int64_t fresh = usage->input - usage->cached - usage->written;

	return ((double)(fresh > 0 ? fresh : 0) * at.input + (double)usage->cached * at.cached +
		   (double)(usage->written - usage->written_long) * at.written +
		   (double)usage->written_long * at.written_long +
		   (double)usage->output * at.output) /
	       1e6;
}

double price_input_most_usd(const struct price *price, int64_t input)
{
	const struct price at = price_at(price, input);

	return (double)input * fmax(fmax(at.input, at.cached), fmax(at.written, at.written_long)) /
	       1e6;
}

void price_spell(double usd, char out[24])
{
	int len = snprintf(out, 24, "%.4f", usd);

	for (int i = 0; i < 2 && len > 0 && out[len - 1] == '0'; i++)
		out[--len] = '\0';
}
