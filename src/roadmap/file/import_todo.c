/* SPDX-License-Identifier: MIT
 * VTODOs as a roadmap: summary, due, start, duration, priority, how much is done, those that recur as
 * routines, and RELATED-TO as parents and dependencies (RFC 5545, 3.6.2 and 3.8.4.5; RFC 9253 for
 * FINISHTOSTART and its kin).
 */
#include <strings.h>

#include "base/base.h"
#include "roadmap/calendar/ical_library.h"
#include "roadmap/file/import.h"

#define RULE_MOST 400		    /* bytes, the contract's maximum for a cadence */
#define FIRST_MOMENT (9862ll * DAY) /* 1997, UTC minutes: what lies outside is no date of a plan */
#define LAST_MOMENT (38350ll * DAY) /* 2075 */

struct todo_reading {
	struct import_ids *ids;
	json_t *nodes;	  /* NULL in the first pass, which collects ids */
	json_t *later;	  /* links to nodes that may come later in the file */
	json_t *routines; /* ids of the to-dos that recur, since nothing can wait for their end */
	const struct zone *zone;
	int number; /* of the to-do that is read, in the order of the file */
};

static void put_ical_moment(json_t *o, const char *key, icalcomponent *c, icalproperty_kind kind,
    struct icaltimetype t, struct todo_reading *r)
{
	icalproperty *p = ical_property(c, kind);
	const int64_t at = p ? ical_moment(t, p, r->zone) : TIME_NEVER;
	char text[MOMENT_ROOM];

	if (p && ical_unknown_zone(t, p))
		import_leave_part(
		    r->ids, "a zone that is not known, its time taken as one of here", o);
	if (at >= TIME_NEVER || at < FIRST_MOMENT || at > LAST_MOMENT)
		return;
	if (t.is_date) /* a day alone, which as a deadline means its end */
		snprintf(text, sizeof text, "%04d-%02d-%02d", t.year, t.month, t.day);
	else
		moment_write(at, r->zone, text);
	json_put_str(o, key, text);
}

/* A temporal relation stands in what comes first and names what comes next; DEPENDS-ON stands in what
 * waits (RFC 9253, section 5). */
static void put_relations(json_t *o, icalcomponent *c, struct todo_reading *r)
{
	/* libical 3.0 knows only the older kinds; new ones come as they are written. */
	static const char *const words[] = {
	    "FINISHTOSTART", "STARTTOSTART", "FINISHTOFINISH", "STARTTOFINISH"};
	icalproperty *p = ical_property(c, ICAL_RELATEDTO_PROPERTY);

	for (; p; p = ical.icalcomponent_get_next_property(c, ICAL_RELATEDTO_PROPERTY)) {
		icalparameter *type =
		    ical.icalproperty_get_first_parameter(p, ICAL_RELTYPE_PARAMETER);
		const char *id = import_id_find(r->ids, ical.icalproperty_get_relatedto(p));
		const char *word = type ? ical.icalparameter_get_xvalue(type) : NULL;
		const char *text = ical.icalproperty_get_parameter_as_string(p, "GAP"),
			   *kind = NULL;
		const int minutes =
		    text
			? ical.icaldurationtype_as_int(ical.icaldurationtype_from_string(text)) / 60
			: 0;
		auto_free char *gap = minutes ? xasprintf("%dem", minutes) : NULL;

		for (int i = 0; i < 4 && word; i++)
			kind = strcasecmp(word, words[i]) == 0 ? link_kinds[i] : kind;
		if (id && (!type || (!word && ical.icalparameter_get_reltype(type) ==
						  ICAL_RELTYPE_PARENT)))
			json_put_str(o, "parent", id);
		else if (id && word && strcasecmp(word, "DEPENDS-ON") == 0)
			import_add_link(o, id, "FS", gap);
		else if (id && kind)
			json_array_append_new(
			    r->later, json_pack("{s:s, s:s, s:s, s:s?}", "to", id, "from",
					  json_str(o, "id", ""), "kind", kind, "lag", gap));
		else if (!id)
			import_leave_part(r->ids, "a relation to what is no to-do of the file", o);
		else
			import_leave_part(
			    r->ids, "a relation that is neither parent nor dependency", o);
	}
}

