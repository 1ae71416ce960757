/* SPDX-License-Identifier: MIT
 * What is known of a model in config/models.yaml and the user's catalogue, and what its use costs. A model that
 * neither names has the price of its family, which is marked as assumed; one without a family is unpriced.
 *
 * Here: what is known of a model by its name: prices, the user's catalogue, a count of tokens,
 * which media it takes.
 * Not here: what a server says of its models (llm/server), what was spent (agent/budget).
 */
#ifndef LLM_MODEL_PRICE_H
#define LLM_MODEL_PRICE_H

#include "config/settings.h"
#include "llm/wire/reply.h"

/* Whether a pattern of a table, or one of several, fits a model's id, in whatever case:
 * "Meta-Llama-3.1-8B-Instruct" is llama-3.1. What a host put before the id is ignored, unless the
 * pattern has a slash. */
bool model_fits(const char *pattern, const char *id);
bool model_fits_any(const json_t *patterns, const char *id);
/* Returns the row of the provider whose model this is, by the family of its name; NULL: none.
 * usable (NULL: all) filters the rows. For a name with a '/' sellers of others' models are tried
 * first. */
const json_t *model_provider(
    const json_t *providers, const char *id, bool (*usable)(const json_t *provider));
/* Returns config/models.yaml with the user's catalogue as a member; new reference. NULL: the file
 * has a mistake. */
json_t *model_table(void);
/* Returns what is known of a model: the first row whose `match` fits its id, with what the
 * catalogue says of it and its price (member `price`; `assumed` in there: its family's). New
 * reference; NULL: nothing is known. */
json_t *model_known(const char *id);
json_t *model_of(const json_t *table, const char *id);
/* Returns the first row whose `match` fits, borrowed from the table; NULL: there is none. */
const json_t *model_row(const json_t *table, const char *id);
/* Returns what the model costs, by the catalogue, by its row of that table (NULL: it has none),
 * else by the table's list of prices: an object with input, output and more (US dollars for a
 * million tokens). Borrowed from the table; NULL: not known. */
const json_t *model_rates(const json_t *table, const json_t *row, const char *id);

/* Whether listed prices hold at the tier or speed that a server or a request names; true for NULL
 * (none is named). */
bool price_is_of_tier(const char *tier);

struct price { /* US dollars for a million tokens */
	bool known;
	double input, output, cached;
	double written, written_long; /* input that the server keeps, for minutes or for longer */
	int64_t longest; /* longest reply in tokens, also without a price; 0: not known */
	int64_t above;	 /* input of more tokens makes all of the request dearer; 0: none */
	double times_input, times_output; /* by these factors */
	bool any_tier; /* holds at every tier, not only at that of listed prices */
	bool assumed;  /* it is the family's: the model's own is not known */
};
struct backend;
/* Return a model's price: price_of by the tables, price_for by budget.prices before them. model
 * NULL: not known. */
struct price price_of(const char *model);
struct price price_for(const struct settings *s, const struct backend *b, const char *model);
/* Returns the rates that budget.prices has for a model, as model_rates gives them; borrowed, NULL:
 * none. */
const json_t *price_set(const struct settings *s, const char *model);
/* Returns the rates of a request with this many tokens of input. */
struct price price_at(const struct price *price, int64_t input);
/* Returns what a request cost, in US dollars; only for a known price. */
double price_usd(const struct price *price, const struct usage *usage);
/* Returns what this many tokens of input cost at most, whatever of them is in a cache or is put
 * there. */
double price_input_most_usd(const struct price *price, int64_t input);
/* Writes "0.005", "1.50" or "0.0123": two digits behind the point, more where they say something. */
void price_spell(double usd, char out[24]);

#endif
