/* SPDX-License-Identifier: MIT
 * What the importers share (import.h): ids made of what tasks are called, members, the document; and the import
 * of Taskwarrior's JSON export.
 */
#include "roadmap/file/import.h"

#include "base/base.h"
#include "roadmap/file/roadmap_file.h"

#define ID_MOST 40
#define EFFORT_UNKNOWN "1h"

void import_id_take(struct import_ids *ids, const char *name, const char *base)
{
	auto_free char *id = xstrdup(base);
	auto_free char *key = text_clean(name, strlen(name));

	if (!ids->by_name) {
		ids->by_name = json_object();
		ids->taken = json_object();
	}
	for (int n = (int)json_int(ids->taken, base, 1); json_object_get(ids->taken, id);) {
		free(id);
		id = xasprintf("%s-%d", base, ++n);
		json_put_int(ids->taken, base, n);
	}
	if (!json_object_get(ids->taken, id))
		json_put_int(ids->taken, id, 1);
	json_put_str(ids->by_name, key, id);
}

void import_id_add(struct import_ids *ids, const char *name, const char *title)
{
	auto_free char *slug = text_slug(title && *title ? title : name, ID_MOST);

	import_id_take(ids, name, *slug ? slug : "task");
}

const char *import_id_find(const struct import_ids *ids, const char *name)
{
	auto_free char *key = text_clean(name ? name : "", name ? strlen(name) : 0);
	return json_str(ids->by_name, key, NULL);
}

void import_leave_out(struct import_ids *ids, const char *what, const char *id)
{
	if (!ids->left)
		ids->left = json_object();
	json_array_append_new(json_list_made(ids->left, what), json_string(id));
}

void import_leave_part(struct import_ids *ids, const char *what, const json_t *node)
{
	import_leave_out(ids, what, json_str(node, "id", ""));
}

void import_report(const struct import_ids *ids, const char *name, struct problems *problems)
{
	json_members (what, list, ids->left) {
		const char *first = json_string_value(json_array_get(list, 0));
		if (json_array_size(list) > 1)
			problem_add(problems, name, 0, 0, "left out: %s ('%s' and %zu more)", what,
			    first, json_array_size(list) - 1);
		else
			problem_add(problems, name, 0, 0, "left out: %s ('%s')", what, first);
	}
}

void import_ids_free(struct import_ids *ids)
{
	json_decref(ids->left);
	json_decref(ids->by_name);
	json_decref(ids->taken);
	*ids = (struct import_ids){0};
}

void import_put_text(json_t *o, const char *key, const char *text, size_t most)
{
	auto_free char *line = text_clean_line(text ? text : "", text ? strlen(text) : 0, most);

	if (*line)
		json_put_str(o, key, line);
}

void import_put_effort(json_t *o, int64_t minutes)
{
	char text[DURATION_ROOM] = EFFORT_UNKNOWN;

	if (minutes > 0 && minutes <= DURATION_MOST)
		duration_write(&(struct duration){minutes, false}, text);
	json_put_str(o, "effort", text);
}

void import_add_link(json_t *o, const char *id, const char *kind, const char *lag)
{
	json_array_append_new(json_list_made(o, "after"),
	    json_pack("{s:s, s:s, s:s*}", "id", id, "kind", kind, "lag", lag));
}

json_t *import_node(
    const char *id, const char *title, const char *note, const char *level, const char *parent)
{
	json_t *o = json_pack("{s:s*}", "id", id);

	import_put_text(o, "title", title, 300);
	import_put_text(o, "note", note, 2000);
	json_put_str(o, "level", level);
	json_put_str(o, "origin", "import");
	json_put_str(o, "parent", parent);
	return o;
}

json_t *import_document(const char *name, json_t *nodes, struct problems *problems)
{
	if (json_array_size(nodes) == 0) {
		json_decref(nodes);
		problem_add(problems, name, 0, 0, "holds no tasks");
		return NULL;
	}
	json_t *o = json_object();
	auto_free char *goal = xasprintf("Tasks of %s", name);
	import_put_text(o, "goal", goal, 300);
	json_put(o, "nodes", nodes);
	return o;
}

/* Taskwarrior's export as a roadmap: description, due, wait and scheduled, estimate, depends, status,
 * priority, projects as phases. */

/* Puts a date such as "20260302T090000Z" as a moment of a plan. */
static void put_date(json_t *o, const char *key, const json_t *task, const char *from)
{
	const char *s = json_str(task, from, "");
	char text[MOMENT_ROOM];

	if (strlen(s) != 16 || s[8] != 'T' || s[15] != 'Z')
		return;
	for (int i = 0; i < 15; i++)
		if (i != 8 && !isdigit((unsigned char)s[i]))
			return;
	snprintf(text, sizeof text, "%.4s-%.2s-%.2sT%.2s:%.2sZ", s, s + 4, s + 6, s + 9, s + 11);
	json_put_str(o, key, text);
}