/* Puts the EXDATEs of a to-do that recurs as `except`. */
static void put_exceptions(json_t *o, icalcomponent *c, struct todo_reading *r)
{
	icalproperty *p = ical_property(c, ICAL_EXDATE_PROPERTY);
	json_auto_t *days = json_array();

	for (; p; p = ical.icalcomponent_get_next_property(c, ICAL_EXDATE_PROPERTY)) {
		const int64_t at = ical_moment(ical.icalproperty_get_exdate(p), p, r->zone);

		if (at < FIRST_MOMENT || at > LAST_MOMENT)
			continue;
		auto_free char *day = day_text(day_of(zone_local(r->zone, at)));
		json_array_append_new(days, json_string(day));
	}
	if (json_array_size(days))
		json_object_set(o, "except", days);
	if (ical_property(c, ICAL_RDATE_PROPERTY))
		import_leave_part(r->ids, "dates beside the rule of a to-do that recurs", o);
}

/* Makes a to-do that recurs a routine, from its start or from when it is due first. False: it does not
 * recur, or its rule cannot be followed. */
static bool put_rule(json_t *o, icalcomponent *c, struct todo_reading *r)
{
	icalproperty *p = ical_property(c, ICAL_RRULE_PROPERTY);

	if (!p)
		return false;
	struct icalrecurrencetype rule = ical.icalproperty_get_rrule(p);
	char *text = ical_rule_sane(&rule) ? ical.icalproperty_get_value_as_string_r(p) : NULL;
	if (!text || strncmp(text, "FREQ=", 5) != 0 || strlen(text) > RULE_MOST) {
		import_leave_part(r->ids, "a rule of recurrence that cannot be followed", o);
		ical.icalmemory_free_buffer(text);
		return false;
	}
	json_put_str(o, "level", "routine");
	json_put_str(o, "cadence", text);
	ical.icalmemory_free_buffer(text);
	json_put(r->routines, json_str(o, "id", ""), json_true());
	ical_property(c, ICAL_RRULE_PROPERTY);
	if (ical.icalcomponent_get_next_property(c, ICAL_RRULE_PROPERTY))
		import_leave_part(r->ids, "a second rule of a to-do that recurs", o);
	if (ical_property(c, ICAL_DTSTART_PROPERTY))
		put_ical_moment(
		    o, "start", c, ICAL_DTSTART_PROPERTY, ical.icalcomponent_get_dtstart(c), r);
	else
		put_ical_moment(o, "start", c, ICAL_DUE_PROPERTY, ical.icalcomponent_get_due(c), r);
	put_exceptions(o, c, r);
	return true;
}

/* Puts PERCENT-COMPLETE as the status, and as what remains of the effort. */
static void put_percent(json_t *o, icalcomponent *c, struct todo_reading *r)
{
	icalproperty *p = ical_property(c, ICAL_PERCENTCOMPLETE_PROPERTY);
	const int percent = p ? ical.icalproperty_get_percentcomplete(p) : 0;
	const char *status = json_str(o, "status", "pending");
	struct duration d;
	char text[DURATION_ROOM];

	if (percent <= 0 || strcmp(status, "done") == 0 || strcmp(status, "dropped") == 0)
		return;
	if (json_str(o, "cadence", NULL)) {
		import_leave_part(r->ids, "how much of a to-do that recurs is done", o);
		return;
	}
	json_put_str(o, "status", percent >= 100 ? "done" : "in_progress");
	if (percent >= 100 || !duration_parse(json_str(o, "effort", ""), DAY, false, &d))
		return;
	d.minutes = (d.minutes * (100 - percent) + 99) / 100;
	duration_write(&d, text);
	json_put_str(o, "remaining", text);
}

/* Returns the name of the to-do that is read: its UID, or one made of its number if it has none. Caller
 * frees. */
static char *todo_name(icalcomponent *c, const struct todo_reading *r)
{
	const char *uid = ical.icalcomponent_get_uid(c);

	return uid ? xstrdup(uid) : xasprintf("to-do %d", r->number);
}

