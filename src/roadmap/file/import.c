/*
 * Makes a roadmap of another program's tasks: each form fills in the same document, and ids are made of what the
 * tasks are called.
 */
#include "roadmap/file/import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"

#define ID_MOST 40
#define EFFORT_UNKNOWN "1h"

/* The words of a title as an id: "Buy the ring!" becomes buy-the-ring. Owned. */
static char *slug_of(const char *text)
{
	char *id = text_slug(text, ID_MOST);

	if (*id)
		return id;
	free(id);
	return xstrdup("task");
}

void import_id_add(struct import_ids *ids, const char *name, const char *title)
{
	char *base = slug_of(title && *title ? title : name), *id = xstrdup(base);
	char *key = text_clean(name, strlen(name));

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
	free(key);
	free(id);
	free(base);
}

const char *import_id_find(const struct import_ids *ids, const char *name)
{
	char *key = text_clean(name ? name : "", name ? strlen(name) : 0);
	const char *id = json_str(ids->by_name, key, NULL);

	free(key);
	return id;
}

void import_leave_out(struct import_ids *ids, const char *what, const char *id)
{
	json_t *list = json_list(ids->left, what);

	if (!ids->left)
		ids->left = json_object();
	if (!list) {
		list = json_array();
		json_put(ids->left, what, list);
	}
	json_array_append_new(list, json_string(id));
}

void import_report(const struct import_ids *ids, const char *name, struct problems *problems)
{
	const char *what, *first;
	json_t *list;

	json_object_foreach (ids->left, what, list) {
		first = json_string_value(json_array_get(list, 0));
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
	char *line = text_clean_line(text ? text : "", text ? strlen(text) : 0, most);

	if (*line)
		json_put_str(o, key, line);
	free(line);
}

void import_put_effort(json_t *o, int64_t minutes)
{
	struct duration d = {minutes, false};
	char text[DURATION_ROOM];

	if (minutes > 0 && minutes <= DURATION_MOST) {
		duration_write(&d, text);
		json_put_str(o, "effort", text);
		return;
	}
	json_put_str(o, "effort", EFFORT_UNKNOWN);
}

bool import_put_estimate(json_t *o, const char *text)
{
	struct buf b = BUF_LIMIT(64);
	struct duration d;
	bool ok;

	/* Without its P and T, ISO 8601 writes durations as plans do, except for the case of
	 * letters. */
	for (const char *s = text + (*text == 'P'); *s; s++)
		if (*text != 'P' || *s != 'T')
			buf_addc(&b, (char)tolower((unsigned char)*s));
	ok = duration_parse(buf_str(&b), DAY, false, &d) && d.minutes > 0;
	if (ok)
		json_put_str(o, "effort", buf_str(&b));
	buf_free(&b);
	return ok;
}

void import_add_link(json_t *o, const char *id, const char *kind, const char *lag)
{
	json_t *after = json_list(o, "after"), *link = json_object();

	if (!after) {
		after = json_array();
		json_put(o, "after", after);
	}
	json_put_str(link, "id", id);
	json_put_str(link, "kind", kind);
	json_put_str(link, "lag", lag);
	json_array_append_new(after, link);
}

json_t *import_node(const json_t *nodes, const char *id)
{
	return json_row(nodes, "id", id);
}

json_t *import_document(const char *name, json_t *nodes, struct problems *problems)
{
	json_t *o;
	char *goal;

	if (json_array_size(nodes) == 0) {
		json_decref(nodes);
		problem_add(problems, name, 0, 0, "holds no tasks");
		return NULL;
	}
	o = json_object();
	goal = xasprintf("Tasks of %s", name);
	import_put_text(o, "goal", goal, 300);
	free(goal);
	json_put(o, "nodes", nodes);
	return o;
}
