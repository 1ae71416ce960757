/* SPDX-License-Identifier: MIT
 * What is known of a model in config/models.yaml and the user's catalogue, and what its use costs. A model that
 * neither names has the price of its family, which is marked as assumed; one without a family is unpriced.
 */
#ifndef LLM_MODEL_PRICE_H
#define LLM_MODEL_PRICE_H

#include "config/settings.h"
#include "llm/wire/reply.h"

/* Whether a pattern of a table, or one of several, fits a model's id, whatever the case: "Meta-Llama-3.1-8B-Instruct" is
 * llama-3.1. What a host put before it is not looked at, unless the pattern has a slash. */
bool model_fits(const char *pattern, const char *id);
bool model_fits_any(const json_t *patterns, const char *id);
/* Returns the row of providers.yaml whose model it is, by the family of its name; NULL: nobody's.
 * usable (NULL: any) says which rows are meant. A name with a '/' is first of all of those who sell
 * others' models. */
const json_t *model_provider(
    const json_t *providers, const char *id, bool (*usable)(const json_t *provider));
/* config/models.yaml with the user's catalogue as its member; new reference. NULL: the file has a mistake. */
json_t *model_table(void);
/* Returns what is known of a model: the first row whose `match` fits its id, with what the
 * catalogue says of it and its price (member `price`; `assumed` in there: its family's). New
 * reference; NULL: nothing is known. */
json_t *model_known(const char *id);
json_t *model_of(const json_t *table, const char *id);
/* Returns the row alone, borrowed from the table; NULL: there is none. */
const json_t *model_row(const json_t *table, const char *id);
/* What the model costs, by the catalogue, by its row of that table (NULL: it has none), else by the table's list of
 * prices: an object with input, output and more (US dollars for a million tokens). Borrowed from the table;
 * NULL: not known. */
const json_t *model_rates(const json_t *table, const json_t *row, const char *id);

/* Whether listed prices are for what a server or a request calls its tier or speed; NULL: none is named, and they are. */
bool price_is_of_tier(const char *tier);

struct price { /* US dollars for a million tokens */
	bool known;
	double input, output, cached;
	double written, written_long; /* input that the server keeps, for minutes or for longer */
	int64_t longest;	      /* reply in tokens, also without a price; 0: not known */
	int64_t above; /* input of more tokens makes all of the request dearer; 0: none */
	double times_input, times_output; /* this many times */
	bool any_tier; /* also of what is served at another tier than listed prices are for */
	bool assumed;  /* its family's: nobody knows its own */
};
struct backend;
/* The price by the tables, and by budget.prices before them. model NULL: not known. */
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
