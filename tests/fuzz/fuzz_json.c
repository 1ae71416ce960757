/* SPDX-License-Identifier: MIT
 * JSON of strangers: what parses can be written, and what was written parses to the same value.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"

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
	char *line, *second;

	check(value || (e.code == ERR_PARSE && e.message && e.where));
	check(!strict || json_equal(strict, value));
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
	json_decref(strict);
	json_decref(value);
	return 0;
}
