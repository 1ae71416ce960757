/* SPDX-License-Identifier: MIT
 * A delegate's capsule as a stranger wrote it: what is kept is within the limits, of the right types,
 * and reads the same when it is read again.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "agent/state/capsule.h"
#include "base/json/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_capsule(const json_t *capsule, const struct capsule_limits *limits)
{
	json_t *value;
	size_t i;

	check(json_str(capsule, "goal", NULL) != NULL);
	check(json_array_size(json_list(capsule, "key_findings")) <= limits->findings);
	check(json_array_size(json_list(capsule, "artifacts")) <= limits->artifacts);
	check(json_array_size(json_list(capsule, "next_actions")) <= limits->actions);
	json_array_foreach (json_list(capsule, "key_findings"), i, value)
		check(
		    json_is_string(value) && json_string_length(value) <= 4 * (limits->answer + 1));
	json_array_foreach (json_list(capsule, "artifacts"), i, value)
		check(*json_str(value, "ref", "") != '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct capsule_limits limits = {
	    .line = 20, .answer = 40, .findings = 3, .artifacts = 2, .actions = 2};
	json_t *sent = json_parse_foreign((const char *)data, size, NULL);
	json_t *kept = capsule_foreign(sent, &limits), *again = capsule_foreign(kept, &limits);
	json_t *brief = capsule_brief(kept);

	check_capsule(kept, &limits);
	check(json_equal(kept, again));
	json_decref(sent);
	json_decref(kept);
	json_decref(again);
	json_decref(brief);
	return 0;
}
