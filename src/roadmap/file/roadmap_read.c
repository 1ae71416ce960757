/* SPDX-License-Identifier: MIT
 * Reads a roadmap out of its JSON document: nodes, then profile, resources and the plan itself.
 */
#include <strings.h>
#include "base/base.h"
#include "config/prompt.h"
#include "roadmap/file/roadmap_reader.h"

const char *const node_levels[5] = {"goal", "phase", "milestone", "task", "routine"};
const char *const node_statuses[4] = {"pending", "in_progress", "done", "dropped"};
const char *const link_kinds[4] = {"FS", "SS", "FF", "SF"};

#define DAYS_RULE "FREQ=WEEKLY;BYDAY="

static char *every_rule(const char *text)
{
	static const struct {
		const char *unit, *frequency;
	} units[] = {
	    {"day", "DAILY"}, {"week", "WEEKLY"}, {"month", "MONTHLY"}, {"year", "YEARLY"}};
	char *end;
	long n = strtol(text, &end, 10);

	if (end == text)
		n = 1;
	end += strspn(end, " ");
	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		const size_t len = strlen(units[i].unit);

		if (strncasecmp(end, units[i].unit, len) == 0 &&
		    (!end[len] || strcasecmp(end + len, "s") == 0) && n > 0 && n < 1000)
			return xasprintf("FREQ=%s;INTERVAL=%ld", units[i].frequency, n);
	}
	return NULL;
}

char *cadence_rule(const char *text)
{
	static const struct {
		const char *word, *rule;
	} words[] = {{"daily", "FREQ=DAILY"}, {"weekly", "FREQ=WEEKLY"},
	    {"monthly", "FREQ=MONTHLY"}, {"yearly", "FREQ=YEARLY"},
	    {"weekdays", DAYS_RULE "MO,TU,WE,TH,FR"}, {"weekends", DAYS_RULE "SA,SU"}};
	static const char *const day_names[] = {"MO", "TU", "WE", "TH", "FR", "SA", "SU"};
	struct buf rule = BUF_INIT;

	if (strncasecmp(text, "RRULE:", 6) == 0)
		text += 6;
	if (strncasecmp(text, "FREQ=", 5) == 0)
		return xstrdup(text);
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcasecmp(text, words[i].word) == 0)
			return xstrdup(words[i].rule);
	if (strncasecmp(text, "every ", 6) == 0)
		text += 6;
	const unsigned days = hours_parse_days(text);
	for (int i = 0; i < 7; i++)
		if (days & 1u << i)
			buf_addf(&rule, "%s%s", rule.len ? "," : DAYS_RULE, day_names[i]);
	return days ? buf_take(&rule) : every_rule(text);
}

bool link_parse(const char *text, int day_minutes, struct roadmap_link *out)
{
	const size_t len = strcspn(text, " ");
	const char *at = text + len + strspn(text + len, " ");

	*out = (struct roadmap_link){.kind = LINK_FS};
	if (len == 0)
		return false;
	for (int i = 0; i < 4; i++)
		if (strncasecmp(at, link_kinds[i], 2) == 0 && !isalnum((unsigned char)at[2])) {
			out->kind = (enum link_kind)i;
			at += 2 + strspn(at + 2, " ");
			break;
		}
	if (*at &&
	    ((*at != '+' && *at != '-') || !duration_parse(at, day_minutes, true, &out->lag)))
		return false;
	out->id = xstrndup(text, len);
	return true;
}

