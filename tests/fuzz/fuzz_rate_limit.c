/* SPDX-License-Identifier: MIT
 * What a server says of its rate limits: each line is the value of the next header that is asked for.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/json/json.h"
#include "llm/http/rate_limit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define NOW INT64_C(1700000000000)

struct lines {
	char *text, *at;
};

static const char *header(const void *ctx, const char *name)
{
	struct lines *l = (struct lines *)ctx;
	char *line = l->at, *end;

	if (!line)
		return NULL;
	end = strchr(line, '\n');
	if (end)
		*end++ = '\0';
	l->at = end;
	return line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct lines l = {.text = xstrndup((const char *)data, size)};
	json_t *limits, *limit;
	size_t i;

	if (rate_limit_reset_ms(l.text, NOW) < 0)
		abort();
	l.at = l.text;
	limits = rate_limits_read(header, &l, NOW);
	json_array_foreach (limits, i, limit)
		if (json_int(limit, "left", -1) < 0 || json_int(limit, "resets_at", 1) < 1)
			abort();
	json_decref(limits);
	free(l.text);
	return 0;
}
