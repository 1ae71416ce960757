/* SPDX-License-Identifier: MIT */
/* Reads catalogues of models.dev and genai-prices: strangers' files, so a number out of range is left out. */
#include "llm/model/catalogue.h"

#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"

#define FILE_NAME "config/catalogue.json"
#define FILE_BYTES (8 << 20)
#define MOST_MODELS 20000
#define ID_CHARS 200
#define MOST_USD 100000 /* for a million tokens */
#define MOST_TOKENS 1000000000

const json_t *model_words(const char *list)
{
	static json_t *table;

	if (!table) {
		table = config_table_usable("models.yaml");
		json_object_del(table, "models"); /* model_known keeps what it needs of it */
		json_object_del(table, "prices");
	}
	return json_list(table, list);
}

const char *model_bare(const char *id)
{
	const char *slash = strrchr(id, '/'), *bare = slash && slash[1] ? slash + 1 : id;
	const json_t *prefixes = model_words("prefixes"), *prefix;
	size_t i = 0;

	while (i < json_array_size(prefixes)) {
		prefix = json_array_get(prefixes, i++);
		const char *words = json_is_string(prefix) ? json_string_value(prefix) : "";
		size_t len = strlen(words);
		if (!len || strncasecmp(bare, words, len) != 0 || !bare[len])
			continue;
		bare += len;
		i = 0;
	}
	return bare;
}

/* Returns the price under key: a number, or {base: N, tiers: [{start, price}]}. -1: none in range. */
static double usd_of(const json_t *rates, const char *key)
{
	const json_t *at = json_map(rates, key);
	const double usd = json_num(at ? at : rates, at ? "base" : key, -1);

	return usd >= 0 && usd <= MOST_USD ? usd : -1;
}

/* Adds how much dearer a long request is: {above: TOKENS, input: TIMES, output: TIMES}. */
static void put_long(json_t *price, int64_t above, double input, double output)
{
	const double of_input = json_num(price, "input", 0),
		     of_output = json_num(price, "output", 0);

	if (above > 0 && above <= MOST_TOKENS && input > of_input && of_input > 0 && of_output > 0)
		json_put(price, "long",
		    json_pack("{s:I, s:f, s:f}", "above", (json_int_t)above, "input",
			input / of_input, "output", output > 0 ? output / of_output : 1.0));
}

json_t *price_made(const json_t *rates, const char *const keys[4],
    double (*read)(const json_t *rates, const char *key))
{
	static const char *const names[] = {"input", "output", "cached", "written"};
	json_auto_t *price = json_object();

	for (size_t i = 0; i < 4; i++)
		if (read(rates, keys[i]) >= 0)
			json_put(price, names[i], json_real(read(rates, keys[i])));
	return json_object_get(price, "input") && json_object_get(price, "output")
		   ? json_incref(price)
		   : NULL;
}

static double tier_usd(const json_t *rates, const char *key, int64_t *above)
{
	const json_t *tier = json_array_get(json_list(json_map(rates, key), "tiers"), 0);

	*above = json_int(tier, "start", 0);
	return usd_of(tier, "price");
}

/* Reads a price of genai-prices: {input_mtok, output_mtok, ...}, or a list of {prices,
 * constraint?}, of which the last without a time of day is the newest. */
static json_t *genai_price(const json_t *prices)
{
	static const char *const keys[] = {
	    "input_mtok", "output_mtok", "cache_read_mtok", "cache_write_mtok"};
	const json_t *rates = json_is_array(prices) ? NULL : prices;
	int64_t above = 0, same = 0;

	json_each (one, prices)
		if (!json_object_get(json_map(one, "constraint"), "start_time") || !rates)
			rates = json_map(one, "prices");
	json_t *price = price_made(rates, keys, usd_of);
	double input = tier_usd(rates, "input_mtok", &above);
	double output = tier_usd(rates, "output_mtok", &same);
	if (price)
		put_long(price, above, input, output);
	return price;
}

static void put_tokens(json_t *to, const char *name, int64_t tokens, int64_t least)
{
	if (tokens >= least && tokens <= MOST_TOKENS)
		json_put_int(to, name, tokens);
}