/* Puts dependencies: an array, or uuids with commas between them as older versions write it. */
static void put_depends(json_t *o, const json_t *task, struct import_ids *ids)
{
	json_auto_t *depends = document_list(json_object_get(task, "depends"));

	json_each (one, depends) {
		auto_free char *uuids = xstrdup(json_is_string(one) ? json_string_value(one) : "");

		for (char *rest = uuids, *uuid; (uuid = strsep(&rest, ","));) {
			const char *id = import_id_find(ids, uuid);

			if (id)
				import_add_link(o, id, "FS", NULL);
			else if (*uuid)
				import_leave_part(
				    ids, "a dependency on what is no task of the file", o);
		}
	}
}

/* Puts "estimate", a user-defined field under its usual name, such as "PT1H30M" (its days are days of work) or
 * "90m", as the effort. A number without a unit is left out. */
static void put_estimate(json_t *o, const json_t *task, struct import_ids *ids)
{
	const char *text = json_str(task, "estimate", "");
	auto_buf b = BUF_LIMIT(64);
	struct duration d;

	/* Without its P and T, ISO 8601 writes durations as plans do, except for the case of
	 * letters. */
	for (const char *s = text + (*text == 'P'); *s; s++)
		if (*text != 'P' || *s != 'T')
			buf_addc(&b, (char)tolower((unsigned char)*s));
	if (duration_parse(buf_str(&b), DAY, false, &d) && d.minutes > 0)
		json_put_str(o, "effort", buf_str(&b));
	else if (json_object_get(task, "estimate"))
		import_leave_part(ids, "an estimate that is no duration like PT2H or 2h", o);
}

static json_t *task_node(const json_t *task, struct import_ids *ids, const char *phase)
{
	json_t *o = import_node(import_id_find(ids, json_str(task, "uuid", NULL)),
	    json_str(task, "description", NULL), NULL, "task", phase);
	const char p = *json_str(task, "priority", ""),
		   *status = json_str(task, "status", "pending");

	put_date(o, "deadline", task, "due");
	put_date(o, "not_before", task, json_str(task, "scheduled", NULL) ? "scheduled" : "wait");
	import_put_effort(o, 0);
	put_estimate(o, task, ids);
	if (p == 'H' || p == 'M' || p == 'L')
		json_put_int(o, "priority", p == 'H' ? 10 : p == 'M' ? 5 : -5);
	if (strcmp(status, "completed") == 0) {
		json_put_str(o, "status", "done");
		put_date(o, "finished", task, "end");
	} else if (strcmp(status, "deleted") == 0) {
		json_put_str(o, "status", "dropped");
	} else if (json_str(task, "start", NULL)) {
		json_put_str(o, "status", "in_progress");
		put_date(o, "started", task, "start");
	}
	put_depends(o, task, ids);
	return o;
}

/* Whether it is a task to be done. A recurring one is a template of tasks that are listed as well. */
static bool is_task(const json_t *task)
{
	return json_str(task, "uuid", NULL) &&
	       strcmp(json_str(task, "status", ""), "recurring") != 0;
}

/* Reads a file with one task in each line as an array. */
static json_t *parse_lines(const char *bytes, size_t len, struct error *e)
{
	json_t *list = json_array(), *one;

	while (len) {
		const char *end = memchr(bytes, '\n', len);
		size_t line = end ? (size_t)(end - bytes) : len;
		const size_t step = line + (end != NULL);

		while (line && strchr(", \r\t", bytes[line - 1]) && bytes[line - 1])
			line--;
		if (line) {
			one = json_parse_foreign(bytes, line, e);
			if (!one) {
				json_decref(list);
				return NULL;
			}
			json_array_append_new(list, one);
		}
		bytes += step;
		len -= step;
	}
	return list;
}

static json_t *project_nodes(const json_t *tasks, struct import_ids *ids)
{
	json_t *nodes = json_array();

	json_each (task, tasks) {
		const char *project = json_str(task, "project", NULL);
		auto_free char *name = project ? xasprintf("project %s", project) : NULL;

		if (name && !import_id_find(ids, name)) {
			import_id_add(ids, name, project);
			json_array_append_new(nodes,
			    import_node(import_id_find(ids, name), project, NULL, "phase", NULL));
		}
	}
	return nodes;
}

json_t *taskwarrior_document(
    const char *name, const char *bytes, size_t len, struct problems *problems)
{
	auto_error e = ERROR_INIT;
	freed_by(import_ids_free) struct import_ids ids = {0};
	json_auto_t *tasks =
	    *bytes == '[' ? json_parse_foreign(bytes, len, &e) : parse_lines(bytes, len, &e);

	if (!tasks) {
		problem_add(problems, name, 0, 0, "%s", e.message);
		return NULL;
	}
	json_each (task, tasks)
		if (is_task(task))
			import_id_add(
			    &ids, json_str(task, "uuid", ""), json_str(task, "description", NULL));
	json_t *nodes = project_nodes(tasks, &ids);
	json_each (task, tasks) {
		const char *project = json_str(task, "project", NULL);
		auto_free char *key = project ? xasprintf("project %s", project) : NULL;

		if (is_task(task))
			json_array_append_new(
			    nodes, task_node(task, &ids, key ? import_id_find(&ids, key) : NULL));
		else
			import_leave_out(&ids,
			    "what a task recurs from; its tasks that are there were read",
			    json_str(task, "description", ""));
	}
	import_report(&ids, name, problems);
	return import_document(name, nodes, problems);
}
