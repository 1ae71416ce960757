/* SPDX-License-Identifier: MIT
 * Catalogues of models from elsewhere: whatever the bytes, none or entries whose numbers are in their range, which
 * are found by their names and read back from the user's folder as they were.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "llm/model/catalogue.h"
#include "llm/model/price.h"
#include "tests/fuzz/folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_entry(const char *id, const json_t *entry)
{
	const json_t *price = json_map(entry, "price"), *quirks = json_map(entry, "quirks");
	const int64_t window = json_int(entry, "context_tokens", 256);
	const char *name;
	char *clean = text_clean(id, strlen(id));
	json_t *usd;

	check(*id && strcmp(clean, id) == 0 && !strchr(id, '\n'));
	check(window >= 256 && window <= 1000000000);
	check(json_int(quirks, "output_tokens", 1) > 0);
	check(!json_object_get(entry, "rank"));
	json_object_foreach ((json_t *)price, name, usd)
		check(json_is_object(usd) ||
		      (isfinite(json_number_value(usd)) && json_number_value(usd) >= 0));
	check(!price || (json_object_get(price, "input") && json_object_get(price, "output")));
	free(clean);
}

/* The table that has it says what it says. */
static void check_known(const json_t *table, const char *id, const json_t *entry)
{
	json_t *row = model_of(table, id);

	check(json_int(row, "context_tokens", 0) >= json_int(entry, "context_tokens", 0));
	check(!json_map(entry, "price") ||
	      json_equal(json_map(row, "price"), json_map(entry, "price")));
	json_decref(row);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static json_t *table;
	json_t *models = catalogue_read((const char *)data, size), *entry, *kept;
	struct error e = ERROR_INIT;
	const char *id;
	char *path;

	if (!models)
		return 0;
	fuzz_folder();
	if (!table)
		table = config_builtin("models.yaml");
	json_object_set(table, "catalogue", models);
	json_object_foreach (models, id, entry) {
		check_entry(id, entry);
		check(catalogue_entry(models, id) == entry);
		check_known(table, id, entry);
	}
	path = catalogue_save(models, &e);
	check(path != NULL);
	kept = catalogue_load();
	check(json_object_size(kept) == json_object_size(models));
	json_decref(kept);
	json_decref(models);
	free(path);
	return 0;
}
