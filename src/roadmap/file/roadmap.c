/* SPDX-License-Identifier: MIT
 * Roadmaps as values: their contracts, finding and freeing, and what changed between two revisions.
 */
#include "roadmap/file/roadmap.h"

#include <strings.h>
#include "base/base.h"
#include "base/json/schema.h"
#include "config/prompt.h"
#include "roadmap/run/roadmap_store.h"

/* Checks of documents against their JSON schema. One check is limited in steps and walks the whole schema first,
 * so nodes are checked in stretches of NODES_AT_ONCE; those of a stretch that fails are checked one by one. */
#define NODES_AT_ONCE 32

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
	auto_free char *ref = xasprintf("#/$defs/%s", name);
	return json_pack(
	    "{s:s, s:O}", "$ref", ref, "$defs", json_map(config_schema("contracts"), "$defs"));
}

struct contract_reading {
	const char *name;
	const struct yaml_marks *marks;
	struct problems *problems;
	json_t *node_schema, *nodes_schema;
};

static bool hold_to_schema(
    const struct contract_reading *r, json_t *schema, const json_t *value, const char *path)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	const bool ok = schema_check(schema, value, &v);

	config_violations(&v, path, r->name, r->marks, r->problems);
	return ok;
}

/* Returns a shallow copy of an object, its list `key` emptied; any other value itself. New reference. */
static json_t *without_key(const json_t *value, const char *key)
{
	json_t *copy = json_is_object(value) ? json_copy((json_t *)value) : NULL;

	if (json_list(copy, key))
		json_object_set_new(copy, key, json_array());
	return copy ? copy : json_incref((json_t *)value);
}

static bool stretch_holds(const struct contract_reading *r, const json_t *list, size_t from)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	json_auto_t *some = json_array();

	for (size_t i = from; i < from + NODES_AT_ONCE && i < json_array_size(list); i++)
		json_array_append_new(some, without_key(json_array_get(list, i), "nodes"));
	return schema_check(r->nodes_schema, some, &v);
}

static bool check_nodes(
    const struct contract_reading *r, const json_t *list, const char *path, int depth)
{
	bool ok = true, holds = false;

	if (depth > YAML_DEPTH)
		return problem_add(r->problems, r->name, 0, 0, "nodes are nested too deeply");
	json_each_at (i, node, list) {
		auto_free char *here = xasprintf("%s[%zu]", path, i),
			       *below = xasprintf("%s.nodes", here);
		json_auto_t *flat = without_key(node, "nodes");

		holds = i % NODES_AT_ONCE ? holds : stretch_holds(r, list, i);
		ok = (holds || hold_to_schema(r, r->node_schema, flat, here)) && ok;
		ok = check_nodes(r, json_list(node, "nodes"), below, depth + 1) && ok;
	}
	return ok;
}

bool contract_check(enum contract c, const json_t *value, const char *name,
    const struct yaml_marks *marks, struct problems *problems)
{
	struct contract_reading r = {name, marks, problems, schema_of("node"), schema_of("nodes")};
	json_auto_t *schema = schema_of(names[c]), *flat = without_key(value, "nodes");
	bool ok = hold_to_schema(&r, schema, flat, "$");

	ok = check_nodes(&r, json_list(value, "nodes"), "$.nodes", 1) && ok;
	json_decref(r.node_schema);
	json_decref(r.nodes_schema);
	return ok;
}

void roadmap_free(struct roadmap *r)
{
	for (int i = 0; i < r->outline.count; i++) {
		struct roadmap_node *n = &r->outline.nodes[i];

		if (n->hours)
			hours_free(n->hours);
		for (size_t k = 0; k < n->need_count; k++)
			free(n->needs[k].id);
		for (size_t k = 0; k < n->link_count; k++)
			free(n->links[k].id);
		free_all(n->id, n->title, n->origin, n->run, n->check, n->parent_id, n->cadence,
		    n->except, n->ticks, n->hours, n->needs, n->links);
	}
	free_all(r->outline.nodes, r->outline.goal);
	pattern_free(&r->outline.pattern);
	hours_free(&r->hours);
	for (size_t i = 0; i < r->resource_count; i++) {
		free_all(r->resources[i].id, r->resources[i].title);
		hours_free(&r->resources[i].hours);
	}
	free(r->resources);
	for (size_t i = 0; i < r->option_count; i++)
		free_all(r->options[i].name, r->options[i].summary, r->options[i].why);
	free_all(r->options, r->chosen, r->why, r->id, r->file);
	json_decref(r->document);
	json_decref(r->numbers);
	json_decref(r->defaults);
	*r = (struct roadmap){0};
}

int roadmap_find(const struct roadmap *r, const char *id)
{
	return (int)json_int(r->numbers, id, -1);
}

int roadmap_find_titled(const struct roadmap *r, const char *word)
{
	int found = roadmap_find(r, word), count = 0;

	if (found >= 0)
		return found;
	for (int i = 0; i < r->outline.count; i++)
		if (strcasecmp(roadmap_title(&r->outline.nodes[i]), word) == 0) {
			found = i;
			count++;
		}
	if (count == 0 && strspn(word, "0123456789") == strlen(word)) {
		const long number = strtol(word, NULL, 10);

		return number > 0 && number <= r->outline.count ? (int)number - 1 : -1;
	}
	return count == 1 ? found : -1;
}

