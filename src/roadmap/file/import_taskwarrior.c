/*
 * Taskwarrior's export as a roadmap: description, due, wait and scheduled, estimate, depends, status,
 * priority, projects as phases.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "roadmap/file/import.h"
#include "roadmap/file/roadmap_file.h"

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

static void put_status(json_t *o, const json_t *task)
{
	const char *status = json_str(task, "status", "pending");

	if (strcmp(status, "completed") == 0) {
		json_put_str(o, "status", "done");
		put_date(o, "finished", task, "end");
	} else if (strcmp(status, "deleted") == 0) {
		json_put_str(o, "status", "dropped");
	} else if (json_str(task, "start", NULL)) {
		json_put_str(o, "status", "in_progress");
		put_date(o, "started", task, "start");
	}
}

static void put_dependency(json_t *o, const char *uuid, struct import_ids *ids)
{
	const char *id = import_id_find(ids, uuid);

	if (id)
		import_add_link(o, id, "FS", NULL);
	else
		import_leave_out(
		    ids, "a dependency on what is no task of the file", json_str(o, "id", ""));
}

/* Puts dependencies: an array, or uuids with commas between them as older versions write it. */
static void put_depends(json_t *o, const json_t *task, struct import_ids *ids)
{
	const json_t *depends = json_object_get(task, "depends");
	const char *list = json_is_string(depends) ? json_string_value(depends) : "";
	json_t *one;
	size_t i;

	json_array_foreach ((json_t *)depends, i, one)
		if (json_is_string(one))
			put_dependency(o, json_string_value(one), ids);
	while (*list) {
		const size_t len = strcspn(list, ",");
		char *uuid = xstrndup(list, len);

		put_dependency(o, uuid, ids);
		free(uuid);
		list += len + (list[len] == ',');
	}
}

static int priority_of(const json_t *task)
{
	const char *p = json_str(task, "priority", "");

	return *p == 'H' ? 10 : *p == 'M' ? 5 : *p == 'L' ? -5 : 0;
}

/* Puts an estimate, which is a field of the user's own by its usual name. A number without a
 * unit is left out: it does not say of what it is. */
static void put_estimate(json_t *o, const json_t *task, struct import_ids *ids)
{
	if (json_object_get(task, "estimate") &&
	    !import_put_estimate(o, json_str(task, "estimate", "")))
		import_leave_out(
		    ids, "an estimate that is no duration like PT2H or 2h", json_str(o, "id", ""));
}

static json_t *task_node(const json_t *task, struct import_ids *ids, const char *phase)
{
	json_t *o = json_object();

	json_put_str(o, "id", import_id_find(ids, json_str(task, "uuid", NULL)));
	import_put_text(o, "title", json_str(task, "description", NULL), 300);
	json_put_str(o, "level", "task");
	json_put_str(o, "origin", "import");
	json_put_str(o, "parent", phase);
	put_date(o, "deadline", task, "due");
	put_date(o, "not_before", task, json_str(task, "scheduled", NULL) ? "scheduled" : "wait");
	import_put_effort(o, 0);
	put_estimate(o, task, ids);
	if (priority_of(task))
		json_put_int(o, "priority", priority_of(task));
	put_status(o, task);
	put_depends(o, task, ids);
	return o;
}

/* Whether it is a task to be done. A recurring one is a template, and its tasks stand beside it. */
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
	json_t *nodes = json_array(), *task;
	size_t i;

	json_array_foreach ((json_t *)tasks, i, task) {
		const char *project = json_str(task, "project", NULL);
		char *name = project ? xasprintf("project %s", project) : NULL;
		json_t *o;

		if (name && !import_id_find(ids, name)) {
			import_id_add(ids, name, project);
			o = json_object();
			json_put_str(o, "id", import_id_find(ids, name));
			import_put_text(o, "title", project, 300);
			json_put_str(o, "level", "phase");
			json_put_str(o, "origin", "import");
			json_array_append_new(nodes, o);
		}
		free(name);
	}
	return nodes;
}

json_t *taskwarrior_document(
    const char *name, const char *bytes, size_t len, struct problems *problems)
{
	struct error e = ERROR_INIT;
	struct import_ids ids = {0};
	json_t *tasks =
	    *bytes == '[' ? json_parse_foreign(bytes, len, &e) : parse_lines(bytes, len, &e);
	json_t *nodes, *task;
	size_t i;

	if (!tasks) {
		problem_add(problems, name, 0, 0, "%s", e.message);
		error_free(&e);
		return NULL;
	}
	json_array_foreach (tasks, i, task)
		if (is_task(task))
			import_id_add(
			    &ids, json_str(task, "uuid", ""), json_str(task, "description", NULL));
	nodes = project_nodes(tasks, &ids);
	json_array_foreach (tasks, i, task) {
		const char *project = json_str(task, "project", NULL);
		char *key = project ? xasprintf("project %s", project) : NULL;

		if (is_task(task))
			json_array_append_new(
			    nodes, task_node(task, &ids, key ? import_id_find(&ids, key) : NULL));
		free(key);
	}
	import_report(&ids, name, problems);
	import_ids_free(&ids);
	json_decref(tasks);
	return import_document(name, nodes, problems);
}