static void read_links(struct roadmap_reader *r, struct roadmap_node *n)
{
	json_auto_t *after = document_list(json_object_get(n->source, "after"));

	json_each (value, after) {
		struct roadmap_link l = {0};
		const char *text = json_string_value(value);

		if (text && !link_parse(text, r->to->day_minutes, &l)) {
			reader_problem(r, n->source, "after",
			    "'%s': is no link; write 'ID', 'ID SS+2d' or 'ID FF-4h'", text);
			continue;
		}
		if (!text) {
			l.id = xstrdup(json_str(value, "id", ""));
			l.kind = (enum link_kind)reader_word(
			    link_kinds, 4, json_str(value, "kind", "FS"), LINK_FS);
			text = json_str(value, "lag", NULL);
			if (text && !duration_parse(text, r->to->day_minutes, true, &l.lag))
				reader_problem(r, n->source, "after",
				    "'%s': is no lag; write '2d', '-4h' or '3ed'", text);
		}
		n->links = xreallocarray(n->links, n->link_count + 1, sizeof *n->links);
		n->links[n->link_count++] = l;
	}
}

/* Reads the days of a list, in the zone of the node. */
static void read_days(struct roadmap_reader *r, const struct roadmap_node *n, const char *key,
    int64_t **days, size_t *count)
{
	json_each (one, json_list(n->source, key)) {
		int64_t at;
		bool day;

		if (!json_is_string(one) ||
		    !moment_parse(json_string_value(one), n->zone, false, &at, &day)) {
			reader_problem(r, n->source, key, "holds what is no date");
			continue;
		}
		*days = xreallocarray(*days, *count + 1, sizeof **days);
		(*days)[(*count)++] = day_of(zone_local(n->zone, at));
	}
}

static void read_times(struct roadmap_reader *r, struct roadmap_node *n)
{
	const json_t *o = n->source, *window = json_map(o, "window");
	bool day = false;

	n->window_from = n->window_to = n->start = n->not_before = n->deadline = TIME_NEVER;
	n->started = n->finished = TIME_NEVER;
	n->zone = r->to->zone;
	reader_zone(r, o, &n->zone);
	reader_moment(r, window, "from", false, n->zone, &n->window_from, &day);
	reader_moment(r, window, "to", true, n->zone, &n->window_to, &day);
	reader_moment(r, o, "not_before", false, n->zone, &n->not_before, &day);
	reader_moment(r, o, "deadline", true, n->zone, &n->deadline, &day);
	reader_moment(r, o, "started", false, n->zone, &n->started, &day);
	reader_moment(r, o, "finished", true, n->zone, &n->finished, &day);
	reader_moment(r, o, "start", false, n->zone, &n->start, &n->start_is_day);
	read_days(r, n, "except", &n->except, &n->except_count);
	read_days(r, n, "ticks", &n->ticks, &n->tick_count);
}

static void read_work(struct roadmap_reader *r, struct roadmap_node *n)
{
	const json_t *o = n->source;
	const char *cadence = json_str(o, "cadence", NULL);

	n->has_effort = reader_duration(r, o, "effort", &n->effort);
	n->has_duration = reader_duration(r, o, "duration", &n->duration);
	n->took = n->remaining = -1;
	reader_minutes(r, o, "took", &n->took);
	reader_minutes(r, o, "remaining", &n->remaining);
	if (cadence) {
		n->cadence = cadence_rule(cadence);
		if (!n->cadence)
			reader_problem(r, o, "cadence",
			    "'%s': is no cadence; write 'daily', 'weekdays', 'mon,thu', 'every 2 "
			    "weeks' or a rule like 'FREQ=WEEKLY;BYDAY=MO'",
			    cadence);
	}
	if (json_object_get(o, "hours")) {
		n->hours = xcalloc(1, sizeof *n->hours);
		n->hours->zone = n->zone;
		reader_hours(r, o, n->hours);
	}
}

/* Returns the level of a node that does not say it: one that recurs is a routine, one that has
 * parts a phase, and a task that takes no time a milestone. */
static enum node_level level_of(const struct roadmap_node *n)
{
	const char *word = json_str(n->source, "level", NULL);

	if (word)
		return (enum node_level)reader_word(node_levels, 5, word, LEVEL_TASK);
	if (json_object_get(n->source, "cadence"))
		return LEVEL_ROUTINE;
	if (json_list(n->source, "nodes"))
		return LEVEL_PHASE;
	return n->has_duration && n->duration.minutes == 0 ? LEVEL_MILESTONE : LEVEL_TASK;
}