int roadmap_find_resource(const struct roadmap *r, const char *id)
{
	for (size_t i = 0; i < r->resource_count; i++)
		if (strcmp(r->resources[i].id, id) == 0)
			return (int)i;
	return -1;
}

const char *roadmap_near_id(const struct roadmap *r, const char *id)
{
	auto_free const char **ids = xcalloc((size_t)r->outline.count + 1, sizeof *ids);
	size_t count = 0;

	for (int i = 0; i < r->outline.count; i++)
		if (r->outline.nodes[i].id)
			ids[count++] = r->outline.nodes[i].id;
	return text_nearest(id, ids);
}

const char *roadmap_title(const struct roadmap_node *n)
{
	return n->title ? n->title : n->id ? n->id : "(without a name)";
}

json_t *document_node(json_t *owner, const char *id)
{
	json_each (one, json_list(owner, "nodes")) {
		json_t *found =
		    strcmp(json_str(one, "id", ""), id) == 0 ? one : document_node(one, id);

		if (found)
			return found;
	}
	return NULL;
}

json_t *document_list(json_t *value)
{
	return json_is_array(value) ? json_incref(value) : json_pack("[O*]", value);
}

int64_t roadmap_horizon(const json_t *defaults, int64_t start, int64_t deadline)
{
	const int64_t reach = json_int(defaults, "horizon_days", 1100) * DAY;

	return (deadline != TIME_NEVER && deadline > start + reach ? deadline : start) + reach;
}

/* What changed between two revisions of a roadmap. */

/* Puts a shallow copy of each node, at any depth, into out by its id: without its own nodes, with its parent. */
static void collect_nodes(const json_t *list, const char *parent, json_t *out)
{
	json_each (one, list) {
		const char *id = json_str(one, "id", "?");

		json_t *copy = json_copy(one);
		json_object_del(copy, "nodes");
		json_object_del(copy, "id");
		if (parent && !json_str(copy, "parent", NULL))
			json_put_str(copy, "parent", parent);
		json_object_set_new(out, id, copy);
		collect_nodes(json_list(one, "nodes"), id, out);
	}
}

static char *value_words(const json_t *value)
{
	auto_free char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	return text ? text_line(text, 120) : NULL;
}

static void add_field_change(
    struct buf *out, const char *id, const char *key, const json_t *before, const json_t *after)
{
	auto_free char *a = value_words(before), *b = value_words(after);

	if (!before)
		buf_addf(out, "~ %s: %s is %s\n", id, key, b);
	else if (!after)
		buf_addf(out, "~ %s: %s is gone (was %s)\n", id, key, a);
	else
		buf_addf(out, "~ %s: %s %s → %s\n", id, key, a, b);
}

static void diff_keys(const char *id, const json_t *before, const json_t *after, struct buf *out)
{
	json_members (key, value, after)
		if (strcmp(key, "nodes") != 0 && !json_equal(json_object_get(before, key), value))
			add_field_change(out, id, key, json_object_get(before, key), value);
	json_members (key, value, before)
		if (strcmp(key, "nodes") != 0 && !json_object_get(after, key))
			add_field_change(out, id, key, value, NULL);
}

static void name_node(struct buf *out, char mark, const char *id, const json_t *node)
{
	const char *title = json_str(node, "title", NULL);

	buf_addf(out, "%c %s%s%s\n", mark, id, title ? "  " : "", title ? title : "");
}

void roadmap_diff(const json_t *before, const json_t *after, struct buf *out)
{
	json_auto_t *a = json_object(), *b = json_object();

	collect_nodes(json_list(before, "nodes"), NULL, a);
	collect_nodes(json_list(after, "nodes"), NULL, b);
	diff_keys("plan", before, after, out);
	json_members (id, node, a)
		if (!json_object_get(b, id))
			name_node(out, '-', id, node);
	json_members (id, node, b) {
		if (!json_object_get(a, id))
			name_node(out, '+', id, node);
		else
			diff_keys(id, json_object_get(a, id), node, out);
	}
}

/* Spells a moment that moment_write wrote as "2026-03-06 19:00"; returns out. */
static const char *spell_written(const char *moment, char out[MOMENT_ROOM])
{
	snprintf(out, MOMENT_ROOM, "%.16s", moment);
	if (strlen(out) > 10)
		out[10] = ' ';
	return out;
}

static void diff_dates(const char *id, const json_t *before, const json_t *after, struct buf *out)
{
	const char *finish = json_str(after, "finish", ""), *old = json_str(before, "finish", "");
	char a[MOMENT_ROOM], b[MOMENT_ROOM];

	if (!*old && *finish)
		buf_addf(out, "  %s: finishes %s\n", id, spell_written(finish, b));
	else if (strcmp(old, finish) != 0)
		buf_addf(out, "  %s: finishes %s instead of %s\n", id, spell_written(finish, b),
		    spell_written(old, a));
}

void schedule_diff(const json_t *before, const json_t *after, struct buf *out)
{
	const bool was = json_flag(before, "feasible", true),
		   is = json_flag(after, "feasible", true);

	json_each (one, json_list(after, "tasks")) {
		const char *id = json_str(one, "id", "");

		diff_dates(id, json_row(json_list(before, "tasks"), "id", id), one, out);
	}
	if (before)
		diff_dates("plan", before, after, out);
	if (was != is)
		buf_adds(
		    out, is ? "  plan: it can be kept now\n" : "  plan: it cannot be kept so\n");
}
