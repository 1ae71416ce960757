/*
 * What changed between two revisions of a roadmap, see roadmap_store.h.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/text/text.h"
#include "roadmap/run/roadmap_store.h"

/* Collects nodes by id, also those within others, each without what stands within it. */
static void collect_nodes(const json_t *list, const char *parent, json_t *out)
{
	json_t *one, *copy;
	size_t i;

	json_array_foreach ((json_t *)list, i, one) {
		const char *id = json_str(one, "id", "?");

		copy = json_copy(one);
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
	char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	char *line = text ? text_line(text, 120) : NULL;

	free(text);
	return line;
}

static void add_field_change(
    struct buf *out, const char *id, const char *key, const json_t *before, const json_t *after)
{
	char *a = value_words(before), *b = value_words(after);

	if (!before)
		buf_addf(out, "~ %s: %s is %s\n", id, key, b);
	else if (!after)
		buf_addf(out, "~ %s: %s is gone (was %s)\n", id, key, a);
	else
		buf_addf(out, "~ %s: %s %s → %s\n", id, key, a, b);
	free(a);
	free(b);
}

static void diff_keys(const char *id, const json_t *before, const json_t *after, struct buf *out)
{
	const char *key;
	json_t *value;

	json_object_foreach ((json_t *)after, key, value)
		if (strcmp(key, "nodes") != 0 && !json_equal(json_object_get(before, key), value))
			add_field_change(out, id, key, json_object_get(before, key), value);
	json_object_foreach ((json_t *)before, key, value)
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
	json_t *a = json_object(), *b = json_object(), *node;
	const char *id;

	collect_nodes(json_list(before, "nodes"), NULL, a);
	collect_nodes(json_list(after, "nodes"), NULL, b);
	diff_keys("plan", before, after, out);
	json_object_foreach (a, id, node)
		if (!json_object_get(b, id))
			name_node(out, '-', id, node);
	json_object_foreach (b, id, node) {
		if (!json_object_get(a, id))
			name_node(out, '+', id, node);
		else
			diff_keys(id, json_object_get(a, id), node, out);
	}
	json_decref(a);
	json_decref(b);
}

void schedule_diff(const json_t *before, const json_t *after, struct buf *out)
{
	json_t *one;
	size_t i;

	json_array_foreach (json_list(after, "tasks"), i, one) {
		const char *id = json_str(one, "id", "");
		const json_t *old = json_row(json_list(before, "tasks"), "id", id);
		const char *finish = json_str(one, "finish", "");

		if (old && strcmp(json_str(old, "finish", ""), finish) != 0)
			buf_addf(out, "  %s: finishes %s instead of %s\n", id, finish,
			    json_str(old, "finish", "?"));
	}
}