static json_t *todo_node(icalcomponent *c, struct todo_reading *r)
{
	icalproperty *priority = ical_property(c, ICAL_PRIORITY_PROPERTY);
	icalproperty *estimated = ical_property(c, ICAL_ESTIMATEDDURATION_PROPERTY);
	icalproperty *duration = ical_property(c, ICAL_DURATION_PROPERTY);
	icalproperty *completed = ical_property(c, ICAL_COMPLETED_PROPERTY);
	const icalproperty_status status = ical.icalcomponent_get_status(c);
	auto_free char *name = todo_name(c, r);
	json_t *o = import_node(
	    import_id_find(r->ids, name), ical.icalcomponent_get_summary(c), NULL, "task", NULL);

	import_put_text(o, "note", ical.icalcomponent_get_description(c), 2000);
	if (!put_rule(o, c, r)) {
		put_ical_moment(o, "not_before", c, ICAL_DTSTART_PROPERTY,
		    ical.icalcomponent_get_dtstart(c), r);
		put_ical_moment(
		    o, "deadline", c, ICAL_DUE_PROPERTY, ical.icalcomponent_get_due(c), r);
	}
	/* DURATION is what RFC 5545 has; ESTIMATED-DURATION, which comes first, is what
	 * draft-ietf-calext-ical-tasks adds. */
	struct icaldurationtype d = {0};
	if (estimated)
		d = ical.icalproperty_get_estimatedduration(estimated);
	else if (duration)
		d = ical.icalproperty_get_duration(duration);
	import_put_effort(o, ical.icaldurationtype_as_int(d) / 60);
	if (priority && ical.icalproperty_get_priority(priority) > 0)
		json_put_int(o, "priority", 5 - ical.icalproperty_get_priority(priority) % 10);
	json_put_str(o, "status",
	    status == ICAL_STATUS_COMPLETED   ? "done"
	    : status == ICAL_STATUS_CANCELLED ? "dropped"
	    : status == ICAL_STATUS_INPROCESS ? "in_progress"
					      : NULL);
	if (completed)
		put_ical_moment(o, "finished", c, ICAL_COMPLETED_PROPERTY,
		    ical.icalproperty_get_completed(completed), r);
	put_percent(o, c, r);
	put_relations(o, c, r);
	return o;
}

static void each_todo(struct todo_reading *r, icalcomponent *c, int depth)
{
	icalcomponent *one = ical.icalcomponent_get_first_component(c, ICAL_ANY_COMPONENT);

	for (; one; one = ical.icalcomponent_get_next_component(c, ICAL_ANY_COMPONENT)) {
		const icalcomponent_kind kind = ical.icalcomponent_isa(one);

		if (kind == ICAL_VCALENDAR_COMPONENT && depth < 4)
			each_todo(r, one, depth + 1);
		if (kind != ICAL_VTODO_COMPONENT)
			continue;
		r->number++;
		if (r->nodes) {
			json_array_append_new(r->nodes, todo_node(one, r));
		} else {
			auto_free char *name = todo_name(one, r);

			import_id_add(r->ids, name, ical.icalcomponent_get_summary(one));
		}
	}
}

/* Drops links to the end of a routine and parents that are routines: a routine has no end to
 * wait for, and nothing stands within it. */
static void drop_ties_to_routines(struct todo_reading *r)
{
	json_each (node, r->nodes) {
		json_t *after = json_list(node, "after");

		for (size_t k = json_array_size(after); k > 0; k--) {
			const char *id = json_str(json_array_get(after, k - 1), "id", "");

			if (!json_object_get(r->routines, id))
				continue;
			import_leave_part(r->ids, "a dependency on a to-do that recurs", node);
			json_array_remove(after, k - 1);
		}
		if (after && json_array_size(after) == 0)
			json_object_del(node, "after");
		if (json_object_get(r->routines, json_str(node, "parent", ""))) {
			import_leave_part(r->ids, "a parent that recurs", node);
			json_object_del(node, "parent");
		}
	}
}

json_t *ical_todo_document(
    const char *name, const char *bytes, size_t len, struct problems *problems)
{
	icalcomponent *c = ical_parse(name, bytes, len, problems);
	freed_by(import_ids_free) struct import_ids ids = {0};
	json_auto_t *later = json_array(), *routines = json_object();
	struct todo_reading r = {&ids, NULL, later, routines, zone_find(NULL, NULL)};

	if (!c)
		return NULL;
	each_todo(&r, c, 0);
	r.nodes = json_array();
	r.number = 0;
	each_todo(&r, c, 0);
	ical.icalcomponent_free(c);
	json_each (link, later) {
		json_t *to = json_row(r.nodes, "id", json_str(link, "to", NULL));

		if (to)
			import_add_link(to, json_str(link, "from", ""),
			    json_str(link, "kind", "FS"), json_str(link, "lag", NULL));
	}
	drop_ties_to_routines(&r);
	import_report(&ids, name, problems);
	return import_document(name, r.nodes, problems);
}
