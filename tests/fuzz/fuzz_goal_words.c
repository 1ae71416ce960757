/* SPDX-License-Identifier: MIT
 * The words of a goal: whatever they are, a deadline is a date and a limit is a duration.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/text/text.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/calendar/time_zone.h"
#include "roadmap/run/goal_words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const limits[] = {"max_per_day", "max_per_week"};
	char *text = text_clean((const char *)data, size);
	json_t *context = json_object();
	struct duration d;
	int64_t at;
	bool day;

	goal_words_read(text, 20000, size % 2, context);
	if (json_str(context, "deadline", NULL) && (!moment_parse(json_str(context, "deadline", ""),
							zone_find("UTC", NULL), true, &at, &day) ||
						       !day))
		abort();
	for (int i = 0; i < 2; i++) {
		const char *limit = json_str(json_map(context, "profile"), limits[i], NULL);

		if (limit && (!duration_parse(limit, 480, false, &d) || d.minutes < 1))
			abort();
	}
	json_decref(context);
	free(text);
	return 0;
}
