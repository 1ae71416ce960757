/* SPDX-License-Identifier: MIT
 * A schedule as an iCalendar file (RFC 5545): an event for each piece of work, milestone and
 * occurrence, in UTC, with identifiers that stay the same from one schedule of a plan to the next, and
 * the plan's dependencies as relations (RFC 9253: those in time stand in what comes first, DEPENDS-ON
 * in what waits).
 */

#include "base/base.h"
#include "base/core/hash.h"
#include "roadmap/calendar/ical_library.h"
#include "roadmap/export/schedule_export.h"

/* Adds a property, formatted as in a file ("NAME:VALUE"); libical folds the line. */
__attribute__((format(printf, 2, 3))) static void put(icalcomponent *to, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	auto_free char *line = xvasprintf(fmt, ap);
	va_end(ap);
	ical.icalcomponent_add_property(to, ical.icalproperty_new_from_string(line));
}

static void put_text(icalcomponent *to, const char *name, const char *text)
{
	auto_free char *safe = text_clean(text, strlen(text));
	icalvalue *value = ical.icalvalue_new_text(safe);
	char *escaped = ical.icalvalue_as_ical_string_r(value);

	put(to, "%s:%s", name, escaped);
	ical.icalmemory_free_buffer(escaped);
	ical.icalvalue_free(value);
}

static void put_moment(icalcomponent *to, const char *name, int64_t at)
{
	const time_t seconds = (time_t)(at * 60);
	struct tm tm = {0};
	char text[MOMENT_ROOM];

	strftime(text, sizeof text, "%Y%m%dT%H%M00Z", gmtime_r(&seconds, &tm));
	put(to, "%s:%s", name, text);
}

struct ics_writing {
	const struct schedule *schedule;
	icalcomponent *calendar, *event;
	char *key;
	int node, piece, pieces;
};

static void put_uid(struct ics_writing *w, const char *name, const char *id, int number)
{
	if (number)
		put(w->event, "%s%s-%d.%s@roadmap", name, id, number, w->key);
	else
		put(w->event, "%s%s.%s@roadmap", name, id, w->key);
}

static void put_relations(struct ics_writing *w)
{
	static const char *const kinds[] = {
	    "FINISHTOSTART", "STARTTOSTART", "FINISHTOFINISH", "STARTTOFINISH"};
	const struct roadmap *r = w->schedule->plan.roadmap;
	const struct roadmap_node *n = &r->outline.nodes[w->node];

	if (n->parent >= 0)
		put_uid(w, "RELATED-TO;RELTYPE=PARENT:", r->outline.nodes[n->parent].id, 0);
	for (size_t k = 0; k < n->link_count; k++)
		if (roadmap_find(r, n->links[k].id) >= 0)
			put_uid(w, "RELATED-TO;RELTYPE=DEPENDS-ON:", n->links[k].id, 0);
	for (int i = 0; i < r->outline.count; i++)
		for (size_t k = 0; k < r->outline.nodes[i].link_count; k++) {
			const struct roadmap_link *l = &r->outline.nodes[i].links[k];

			if (strcmp(l->id, n->id) != 0 || r->outline.nodes[i].status == NODE_DROPPED)
				continue;
			/* A GAP is time by the clock, so a lag in working time is shorter than meant. */
			auto_free char *gap = xasprintf(";GAP=%sPT%lldM",
			    l->lag.minutes < 0 ? "-" : "", llabs((long long)l->lag.minutes));
			auto_free char *name = xasprintf(
			    "RELATED-TO;RELTYPE=%s%s:", kinds[l->kind], l->lag.minutes ? gap : "");
			put_uid(w, name, r->outline.nodes[i].id, 0);
		}
}

/* Returns why the node is where it is or, for a frame, which has an event at its end alone, from when to when it
 * lasts. Caller frees; NULL: nothing is known. */
static char *event_reason(const struct ics_writing *w)
{
	const struct zone *z = w->schedule->plan.roadmap->zone;
	struct ends e;

	if (!export_has_parts(w->schedule, w->node))
		return schedule_cause(w->schedule, w->node);
	schedule_node_ends(w->schedule, w->node, &e);
	return xasprintf("from %s to %s", moment_text(e.start, z), moment_text(e.finish, z));
}

