/* SPDX-License-Identifier: MIT
 * JSON of strangers: what parses can be written, and what was written parses to the same value.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/json/json_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

/* What is read quickly is what jansson reads, in the same order. */
static void check_quick(const char *data, size_t size, bool unique)
{
	json_t *quick = json_read(data, size, unique);

	if (!quick)
		return;
	json_t *whole =
	    json_loadb(data, size, JSON_DECODE_ANY | (unique ? JSON_REJECT_DUPLICATES : 0), NULL);
	check(whole && json_equal(quick, whole));
	char *one = json_dumps(quick, JSON_ENCODE_ANY), *other = json_dumps(whole, JSON_ENCODE_ANY);
	check(one && other && strcmp(one, other) == 0);
	free(one);
	free(other);
	json_decref(quick);
	json_decref(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_quick((const char *)data, size, true);
	check_quick((const char *)data, size, false);
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
