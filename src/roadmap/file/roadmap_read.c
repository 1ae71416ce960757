/*
 * A roadmap out of a document, see roadmap.h and roadmap_reader.h.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "roadmap/file/roadmap_reader.h"

const char *const strategy_kinds[3] = {"asap", "alap", "balanced"};

static void read_profile(struct roadmap_reader *r)
{
	struct strategy_profile *p = &r->to->profile;
	const json_t *o = json_object_get(r->to->document, "profile");
	const char *buffer = json_str(o, "buffer", NULL);
	const char *word =
	    json_is_string(o) ? json_string_value(o) : json_str(o, "strategy", "asap");
	char *end;

	p->strategy = (enum strategy_kind)reader_word(strategy_kinds, 3, word, STRATEGY_ASAP);
	reader_minutes(r, o, "max_per_day", &p->max_per_day);
	reader_minutes(r, o, "max_per_week", &p->max_per_week);
	reader_minutes(r, o, "min_block", &p->min_block);
	if (!buffer)
		return;
	p->buffer_percent = (int)strtol(buffer, &end, 10);
	if (end == buffer || strcmp(end, "%") != 0 || p->buffer_percent < 0 ||
	    p->buffer_percent > 90) {
		p->buffer_percent = 0;
		reader_duration(r, o, "buffer", &p->buffer);
	}
}

static int64_t lesser_limit(int64_t a, int64_t b)
{
	return a == 0 || (b != 0 && b < a) ? b : a;
}

/* Reads the resources; a plan that says nothing of them has one person. */
static void read_resources(struct roadmap_reader *r)
{
	struct roadmap *to = r->to;
	const json_t *list = json_list(to->document, "resources");
	const size_t count = json_array_size(list);

	to->resources = xcalloc(count + 1, sizeof *to->resources);
	for (size_t i = 0; i < (list ? count : 1); i++) {
		const json_t *o = json_array_get(list, i);
		struct roadmap_resource *s = &to->resources[to->resource_count++];

		s->id = xstrdup(json_str(o, "id", "me"));
		s->title = xstrdup(json_str(o, "title", NULL));
		s->capacity = (int)(json_num(o, "capacity", 1) * UNIT + 0.5);
		hours_copy(&s->hours, &to->hours);
		r->subject = s->id;
		reader_zone(r, o, &s->hours.zone);
		reader_hours(r, o, &s->hours);
		reader_exceptions(r, o, &s->hours);
		reader_minutes(r, o, "max_per_day", &s->hours.most_per_day);
		reader_minutes(r, o, "max_per_week", &s->hours.most_per_week);
		s->own_per_day = s->hours.most_per_day;
		s->own_per_week = s->hours.most_per_week;
		if (i == 0) { /* the first resource is the person whose plan it is */
			s->hours.most_per_day =
			    lesser_limit(s->hours.most_per_day, to->profile.max_per_day);
			s->hours.most_per_week =
			    lesser_limit(s->hours.most_per_week, to->profile.max_per_week);
		}
		s->hours.late = to->profile.strategy == STRATEGY_ALAP;
		r->subject = NULL;
	}
}

static void read_options(struct roadmap *to)
{
	const json_t *list = json_list(to->document, "options_tried");
	json_t *o;
	size_t i;

	to->options = xcalloc(json_array_size(list) + 1, sizeof *to->options);
	json_array_foreach ((json_t *)list, i, o)
		to->options[to->option_count++] = (struct roadmap_option){
		    xstrdup(json_str(o, "name", "")), xstrdup(json_str(o, "summary", NULL)),
		    xstrdup(json_str(o, "why", NULL)), json_flag(o, "chosen", false)};
}

static void read_plan(struct roadmap_reader *r)
{
	struct roadmap *to = r->to;
	const json_t *o = to->document;
	bool day;

	to->id = xstrdup(json_str(o, "id", NULL));
	to->outline.goal = xstrdup(json_str(o, "goal", ""));
	pattern_read(&to->outline.pattern, json_object_get(o, "pattern"));
	to->chosen = xstrdup(json_str(o, "chosen", NULL));
	to->why = xstrdup(json_str(o, "why", NULL));
	to->start = to->deadline = to->from = to->revised_at = TIME_NEVER;
	to->zone = zone_find(NULL, NULL);
	reader_zone(r, o, &to->zone);
	to->day_minutes =
	    (int)(json_num(o, "hours_per_day", json_num(to->defaults, "hours_per_day", 8)) * 60);
	if (to->day_minutes < 1)
		to->day_minutes = 1;
	reader_moment(r, o, "start", false, to->zone, &to->start, &day);
	reader_moment(r, o, "deadline", true, to->zone, &to->deadline, &day);
	reader_moment(r, o, "from", false, to->zone, &to->from, &day);
	to->hours.zone = to->zone;
	if (!reader_hours(r, o, &to->hours))
		reader_hours(r, to->defaults, &to->hours);
	reader_exceptions(r, o, &to->hours);
	read_profile(r);
	read_resources(r);
	read_options(to);
}

/* Finds parents that are given by name and not by what stands within what. */
static void find_parents(struct roadmap *to)
{
	to->numbers = json_object();
	for (int i = to->outline.count - 1; i >= 0; i--)
		if (to->outline.nodes[i].id)
			json_put_int(to->numbers, to->outline.nodes[i].id, i);
	for (int i = 0; i < to->outline.count; i++) {
		struct roadmap_node *n = &to->outline.nodes[i];

		if (n->parent_id)
			n->parent = roadmap_find(to, n->parent_id);
		if (n->parent == i)
			n->parent = -1;
	}
}

bool roadmap_read(struct roadmap *r, const json_t *document, const char *name,
    const struct yaml_marks *marks, struct problems *problems)
{
	struct roadmap_reader reader = {r, name, marks, problems};
	const size_t before = problems->count;

	*r = (struct roadmap){0};
	if (!contract_check(CONTRACT_ROADMAP, document, name, marks, problems))
		return false;
	r->defaults = config_table("roadmaps.yaml", problems);
	if (!r->defaults)
		return false;
	r->document = json_deep_copy(document);
	r->file = xstrdup(name);
	reader.node_most = (size_t)json_int(json_map(r->defaults, "limits"), "nodes", 20000);
	read_plan(&reader);
	reader_nodes(&reader, json_list(r->document, "nodes"), -1, "$.nodes");
	find_parents(r);
	if (problems->count == before)
		return true;
	roadmap_free(r);
	return false;
}
