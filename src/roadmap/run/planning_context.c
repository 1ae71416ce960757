/*
 * Puts together what is known before anything is planned: facts, and the limits of a profile.
 */
#include "base/json/json.h"
#include "roadmap/run/planning_run.h"

#define FACTS_MOST 100

void planning_fact_add(json_t *context, const char *question, const char *answer)
{
	json_t *facts = json_list_made(context, "facts");

	if (json_array_size(facts) < FACTS_MOST)
		json_array_append_new(
		    facts, json_pack("{s:s, s:s}", "question", question, "answer", answer));
}

void planning_profile_take(json_t *of, const json_t *arguments)
{
	static const char *const keys[] = {
	    "strategy", "max_per_day", "max_per_week", "min_block", "buffer"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const char *value = json_str(arguments, keys[i], "");

		if (*value)
			json_put_str(json_map_made(of, "profile"), keys[i], value);
	}
}