/* Reads a model of models.dev; its cost: {input, output, cache_read, cache_write, context_over_200k: {...}}. */
static json_t *dev_entry(const json_t *model)
{
	static const char *const keys[] = {"input", "output", "cache_read", "cache_write"},
				 *const flags[][2] = {
				     {"thinks", "reasoning"}, {"tools", "tool_call"}};
	const json_t *limit = json_map(model, "limit"), *modalities = json_map(model, "modalities"),
		     *inputs = json_list(modalities, "input"), *cost = json_map(model, "cost"),
		     *longer = json_map(cost, "context_over_200k");
	const char *released = json_str(model, "release_date", NULL);
	json_t *entry = json_object(), *quirks = json_object();

	put_tokens(entry, "context_tokens", json_int(limit, "context", 0), 256);
	for (size_t i = 0; i < 2; i++)
		if (json_is_boolean(json_object_get(model, flags[i][1])))
			json_put(
			    entry, flags[i][0], json_incref(json_object_get(model, flags[i][1])));
	if (json_list(modalities, "output") &&
	    !json_holds_str(json_list(modalities, "output"), "text"))
		json_put(entry, "chat", json_false());
	if (released && strlen(released) <= 10)
		json_put_str(entry, "released", released);
	json_t *price = price_made(cost, keys, usd_of);
	if (price && longer)
		put_long(price, 200000, usd_of(longer, "input"), usd_of(longer, "output"));
	json_put(entry, "price", price);
	put_tokens(quirks, "output_tokens", json_int(limit, "output", 0), 1);
	if (inputs) /* the list names all of them */
		json_put(quirks, "input",
		    json_pack("[s*, s*]", json_holds_str(inputs, "image") ? "image" : NULL,
			json_holds_str(inputs, "pdf") ? "pdf" : NULL));
	json_put(entry, "quirks", quirks);
	return entry;
}

static json_t *genai_entry(const json_t *model)
{
	json_t *entry = json_object();

	put_tokens(entry, "context_tokens", json_int(model, "context_window", 0), 256);
	json_put(entry, "price", genai_price(json_object_get(model, "prices")));
	return entry;
}

static double dearness(const json_t *entry)
{
	const json_t *price = json_map(entry, "price");

	return json_num(price, "input", 0) + json_num(price, "output", 0);
}

static char *key_of(const char *id)
{
	char *key = text_clean_line(model_bare(id), strlen(model_bare(id)), ID_CHARS);

	for (char *c = key; *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return key;
}

/* Adds a model, unless a dearer one of its id is there. */
static void model_add(json_t *models, json_t *entry /* steals */, const char *id)
{
	auto_free char *key = key_of(id);
	const json_t *known = json_map(models, key);

	if (*key && json_object_size(models) < MOST_MODELS &&
	    (!known || dearness(entry) > dearness(known)))
		json_put(models, key, json_incref(entry));
	json_decref(entry);
}

json_t *catalogue_read(const char *body, size_t len)
{
	json_auto_t *table = config_table_usable("models.yaml"), *of_owners = json_object(),
		    *models = json_object(), *whole = json_parse_foreign(body, len, NULL);
	const json_t *owners = json_list(table, "owners"), *list = json_list(whole, "providers");

	json_each (provider, list ? list : whole)
		json_each (model, json_list(provider, "models"))
			model_add(json_holds_str(owners, json_str(provider, "id", "")) ? of_owners
										       : models,
			    genai_entry(model), json_str(model, "id", ""));
	json_members (name, provider, whole)
		json_members (id, model, json_map(provider, "models"))
			model_add(json_holds_str(owners, name) ? of_owners : models,
			    dev_entry(model), id);
	json_object_update(models, of_owners);
	return json_object_size(models) ? json_incref(models) : NULL;
}

json_t *catalogue_load(void)
{
	auto_free char *path = file_home(FILE_CONFIG, FILE_NAME);
	json_auto_t *all = json_from_file(path, FILE_BYTES);

	return json_incref(json_map(all, "models"));
}

char *catalogue_save(const json_t *models, struct error *e)
{
	auto_free char *path = file_home(FILE_CONFIG, FILE_NAME);
	json_auto_t *all = json_pack("{s:O}", "models", models);
	auto_free char *text = json_line(all);

	return file_write(path, 0600, text, strlen(text), e) ? xstrdup(path) : NULL;
}

/* Whether this is a date, a version or a tag behind a name, which catalogues leave out. */
static bool is_suffix(const char *rest)
{
	static const char *const begins[] = {"-20", "@", ":", "-v", "-latest"};

	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		if (strncmp(rest, begins[i], strlen(begins[i])) == 0 &&
		    (i != 3 || isdigit((unsigned char)rest[2])))
			return true;
	return false;
}

const json_t *catalogue_entry(const json_t *models, const char *id)
{
	auto_free char *key = models ? key_of(id) : NULL;
	const json_t *entry = key ? json_map(models, key) : NULL;

	for (size_t len = key ? strlen(key) : 0; !entry && len-- > 1;)
		if (is_suffix(key + len)) {
			key[len] = '\0';
			entry = json_map(models, key);
		}
	return entry;
}
