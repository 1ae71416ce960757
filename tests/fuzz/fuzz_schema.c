/* SPDX-License-Identifier: MIT
 * A schema and a value from one input: [schema, value]. MCP servers send schemas, models send
 * values; neither may make the validator run away, and a refusal always has a reason. What is sent of
 * a schema to a server that takes a part of the language is an object.
 */
#include <stdint.h>
#include <stdlib.h>
#include "base/json/json.h"
#include "base/json/schema.h"
#include "llm/wire/schema_subset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *pair = json_parse_foreign((const char *)data, size, NULL);
	struct violations v = VIOLATIONS_INIT;
	struct buf said = BUF_INIT;
	bool valid;

	if (json_array_size(pair) == 2) {
		const json_t *schema = json_array_get(pair, 0), *value = json_array_get(pair, 1);

		valid = schema_check(schema, value, &v);
		if (valid != (v.count == 0) || schema_check(schema, value, NULL) != valid)
			abort();
		violations_write(&v, "the value", &said);
		json_t *sent = schema_subset(schema);

		if (sent && !json_object_size(sent))
			abort();
		json_decref(sent);
		buf_free(&said);
		violations_free(&v);
	}
	json_decref(pair);
	return 0;
}
