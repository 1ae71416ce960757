/*
 * See price.h.
 */
#include "llm/price.h"

#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json.h"
#include "config/prompt.h"

bool model_fits(const char *pattern, const char *id)
{
	const char *slash = strrchr(id, '/');

	return fnmatch(pattern, slash ? slash + 1 : id, FNM_CASEFOLD) == 0;
}

const json_t *model_row(const json_t *table, const char *id)
{
	json_t *row;
	size_t i;

	json_array_foreach (json_list(table, "models"), i, row)
		if (model_fits(json_str(row, "match", ""), id))
			return row;
	return NULL;
}

/* The table is read once for each model: a turn asks for its own again and again. */
json_t *model_known(const char *id)
{
	static char *known;
	static json_t *row;

	if (!known || strcmp(known, id) != 0) {
		json_t *table = config_table("models.yaml", NULL);

		free(known);
		json_decref(row);
		known = xstrdup(id);
		row = json_incref((json_t *)model_row(table, id));
		json_decref(table);
	}
	return json_incref(row);
}

struct price price_of(const char *model)
{
	json_t *row = model ? model_known(model) : NULL, *rates = json_map(row, "price");
	struct price price = {.known = rates != NULL};

	price.longest = json_int(json_map(row, "quirks"), "output_tokens", 0);
	price.input = json_num(rates, "input", 0);
	price.output = json_num(rates, "output", 0);
	price.cached = json_num(rates, "cached", price.input);
	price.written = json_num(rates, "written", price.input);
	price.written_long = json_num(rates, "written_long", price.written);
	json_decref(row);
	return price;
}

double price_usd(const struct price *price, const struct usage *usage)
{
	int64_t fresh = usage->input - usage->cached - usage->written;

	return ((double)(fresh > 0 ? fresh : 0) * price->input +
		   (double)usage->cached * price->cached +
		   (double)(usage->written - usage->written_long) * price->written +
		   (double)usage->written_long * price->written_long +
		   (double)usage->output * price->output) /
	       1e6;
}

double price_input_most_usd(const struct price *price, int64_t input)
{
	return (double)input *
	       fmax(fmax(price->input, price->cached), fmax(price->written, price->written_long)) /
	       1e6;
}

void price_spell(double usd, char out[24])
{
	int len = snprintf(out, 24, "%.4f", usd);

	for (int i = 0; i < 2 && len > 0 && out[len - 1] == '0'; i++)
		out[--len] = '\0';
}
