/*
 * Roadmaps as values: finding and freeing, see roadmap.h.
 */
#include "roadmap/file/roadmap.h"

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"

static void node_free(struct roadmap_node *n)
{
	free(n->id);
	free(n->title);
	free(n->origin);
	free(n->run);
	free(n->check);
	free(n->parent_id);
	free(n->cadence);
	free(n->except);
	if (n->hours)
		hours_free(n->hours);
	free(n->hours);
	for (size_t i = 0; i < n->need_count; i++)
		free(n->needs[i].id);
	free(n->needs);
	for (size_t i = 0; i < n->link_count; i++)
		free(n->links[i].id);
	free(n->links);
}

void roadmap_free(struct roadmap *r)
{
	for (int i = 0; i < r->outline.count; i++)
		node_free(&r->outline.nodes[i]);
	free(r->outline.nodes);
	free(r->outline.goal);
	pattern_free(&r->outline.pattern);
	hours_free(&r->hours);
	for (size_t i = 0; i < r->resource_count; i++) {
		free(r->resources[i].id);
		free(r->resources[i].title);
		hours_free(&r->resources[i].hours);
	}
	free(r->resources);
	for (size_t i = 0; i < r->option_count; i++) {
		free(r->options[i].name);
		free(r->options[i].summary);
		free(r->options[i].why);
	}
	free(r->options);
	free(r->chosen);
	free(r->why);
	free(r->id);
	free(r->file);
	json_decref(r->document);
	json_decref(r->numbers);
	json_decref(r->defaults);
	*r = (struct roadmap){0};
}

int roadmap_find(const struct roadmap *r, const char *id)
{
	return (int)json_int(r->numbers, id, -1);
}

int roadmap_find_resource(const struct roadmap *r, const char *id)
{
	for (size_t i = 0; i < r->resource_count; i++)
		if (strcmp(r->resources[i].id, id) == 0)
			return (int)i;
	return -1;
}

const char *roadmap_title(const struct roadmap_node *n)
{
	return n->title ? n->title : n->id ? n->id : "(without a name)";
}

static json_t *find_in(const json_t *list, const char *id)
{
	json_t *one, *found;
	size_t i;

	json_array_foreach ((json_t *)list, i, one) {
		if (strcmp(json_str(one, "id", ""), id) == 0)
			return one;
		found = find_in(json_list(one, "nodes"), id);
		if (found)
			return found;
	}
	return NULL;
}

json_t *document_node(json_t *document, const char *id)
{
	return find_in(json_list(document, "nodes"), id);
}

int64_t roadmap_horizon(const json_t *defaults, int64_t start, int64_t deadline)
{
	const int64_t reach = json_int(defaults, "horizon_days", 1100) * DAY;

	return (deadline != TIME_NEVER && deadline > start + reach ? deadline : start) + reach;
}