static void put_event(struct ics_writing *w, int64_t from, int64_t to, int number, const char *of)
{
	const struct schedule *s = w->schedule;
	const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[w->node];
	auto_free char *title = export_text(roadmap_title(n), 300), *why = NULL, *whole = NULL;

	w->event = ical.icalcomponent_new(ICAL_VEVENT_COMPONENT);
	put_uid(w, "UID:", n->id, number);
	put_moment(w->event, "DTSTAMP",
	    (s->plan.roadmap->revised_at != TIME_NEVER ? s->plan.roadmap->revised_at
						       : s->plan.start));
	if (s->plan.roadmap->revision)
		put(w->event, "SEQUENCE:%d", s->plan.roadmap->revision);
	put_moment(w->event, "DTSTART", from);
	if (to > from)
		put_moment(w->event, "DTEND", to);
	if (w->pieces > 1)
		whole = xasprintf("%s (%d/%d)", title, w->piece, w->pieces);
	put_text(w->event, "SUMMARY", whole ? whole : title);
	why = event_reason(w);
	if (why)
		put_text(w->event, "DESCRIPTION", why);
	if (to == from || n->level == LEVEL_MILESTONE)
		put(w->event, "TRANSP:TRANSPARENT");
	put_text(w->event, "CATEGORIES", node_levels[n->level]);
	if (number == 0)
		put_relations(w);
	else if (of)
		put_uid(w, "RELATED-TO;RELTYPE=SIBLING:", of, 0);
	ical.icalcomponent_add_component(w->calendar, w->event);
}

static void put_node(struct ics_writing *w)
{
	const struct schedule *s = w->schedule;
	const int a = s->plan.graph.last[w->node];
	const struct activity *activity = &s->plan.graph.network.activities[a];
	struct ends e;

	w->piece = w->pieces = 0;
	schedule_node_ends(s, w->node, &e);
	if (export_has_parts(w->schedule, w->node)) { /* a frame takes nobody's time */
		put_event(w, e.finish, e.finish, 0, NULL);
		return;
	}
	if (activity->work == 0) {
		put_event(w, e.start, e.start, 0, NULL);
		return;
	}
	const struct piece_walk first = activity_pieces(activity, &s->ends[a]);
	for (struct piece_walk walk = first; piece_next(&walk);)
		w->pieces++;
	for (struct piece_walk walk = first; piece_next(&walk);) {
		const int number = w->piece++ == 0 ? 0 : w->piece;

		put_event(
		    w, walk.from, walk.to, number, s->plan.roadmap->outline.nodes[w->node].id);
	}
}

static void write_ics(const struct schedule *s, int width, struct buf *out)
{
	const struct roadmap *r = s->plan.roadmap;
	/* What the identifiers of all events share: the plan's own id, or one made of its goal. */
	struct ics_writing w = {s, ical.icalcomponent_new(ICAL_VCALENDAR_COMPONENT), NULL,
	    r->id ? xstrdup(r->id)
		  : xasprintf("%016llx", (unsigned long long)hash_bytes(HASH_START, r->outline.goal,
					     strlen(r->outline.goal)))};
	int count, *order = schedule_order(s, &count);

	put(w.calendar, "VERSION:2.0");
	put(w.calendar, "PRODID:-//agent//roadmaps %s//EN", AGENT_VERSION);
	put(w.calendar, "CALSCALE:GREGORIAN");
	put_text(w.calendar, "X-WR-CALNAME", r->outline.goal);
	for (int i = 0; i < count; i++) {
		w.node = order[i];
		put_node(&w);
	}
	for (size_t i = 0; i < s->plan.occurrence_count; i++) {
		const struct occurrence *o = &s->plan.occurrences[i];
		int y, m, d;

		if (o->kind == OCCURRENCE_SKIPPED || o->ends.start >= TIME_NEVER)
			continue;
		w.node = o->node;
		w.pieces = 0;
		date_of(
		    day_of(zone_local(r->outline.nodes[o->node].zone, o->ends.start)), &y, &m, &d);
		put_event(&w, o->ends.start, o->ends.finish, y * 10000 + m * 100 + d, NULL);
	}
	char *text = ical.icalcomponent_as_ical_string_r(w.calendar);
	buf_adds(out, text);
	ical.icalmemory_free_buffer(text);
	ical.icalcomponent_free(w.calendar);
	free_all(order, w.key);
}

const struct schedule_exporter schedule_ics = {
    "ics", "a calendar to import", write_ics, ical_ready};
