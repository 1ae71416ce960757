/*
 * Holds documents to their JSON schema. A check is bounded in steps, so each node is checked by
 * itself, however many there are.
 */
#include "roadmap/file/contract.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/json/schema.h"
#include "config/prompt.h"

static const char *const names[] = {
    [CONTRACT_PATTERN_SPEC] = "pattern_spec",
    [CONTRACT_CONTEXT] = "context",
    [CONTRACT_OUTLINE] = "outline",
    [CONTRACT_ROADMAP] = "roadmap",
    [CONTRACT_SCHEDULE] = "schedule",
    [CONTRACT_POLICY] = "policy",
};

static json_t *schema_of(const char *name)
{
	char *ref = xasprintf("#/$defs/%s", name);
	json_t *schema = json_pack(
	    "{s:s, s:O}", "$ref", ref, "$defs", json_map(config_schema("contracts"), "$defs"));

	free(ref);
	return schema;
}

struct contract_reading {
	const char *name;
	const struct yaml_marks *marks;
	struct problems *problems;
	json_t *node_schema;
};

static bool hold_to_schema(
    const struct contract_reading *r, json_t *schema, const json_t *value, const char *path)
{
	struct violations v = VIOLATIONS_INIT;
	const bool ok = schema_check(schema, value, &v);

	config_violations(&v, path, r->name, r->marks, r->problems);
	violations_free(&v);
	return ok;
}

/* A copy of a list, or of an object with lists in it, without what `key` names. */
static json_t *without_key(const json_t *value, const char *key)
{
	json_t *copy = json_is_object(value) ? json_copy((json_t *)value) : NULL;

	if (json_list(copy, key))
		json_object_set_new(copy, key, json_array());
	return copy ? copy : json_incref((json_t *)value);
}

static bool check_nodes(
    const struct contract_reading *r, const json_t *list, const char *path, int depth)
{
	bool ok = true;
	json_t *node;
	size_t i;

	if (depth > YAML_DEPTH)
		return problem_add(r->problems, r->name, 0, 0, "nodes are nested too deeply");
	json_array_foreach ((json_t *)list, i, node) {
		char *here = xasprintf("%s[%zu]", path, i), *below = xasprintf("%s.nodes", here);
		json_t *flat = without_key(node, "nodes");

		ok = hold_to_schema(r, r->node_schema, flat, here) && ok;
		ok = check_nodes(r, json_list(node, "nodes"), below, depth + 1) && ok;
		json_decref(flat);
		free(below);
		free(here);
	}
	return ok;
}

bool contract_check(enum contract c, const json_t *value, const char *name,
    const struct yaml_marks *marks, struct problems *problems)
{
	struct contract_reading r = {name, marks, problems, schema_of("node")};
	json_t *schema = schema_of(names[c]), *flat = without_key(value, "nodes");
	bool ok = hold_to_schema(&r, schema, flat, "$");

	ok = check_nodes(&r, json_list(value, "nodes"), "$.nodes", 1) && ok;
	json_decref(flat);
	json_decref(schema);
	json_decref(r.node_schema);
	return ok;
}
