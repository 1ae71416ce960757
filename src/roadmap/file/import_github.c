/* SPDX-License-Identifier: MIT
 * A milestone of GitHub as a roadmap, out of what `gh api graphql` prints for the query of docs/roadmaps.md:
 * issues as tasks, sub-issues as their parts, blocked-by as dependencies, who is assigned as people, a label
 * like "3h" as effort (https://docs.github.com/graphql/reference/objects#issue).
 */
#include "base/base.h"
#include "roadmap/file/import.h"
#include "roadmap/file/roadmap_file.h"

static json_t *nodes_of(const json_t *o, const char *key)
{
	return json_list(json_map(o, key), "nodes");
}

static char *issue_id(int64_t number)
{
	return xasprintf("issue-%lld", (long long)number);
}

static void put_blocked_by(
    json_t *node, const json_t *issue, const json_t *issues, struct import_ids *ids)
{
	json_each (one, nodes_of(issue, "blockedBy")) {
		auto_free char *id = issue_id(json_int(one, "number", 0));
		bool known = false;

		json_each (other, issues)
			known |= json_int(other, "number", 0) == json_int(one, "number", 0);
		if (known)
			import_add_link(node, id, "FS", NULL);
		else
			import_leave_part(ids, "a blocked-by of another milestone", node);
	}
}

/* Puts who is assigned, and adds those to the people of the plan. */
static void put_assignees(json_t *node, const json_t *issue, json_t *people)
{
	json_auto_t *list = json_array();

	json_each (one, nodes_of(issue, "assignees")) {
		const char *login = json_str(one, "login", "");

		if (!*login)
			continue;
		json_array_append_new(list, json_string(login));
		if (!json_row(people, "id", login))
			json_array_append_new(people, json_pack("{s:s}", "id", login));
	}
	if (json_array_size(list))
		json_object_set(node, "resources", list);
}

static json_t *issue_node(
    const json_t *issue, const json_t *issues, struct import_ids *ids, json_t *people)
{
	auto_free char *id = issue_id(json_int(issue, "number", 0));
	bool has_parts = false, has_parent = false;
	const int64_t parent = json_int(json_map(issue, "parent"), "number", 0);
	auto_free char *above = issue_id(parent);

	json_each (other, issues) {
		has_parent |= parent && json_int(other, "number", 0) == parent;
		has_parts |= json_int(json_map(other, "parent"), "number", 0) ==
			     json_int(issue, "number", -1);
	}
	json_t *node = import_node(id, json_str(issue, "title", NULL), json_str(issue, "url", NULL),
	    has_parts ? "phase" : "task", has_parent ? above : NULL);
	put_blocked_by(node, issue, issues, ids);
	if (has_parts)
		return node;
	import_put_effort(node, 0);
	json_each (label, nodes_of(issue, "labels")) { /* the first that is a length of time */
		const char *name = json_str(label, "name", "");
		struct duration d;

		if (!duration_parse(name, 8 * 60, false, &d) || d.minutes <= 0)
			continue;
		json_put_str(node, "effort", name);
		break;
	}
	put_assignees(node, issue, people);
	if (text_is(json_str(issue, "state", NULL), "CLOSED")) {
		json_put_str(node, "status",
		    text_is(json_str(issue, "stateReason", NULL), "NOT_PLANNED") ? "dropped"
										 : "done");
		json_put_str(node, "finished", json_str(issue, "closedAt", NULL));
	}
	return node;
}

json_t *github_document(const char *name, const json_t *found, struct problems *problems)
{
	const json_t *repository = json_map(json_map(found, "data"), "repository");
	const json_t *milestone = json_map(repository, "milestone");
	json_t *issues = nodes_of(milestone, "issues"), *nodes = json_array(), *document;
	json_auto_t *people = json_array();
	const char *due = json_str(milestone, "dueOn", "");
	freed_by(import_ids_free) struct import_ids ids = {0};

	json_each (issue, issues)
		json_array_append_new(nodes, issue_node(issue, issues, &ids, people));
	if (json_flag(json_map(json_map(milestone, "issues"), "pageInfo"), "hasNextPage", false))
		import_leave_out(&ids, "the issues behind the first hundred", "milestone");
	document = import_document(name, nodes, problems);
	if (document) {
		/* By this id export_github.c finds the milestone again. */
		json_put(document, "id",
		    json_sprintf("%s.%s.%lld",
			json_str(json_map(repository, "owner"), "login", "owner"),
			json_str(repository, "name", "repository"),
			(long long)json_int(milestone, "number", 0)));
		import_put_text(document, "goal", json_str(milestone, "title", NULL), 300);
		if (strlen(due) >= 10)
			json_put(document, "deadline", json_stringn(due, 10));
		if (json_array_size(people))
			json_object_set(document, "resources", people);
		import_report(&ids, name, problems);
	}
	return document;
}
