/*
 * Reads and writes the times at which the owner of a calendar is busy, as a list of stretches.
 */
#include "roadmap/calendar/busy_times.h"

#include <stdlib.h>

#include "base/core/alloc.h"
#include "base/json/json.h"

void busy_times_add(struct busy_times *b, int64_t from, int64_t to, const char *what)
{
	array_reserve(&b->list, &b->cap, b->count + 1, sizeof *b->list);
	b->list[b->count++] = (struct busy_time){from, to, xstrdup(what)};
}

static int by_beginning(const void *a, const void *b)
{
	const struct busy_time *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to == y->to ? 0 : x->to < y->to ? -1 : 1;
}

void busy_times_sort(struct busy_times *b)
{
	if (b->count > 1)
		qsort(b->list, b->count, sizeof *b->list, by_beginning);
}

void busy_times_free(struct busy_times *b)
{
	for (size_t i = 0; i < b->count; i++)
		free(b->list[i].what);
	free(b->list);
	*b = (struct busy_times){0};
}

json_t *busy_times_json(const struct busy_times *b)
{
	json_t *list = json_array();

	for (size_t i = 0; i < b->count; i++) {
		json_t *o = json_object();

		json_put_int(o, "from", b->list[i].from);
		json_put_int(o, "to", b->list[i].to);
		json_put_str(o, "what", b->list[i].what);
		json_array_append_new(list, o);
	}
	return list;
}

void busy_times_load(struct busy_times *b, const json_t *list)
{
	json_t *o;
	size_t i;

	json_array_foreach ((json_t *)list, i, o) {
		const int64_t from = json_int(o, "from", 0), to = json_int(o, "to", 0);

		if (to > from && from > -TIME_NEVER && to < TIME_NEVER)
			busy_times_add(b, from, to, json_str(o, "what", "busy"));
	}
}