static void read_node(struct roadmap_reader *r, struct roadmap_node *n, json_t *o)
{
	n->source = o;
	n->place = r->place;
	n->id = xstrdup(json_str(o, "id", NULL));
	n->title = xstrdup(json_str(o, "title", NULL));
	n->origin = xstrdup(json_str(o, "origin", "user"));
	n->run = xstrdup(json_str(o, "run", NULL));
	n->check = xstrdup(json_str(o, "check", NULL));
	n->parent_id = xstrdup(json_str(o, "parent", NULL));
	n->order = (int)json_int(o, "order", -1);
	n->priority = (int)json_int(o, "priority", 0);
	n->optional = json_flag(o, "optional", false);
	n->status = (enum node_status)reader_word(
	    node_statuses, 4, json_str(o, "status", "pending"), NODE_PENDING);
	r->subject = n->id;
	read_times(r, n);
	read_work(r, n);
	json_t *needs = json_object_get(o, "resources");
	json_auto_t *list = document_list(needs);
	n->needs_given = needs != NULL;
	n->needs = xcalloc(json_array_size(list), sizeof *n->needs);
	json_each (one, list)
		n->needs[n->need_count++] = (struct roadmap_need){
		    xstrdup(json_is_string(one) ? json_string_value(one) : json_str(one, "id", "")),
		    (int)(json_num(one, "units", 1) * UNIT + 0.5)};
	read_links(r, n);
	n->level = level_of(n);
	r->subject = NULL;
}

/* Reads a list of nodes, and those within them, into the outline. parent: the number of the node they
 * stand within, -1: none; path: the JSON path of the list. */
static void reader_nodes(struct roadmap_reader *r, const json_t *list, int parent, const char *path)
{
	struct outline *o = &r->to->outline;

	json_each_at (i, one, list) {
		auto_free char *here = xasprintf("%s[%zu]", path, i),
			       *below = xasprintf("%s.nodes", here);
		const int number = o->count;

		if ((size_t)number == r->node_most)
			r->wrong = !problem_add(r->problems, r->name, 0, 0,
			    "too many nodes: at most %zu are read (limits.nodes)", r->node_most);
		if ((size_t)number < r->node_most) {
			array_reserve(&o->nodes, &o->cap, (size_t)number + 1, sizeof *o->nodes);
			o->nodes[o->count++] = (struct roadmap_node){.parent = parent};
			r->place = config_place(r->marks, here);
			read_node(r, &o->nodes[number], one);
			reader_nodes(r, json_list(one, "nodes"), number, below);
		}
	}
}

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

/* Reads the resources; a plan that names none has one, called "me". */
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
		r->subject = NULL;
	}
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
	const json_t *options = json_list(o, "options_tried");
	to->options = xcalloc(json_array_size(options) + 1, sizeof *to->options);
	json_each (one, options)
		to->options[to->option_count++] = (struct roadmap_option){
		    xstrdup(json_str(one, "name", "")), xstrdup(json_str(one, "summary", NULL)),
		    xstrdup(json_str(one, "why", NULL)), json_flag(one, "chosen", false)};
}

bool roadmap_read(struct roadmap *r, const json_t *document, const char *name,
    const struct yaml_marks *marks, struct problems *problems)
{
	struct roadmap_reader reader = {r, name, marks, problems};

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
	r->numbers = json_object();
	for (int i = r->outline.count - 1; i >= 0; i--)
		if (r->outline.nodes[i].id)
			json_put_int(r->numbers, r->outline.nodes[i].id, i);
	for (int i = 0; i < r->outline.count; i++) {
		struct roadmap_node *n = &r->outline.nodes[i];

		/* A parent may be named by its id instead of holding the node. */
		if (n->parent_id)
			n->parent = roadmap_find(r, n->parent_id);
		if (n->parent == i)
			n->parent = -1;
	}
	if (!reader.wrong)
		return true;
	roadmap_free(r);
	return false;
}
