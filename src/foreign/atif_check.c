/* SPDX-License-Identifier: MIT
 * Checks a trajectory: its steps by config/schemas/atif.json, then what a schema cannot say of how they are related.
 */
#include "base/base.h"
#include "config/prompt.h"
#include "foreign/foreign_file.h"
#include "foreign/foreign_table.h"

static bool has_call(const json_t *step, const json_t *id)
{
	json_each (call, json_list(step, "tool_calls"))
		if (json_equal(json_object_get(call, "tool_call_id"), id))
			return true;
	return false;
}

/* Returns what is wrong with a step; NULL: nothing. number: its place, from 1. */
static const char *step_wrong(const json_t *step, size_t number)
{
	static const char *const models[] = {"model_name", "reasoning_effort", "reasoning_content",
	    "tool_calls", "metrics", "llm_call_count"};
	const json_t *time = json_object_get(step, "timestamp");
	const bool model = strcmp(json_str(step, "source", ""), "agent") == 0;

	if (json_int(step, "step_id", 0) != (int64_t)number)
		return "step_id is not the number of the step";
	if (json_is_string(time) && foreign_time(time) == 0)
		return "timestamp is no time";
	for (size_t i = 0; !model && i < ARRAY_SIZE(models); i++)
		if (json_object_get(step, models[i]) &&
		    !json_is_null(json_object_get(step, models[i])))
			return "it has what only a step of the agent may have";
	json_each (result, json_list(json_map(step, "observation"), "results")) {
		const json_t *id = json_object_get(result, "source_call_id");

		if (json_is_string(id) && !has_call(step, id))
			return "source_call_id names no call of the step";
	}
	if (json_int(step, "llm_call_count", 1) == 0 &&
	    (json_map(step, "metrics") || json_str(step, "reasoning_content", NULL)))
		return "without a call of a model it has metrics or reasoning";
	return NULL;
}

static bool fits_schema(
    const json_t *document, const char *path, const char *where, struct error *e)
{
	freed_by(violations_free) struct violations wrong = VIOLATIONS_INIT;

	return schema_check(config_schema("atif"), document, &wrong) ||
	       error_at(e, ERR_PARSE, path, "%s%s %s", where, wrong.list[0].path + 1,
		   wrong.list[0].message);
}

bool atif_check(const json_t *document, const char *path, struct error *e)
{
	json_auto_t *root = json_copy((json_t *)document), *one = json_array();

	/* A schema's work is bounded, and trajectories are long: it looks at one step at a time. */
	json_array_append(one, json_array_get(json_list(document, "steps"), 0));
	if (json_array_size(one))
		json_object_set(root, "steps", one);
	if (!fits_schema(root, path, "$", e))
		return false;
	json_object_clear(root);
	json_put_str(root, "schema_version", json_str(document, "schema_version", ""));
	json_put(root, "agent", json_pack("{s:s, s:s}", "name", "", "version", ""));
	json_object_set(root, "steps", one);
	json_each_at (i, step, json_list(document, "steps")) {
		const char *what = step_wrong(step, i + 1);
		auto_free char *where = xasprintf("step %zu: $", i + 1);

		json_array_set(one, 0, step);
		if (!fits_schema(root, path, where, e))
			return false;
		if (what)
			return error_at(e, ERR_PARSE, path, "step %zu: %s", i + 1, what);
	}
	return true;
}
