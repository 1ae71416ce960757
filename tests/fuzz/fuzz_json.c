/* SPDX-License-Identifier: MIT
 * JSON of strangers: what parses can be written, and what was written parses to the same value. What is read the quick
 * way is what jansson reads.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/json/json_load.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error e = ERROR_INIT;
	json_t *strict = json_parse((const char *)data, size, NULL);
	json_t *value = json_parse_foreign((const char *)data, size, &e), *again;
	json_t *quick = json_load_plain((const char *)data, size);
	json_t *slow =
	    json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
	char *line, *second;

	check(value || (e.code == ERR_PARSE && e.message && e.where));
	check(!strict || json_equal(strict, value));
	check(!quick || json_equal(quick, slow));
	if (value) {
		line = json_line(value);
		again = json_parse(line, strlen(line), NULL);
		check(again != NULL);
		second = json_line(again);
		check(strcmp(line, second) == 0);
		json_decref(again);
		free(line);
		free(second);
	}
	error_free(&e);
	json_decref(quick);
	json_decref(slow);
	json_decref(strict);
	json_decref(value);
	return 0;
}
