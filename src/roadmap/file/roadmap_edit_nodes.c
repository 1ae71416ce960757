/* SPDX-License-Identifier: MIT
 * The operations on the nodes of a plan, and the fields of an operation. See roadmap_edit.h.
 */
#include "base/base.h"
#include "roadmap/file/roadmap_editing.h"

#include <strings.h>

#define ID_LONGEST 40

/* ---- Fields -------------------------------------------------------------------------------- */

const char *edit_next_key(const char **at, size_t *len)
{
	const char *key = *at + strspn(*at, " ");

	*len = strcspn(key, " ");
	*at = key + *len;
	return *len ? key : NULL;
}

bool edit_key_listed(const char *list, const char *key)
{
	const char *one;
	size_t len;

	while ((one = edit_next_key(&list, &len)))
		if (strlen(key) == len && strncmp(one, key, len) == 0)
			return true;
	return false;
}

bool edit_is_blank(const json_t *value)
{
	return json_is_null(value) || (json_is_string(value) && !*json_string_value(value));
}

void edit_put_fields(json_t *to, const json_t *op, const char *list)
{
	json_members (key, value, op) {
		if (!edit_key_listed(list, key))
			continue;
		if (edit_is_blank(value))
			json_object_del(to, key);
		else
			json_object_set(to, key, value);
	}
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* Returns the list that holds the node of that id, and its index in *place; NULL: there is none. */
static json_t *list_of_node(json_t *owner, const char *id, size_t *place)
{
	json_t *list = json_list(owner, "nodes");

	json_each_at (i, one, list) {
		if (strcmp(json_str(one, "id", ""), id) == 0) {
			*place = i;
			return list;
		}
		json_t *below = list_of_node(one, id, place);
		if (below)
			return below;
	}
	return NULL;
}

/* Appends all nodes of a plan, or of a node, in the order in which charts number them, from 1. */
static void collect_nodes(const json_t *owner, json_t *all)
{
	json_each (one, json_list(owner, "nodes")) {
		json_array_append(all, one);
		collect_nodes(one, all);
	}
}

static bool unknown_id(struct roadmap_editing *ed, const char *id)
{
	json_auto_t *all = json_array();

	collect_nodes(ed->document, all);
	auto_free const char **ids = xcalloc(json_array_size(all) + 1, sizeof *ids);

	json_each_at (i, node, all)
		ids[i] = json_str(node, "id", "");
	const char *near = text_nearest(id, ids);
	return error_set(ed->e, ERR_USAGE, "%s: no task '%s'%s%s%s", ed->row->name, id,
	    near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

json_t *edit_node(struct roadmap_editing *ed)
{
	const char *id = json_str(ed->op, "id", "");
	json_auto_t *all = json_array();
	int count = 0;

	collect_nodes(ed->document, all);
	json_t *node = json_row(all, "id", id);

	json_each (one, node || !*id ? NULL : all)
		if (strcasecmp(json_str(one, "title", ""), id) == 0 && ++count)
			node = one;
	if (!node && strspn(id, "0123456789") == strlen(id))
		node = json_array_get(all, (size_t)strtoul(id, NULL, 10) - 1);
	if (node && count <= 1)
		return node;
	if (count > 1)
		error_set(ed->e, ERR_USAGE, "%s: several tasks are called '%s'; name one by its id",
		    ed->row->name, id);
	else if (*id)
		unknown_id(ed, id);
	else
		error_set(ed->e, ERR_USAGE, "%s: wants the id of a task", ed->row->name);
	return NULL;
}

json_t *edit_named(struct roadmap_editing *ed)
{
	return !*json_str(ed->op, "id", "") && json_str(ed->op, "goal", NULL) ? ed->document
									      : edit_node(ed);
}

json_t *edit_dated(struct roadmap_editing *ed)
{
	return *json_str(ed->op, "id", "") ? edit_node(ed) : ed->document;
}

/* Appends a node, which is stolen, to its parent ("": the plan). False: no such parent, and e says so. */
static bool put_into(struct roadmap_editing *ed, json_t *node, const char *parent)
{
	json_t *owner = *parent ? document_node(ed->document, parent) : ed->document;

	json_object_del(node, "parent");
	if (owner)
		json_array_append_new(json_list_made(owner, "nodes"), node);
	else
		json_decref(node);
	return owner || unknown_id(ed, parent);
}

bool edit_apply_add(struct roadmap_editing *ed, json_t *of)
{
	const char *title = json_str(ed->op, "title", ""), *id = json_str(ed->op, "id", "");

	if (!*title && !*id)
		return error_set(ed->e, ERR_USAGE, "add: wants a title");
	if (*id && document_node(ed->document, id))
		return error_set(ed->e, ERR_USAGE, "add: there is a task '%s' already", id);
	json_t *node = json_object();
	auto_free char *slug = text_slug(title, ID_LONGEST);
	char *made = xstrdup(*id ? id : *slug ? slug : "task");
	for (int n = 2; document_node(ed->document, made); n++) {
		free(made);
		made = xasprintf("%s-%d", *slug ? slug : "task", n);
	}
	edit_put_fields(node, ed->op, ed->row->words);
	edit_put_fields(node, ed->op, ed->row->keys);
	json_put_str(node, "id", made);
	free(made);
	return put_into(ed, node, json_str(ed->op, "parent", ""));
}

static const char *link_id(const json_t *link, size_t *len)
{
	const char *id = json_is_string(link) ? json_string_value(link) : json_str(link, "id", "");

	*len = strcspn(id, " ");
	return id;
}

static bool link_names(const json_t *link, const char *id)
{
	size_t len;
	const char *name = link_id(link, &len);

	return len == strlen(id) && strncmp(name, id, len) == 0;
}

/* Makes the links of a node a list, empty if it had none, and returns it; borrowed. */
static json_t *links_made(json_t *node)
{
	json_object_set_new(node, "after", document_list(json_object_get(node, "after")));
	return json_object_get(node, "after");
}

bool edit_links_drop(json_t *links, const char *id)
{
	bool dropped = false;

	for (size_t i = json_array_size(links); i-- > 0;)
		if (link_names(json_array_get(links, i), id)) {
			json_array_remove(links, i);
			dropped = true;
		}
	return dropped;
}

static void links_tidy(json_t *node)
{
	if (json_array_size(json_list(node, "after")) == 0)
		json_object_del(node, "after");
}

/* Appends a link, which replaces one to the same task. */
static void links_put(json_t *links, json_t *link)
{
	size_t len;
	const char *name = link_id(link, &len);
	auto_free char *id = xstrndup(name, len);

	edit_links_drop(links, id);
	json_array_append(links, link);
}

/* Replaces each link to task `id`, which is removed, by the links that it had itself (`instead`). */
static void bridge_links(json_t *owner, const char *id, const json_t *instead)
{
	json_each (node, json_list(owner, "nodes")) {
		json_auto_t *links = document_list(json_object_get(node, "after"));

		bridge_links(node, id, instead);
		if (edit_links_drop(links, id)) {
			json_each (link, instead)
				if (!link_names(link, json_str(node, "id", "")))
					links_put(links, link);
			json_object_set(node, "after", links);
			links_tidy(node);
		}
	}
}

static void unlink_all(json_t *document, const json_t *node, const json_t *instead)
{
	bridge_links(document, json_str(node, "id", ""), instead);
	json_each (one, json_list(node, "nodes"))
		unlink_all(document, one, instead);
}

bool edit_apply_remove(struct roadmap_editing *ed, json_t *of)
{
	json_auto_t *node = json_incref(of), *instead = NULL;
	size_t place;

	json_t *list = list_of_node(ed->document, json_str(node, "id", ""), &place);
	json_array_remove(list, place);
	instead = json_object_get(node, "after") ? json_copy(links_made(node)) : NULL;
	unlink_all(ed->document, node, instead);
	return true;
}

bool edit_apply_rename(struct roadmap_editing *ed, json_t *of)
{
	edit_put_fields(of, ed->op, of == ed->document ? "goal" : "title note run check");
	return true;
}

bool edit_apply_fields(struct roadmap_editing *ed, json_t *node)
{
	edit_put_fields(node, ed->op, ed->row->words + strlen("id"));
	edit_put_fields(node, ed->op, ed->row->keys);
	return true;
}

bool edit_apply_resize(struct roadmap_editing *ed, json_t *node)
{
	/* A task has an effort or a duration: setting one removes the other. */
	if (json_object_get(ed->op, "effort"))
		json_object_del(node, "duration");
	else if (json_object_get(ed->op, "duration"))
		json_object_del(node, "effort");
	return edit_apply_fields(ed, node);
}

bool edit_apply_move(struct roadmap_editing *ed, json_t *of)
{
	json_auto_t *node = json_incref(of);
	size_t place;

	edit_apply_fields(ed, node);
	if (!json_object_get(ed->op, "parent"))
		return true;
	json_t *list = list_of_node(ed->document, json_str(node, "id", ""), &place);
	json_array_remove(list, place);
	return put_into(ed, json_incref(node), json_str(ed->op, "parent", ""));
}

bool edit_apply_link(struct roadmap_editing *ed, json_t *node)
{
	json_t *after = json_object_get(ed->op, "after");

	if (!after || edit_is_blank(after))
		return error_set(ed->e, ERR_USAGE, "link: wants what it waits for (after)");
	json_auto_t *links = document_list(after);
	json_each (link, links)
		links_put(links_made(node), link);
	return true;
}

bool edit_apply_unlink(struct roadmap_editing *ed, json_t *node)
{
	json_t *after = json_object_get(ed->op, "after");
	json_auto_t *links = document_list(after);
	const bool all = !after || edit_is_blank(after);
	bool ok = true;

	if (all)
		json_object_del(node, "after");
	json_each (link, all ? NULL : links) {
		const char *id =
		    json_is_string(link) ? json_string_value(link) : json_str(link, "id", "");

		ok = ok && (edit_links_drop(links_made(node), id) ||
			       error_set(ed->e, ERR_USAGE, "unlink: '%s' does not wait for '%s'",
				   json_str(node, "id", ""), id));
	}
	links_tidy(node);
	return ok;
}

/* Marks a day of a routine, that of `finished` or today, as done or not, since a routine itself is never done.
 * False: the status is none of a day, and is set on the routine. */
static bool tick_day(struct roadmap_editing *ed, json_t *node, const char *now)
{
	const char *status = json_str(ed->op, "status", ""),
		   *said = json_str(ed->op, "finished", now);
	const bool done = strcmp(status, "done") == 0;
	auto_free char *day = xstrndup(said, strlen("2026-01-01"));
	json_t *ticks = json_object_get(node, "ticks");

	if (strcmp(status, "in_progress") == 0)
		return true; /* nothing to mark: a day is done or not */
	if (!done && strcmp(status, "pending") != 0)
		return false;
	if (!ticks)
		json_object_set_new(node, "ticks", ticks = json_array());
	json_each_at (i, one, ticks)
		if (strcmp(json_string_value(one), day) == 0) {
			json_array_remove(ticks, i);
			break;
		}
	if (done)
		json_array_append_new(ticks, json_string(day));
	if (json_array_size(ticks) == 0)
		json_object_del(node, "ticks");
	return true;
}

bool edit_apply_status(struct roadmap_editing *ed, json_t *node)
{
	const char *status = json_str(ed->op, "status", ""), *dated;
	char now[MOMENT_ROOM];

	moment_write(
	    clock_now_ms() / 60000, zone_or_local(json_str(ed->document, "timezone", NULL)), now);
	if (json_object_get(node, "cadence") && tick_day(ed, node, now))
		return true;
	edit_apply_fields(ed, node);
	if (strcmp(status, "done") != 0) {
		json_object_del(node, "finished");
		json_object_del(node, "took");
	}
	if (strcmp(status, "pending") == 0)
		json_object_del(node, "started");
	dated = strcmp(status, "done") == 0	     ? "finished"
		: strcmp(status, "in_progress") == 0 ? "started"
						     : NULL;
	if (dated && !json_object_get(node, dated))
		json_put_str(node, dated, now);
	return true;
}
