/* SPDX-License-Identifier: MIT
 * Reads the file of a plan, recognises its form by how it begins, and calls the parser of that form; reads the
 * busy times of iCalendar files (ical.h).
 */
#include "roadmap/file/roadmap_file.h"

#include <strings.h>
#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"
#include "roadmap/calendar/ical.h"
#include "roadmap/calendar/ical_library.h"

static bool begins_with(const char *bytes, size_t len, const char *with)
{
	const size_t n = strlen(with);

	return len >= n && strncasecmp(bytes, with, n) == 0;
}

static json_t *json_document(
    const char *name, const char *bytes, size_t len, struct problems *problems)
{
	auto_error e = ERROR_INIT;
	json_t *value = json_parse_foreign(bytes, len, &e);

	if (!value)
		problem_add(problems, name, 0, 0, "%s", e.message);
	if (json_map(json_map(json_map(value, "data"), "repository"), "milestone")) {
		json_auto_t *answer = value;

		value = github_document(name, answer, problems);
	}
	return value;
}

json_t *roadmap_document(const char *name, const char *bytes, size_t len, struct yaml_marks **marks,
    struct problems *problems)
{
	size_t skip = text_bom(bytes, len);

	if (marks)
		*marks = NULL;
	while (skip < len && strchr(" \t\r\n", bytes[skip]) && bytes[skip])
		skip++;
	if (begins_with(bytes + skip, len - skip, "BEGIN:VCALENDAR"))
		return ical_todo_document(name, bytes, len, problems);
	if (begins_with(bytes + skip, len - skip, "<"))
		return project_document(name, bytes + skip, len - skip, problems);
	if (begins_with(bytes + skip, len - skip, "* ") ||
	    begins_with(bytes + skip, len - skip, "#+"))
		return org_document(name, bytes + skip, len - skip, problems);
	/* `task export` wrote a task in each line before it wrote an array. */
	const char *end = memchr(bytes + skip, '\n', len - skip);
	const size_t line = end ? (size_t)(end - bytes) - skip : len - skip;
	if (begins_with(bytes + skip, len - skip, "[") ||
	    (memmem(bytes + skip, line, "\"uuid\"", 6) &&
		memmem(bytes + skip, line, "\"description\"", 13)))
		return taskwarrior_document(name, bytes + skip, len - skip, problems);
	if (begins_with(bytes + skip, len - skip, "{"))
		return json_document(name, bytes + skip, len - skip, problems);
	return yaml_parse(name, bytes, len, marks, problems);
}

/* Appends the bytes of a file, or of stdin ("-"). False: it cannot be read or is longer than `most`
 * bytes, as problems say, and out may hold some of it. */
static bool roadmap_file_read(
    const char *path, size_t most, struct buf *out, struct problems *problems)
{
	auto_error e = ERROR_INIT;
	char part[65536];
	ssize_t n;

	if (strcmp(path, "-") != 0)
		return file_read(path, most, out, &e) ||
		       problem_add(problems, path, 0, 0, "%s", e.message);
	while ((n = read(STDIN_FILENO, part, sizeof part)) > 0 && out->len <= most)
		buf_add(out, part, (size_t)n);
	if (n < 0)
		return problem_add(
		    problems, "stdin", 0, 0, "cannot be read: %s", error_system(errno));
	return out->len <= most ||
	       problem_add(problems, "stdin", 0, 0, "is longer than %zu bytes", most);
}

bool roadmap_load(struct roadmap *r, const char *path, struct problems *problems)
{
	const char *name = strcmp(path, "-") == 0 ? "stdin" : path;
	json_auto_t *defaults = config_table("roadmaps.yaml", problems), *document = NULL;
	const size_t most = (size_t)json_int(json_map(defaults, "limits"), "plan_bytes", 1 << 24);
	auto_buf bytes = {.max = most + 65536};
	struct yaml_marks *marks = NULL;
	bool ok = defaults && roadmap_file_read(path, most, &bytes, problems);

	if (ok)
		document = roadmap_document(name, buf_str(&bytes), bytes.len, &marks, problems);
	ok = document && roadmap_read(r, document, name, marks, problems);
	marks_free(marks);
	return ok;
}

/* ---- Busy times of an iCalendar file ---- */

#define TIMES_MOST 100000     /* so many recurrences of one event are looked at */
#define BEFORE (30 * DAY)     /* events are looked at from this long before a plan's start */
#define LONGEST (400ll * DAY) /* longer events are left out */

struct busy_reading {
	const struct zone *zone;
	int64_t from, to;
	size_t most;
	struct busy_times *out;
	json_t *moved; /* (owned) "UID at MINUTE": a recurrence that an event of its own replaces */
	json_t *unread; /* (owned) what could not be followed → title of an event */
};

static void add_busy(struct busy_reading *r, int64_t from, int64_t to, const char *what)
{
	if (from >= TIME_NEVER || to <= from || to <= r->from || from >= r->to ||
	    to - from > LONGEST || r->out->count >= r->most)
		return;
	auto_free char *line = text_clean_line(what ? what : "", what ? strlen(what) : 0, 80);
	busy_times_add(r->out, from, to, *line ? line : "busy");
}

static void not_read(struct busy_reading *r, icalcomponent *event, const char *what)
{
	const char *title = ical.icalcomponent_get_summary(event);
	auto_free char *line = text_clean_line(title ? title : "", title ? strlen(title) : 0, 80);

	json_put_str(r->unread, what, line);
}

static char *moved_key(icalcomponent *event, int64_t at)
{
	const char *uid = ical.icalcomponent_get_uid(event);
	auto_free char *safe = text_clean(uid ? uid : "", uid ? strlen(uid) : 0);
	return xasprintf("%s at %lld", safe, (long long)at);
}

static void note_moved(struct busy_reading *r, icalcomponent *event)
{
	icalproperty *p = ical_property(event, ICAL_RECURRENCEID_PROPERTY);

	if (!p)
		return;
	auto_free char *key =
	    moved_key(event, ical_moment(ical.icalcomponent_get_recurrenceid(event), p, r->zone));
	json_object_set_new(r->moved, key, json_true());
	if (ical.icalproperty_get_parameter_as_string(p, "RANGE"))
		not_read(
		    r, event, "a change of all later recurrences: it was taken as one of them");
}

/* Whether a recurrence is excluded by EXDATE or replaced by an event of its own; such an event never is. */
static bool is_left_out(struct busy_reading *r, icalcomponent *event, int64_t at)
{
	if (ical_property(event, ICAL_RECURRENCEID_PROPERTY))
		return false;
	auto_free char *key = moved_key(event, at);
	bool out = json_object_get(r->moved, key) != NULL;
	icalproperty *p = ical_property(event, ICAL_EXDATE_PROPERTY);

	for (; p && !out; p = ical.icalcomponent_get_next_property(event, ICAL_EXDATE_PROPERTY)) {
		const struct icaltimetype t = ical.icalproperty_get_exdate(p);
		const int64_t moment = ical_moment(t, p, r->zone);

		out = t.is_date
			  ? day_of(zone_local(r->zone, moment)) == day_of(zone_local(r->zone, at))
			  : moment == at;
	}
	return out;
}

/* Adds the recurrences of an event. They are run through as local times, so that one of 09:00
 * stays at 09:00 when the clock changes. */
static void add_recurrences(struct busy_reading *r, icalcomponent *event, icalproperty *rule,
    int64_t length, const char *what)
{
	const struct icaltimetype first = ical.icalcomponent_get_dtstart(event);
	icalproperty *start = ical_property(event, ICAL_DTSTART_PROPERTY);
	const struct icalrecurrencetype rrule = ical.icalproperty_get_rrule(rule);
	icalrecur_iterator *at =
	    ical_rule_sane(&rrule) ? ical.icalrecur_iterator_new(rrule, first) : NULL;

	if (!at)
		not_read(r, event, "a rule of recurrence that cannot be followed");
	for (int i = 0; at && i < TIMES_MOST; i++) {
		const struct icaltimetype t = ical.icalrecur_iterator_next(at);
		const int64_t from =
		    ical.icaltime_is_null_time(t) ? TIME_NEVER : ical_moment(t, start, r->zone);

		if (from >= r->to)
			break;
		if (from + length > r->from && !is_left_out(r, event, from))
			add_busy(r, from, from + length, what);
	}
	if (at)
		ical.icalrecur_iterator_free(at);
}

static int64_t length_of(const struct busy_reading *r, icalcomponent *event, int64_t from)
{
	icalproperty *p = ical_property(event, ICAL_DTEND_PROPERTY);

	if (p)
		return ical_moment(ical.icalcomponent_get_dtend(event), p, r->zone) - from;
	p = ical_property(event, ICAL_DURATION_PROPERTY);
	if (p)
		return ical.icaldurationtype_as_int(ical.icalproperty_get_duration(p)) / 60;
	return ical.icalcomponent_get_dtstart(event).is_date ? DAY : 0;
}

/* Returns a rule of the event by its number; NULL: it has no more. The library's own walk over properties
 * begins anew whenever another property is asked for. */
static icalproperty *nth_rule(icalcomponent *event, int n)
{
	icalproperty *p = ical_property(event, ICAL_RRULE_PROPERTY);

	while (p && n-- > 0)
		p = ical.icalcomponent_get_next_property(event, ICAL_RRULE_PROPERTY);
	return p;
}

static void add_event(struct busy_reading *r, icalcomponent *event)
{
	icalproperty *start = ical_property(event, ICAL_DTSTART_PROPERTY), *p;
	icalproperty *transparent = ical_property(event, ICAL_TRANSP_PROPERTY);
	const icalproperty_transp transp =
	    transparent ? ical.icalproperty_get_transp(transparent) : ICAL_TRANSP_OPAQUE;
	const char *what = ical.icalcomponent_get_summary(event);

	if (!start || ical.icalcomponent_get_status(event) == ICAL_STATUS_CANCELLED ||
	    (transp != ICAL_TRANSP_OPAQUE && transp != ICAL_TRANSP_OPAQUENOCONFLICT))
		return;
	const struct icaltimetype first = ical.icalcomponent_get_dtstart(event);
	if (ical_unknown_zone(first, start))
		not_read(r, event,
		    "a time in a zone that is not known: it was taken as one of the plan");
	int64_t from = ical_moment(first, start, r->zone);
	int64_t length = from < TIME_NEVER ? length_of(r, event, from) : 0;
	if (length <= 0 || length > LONGEST)
		return;
	p = ical_property(event, ICAL_RRULE_PROPERTY);
	if (!p && !is_left_out(r, event, from))
		add_busy(r, from, from + length, what);
	for (int i = 0; (p = nth_rule(event, i)); i++)
		add_recurrences(r, event, p, length, what);
	p = ical_property(event, ICAL_RDATE_PROPERTY);
	for (; p; p = ical.icalcomponent_get_next_property(event, ICAL_RDATE_PROPERTY)) {
		const struct icaldatetimeperiodtype t = ical.icalproperty_get_rdate(p);

		from = ical_moment(
		    ical.icaltime_is_null_time(t.time) ? t.period.start : t.time, p, r->zone);
		add_busy(r, from, from + length, what);
	}
}

static void add_periods(struct busy_reading *r, icalcomponent *c)
{
	icalproperty *p = ical_property(c, ICAL_FREEBUSY_PROPERTY);

	for (; p; p = ical.icalcomponent_get_next_property(c, ICAL_FREEBUSY_PROPERTY)) {
		icalparameter *type =
		    ical.icalproperty_get_first_parameter(p, ICAL_FBTYPE_PARAMETER);
		const struct icalperiodtype t = ical.icalproperty_get_freebusy(p);
		const int64_t from = ical_moment(t.start, p, r->zone);

		if (type && ical.icalparameter_get_fbtype(type) == ICAL_FBTYPE_FREE)
			continue;
		if (!ical.icaltime_is_null_time(t.end))
			add_busy(r, from, ical_moment(t.end, p, r->zone), NULL);
		else
			add_busy(
			    r, from, from + ical.icaldurationtype_as_int(t.duration) / 60, NULL);
	}
}

/* Calls take for each event; with add_event, also reads free/busy periods. A file holds one calendar, or
 * several in a row, which libical puts into one component. */
static void each_event(struct busy_reading *r, icalcomponent *c, int depth,
    void (*take)(struct busy_reading *r, icalcomponent *event))
{
	icalcomponent *one = ical.icalcomponent_get_first_component(c, ICAL_ANY_COMPONENT);

	for (; one; one = ical.icalcomponent_get_next_component(c, ICAL_ANY_COMPONENT)) {
		const icalcomponent_kind kind = ical.icalcomponent_isa(one);

		if (kind == ICAL_VEVENT_COMPONENT)
			take(r, one);
		else if (kind == ICAL_VFREEBUSY_COMPONENT && take == add_event)
			add_periods(r, one);
		else if (kind == ICAL_VCALENDAR_COMPONENT && depth < 4)
			each_event(r, one, depth + 1, take);
	}
}

bool ical_busy(const char *name, const char *bytes, size_t len, const struct zone *z, int64_t from,
    int64_t to, size_t most, struct busy_times *out, struct problems *problems)
{
	struct busy_reading r = {z, from, to, most, out, json_object(), json_object()};
	icalcomponent *c = ical_parse(name, bytes, len, problems);

	if (c) {
		each_event(&r, c, 0, note_moved);
		each_event(&r, c, 0, add_event);
		ical.icalcomponent_free(c);
	}
	busy_times_sort(out);
	if (out->count >= most)
		problem_add(problems, name, 0, 0,
		    "has %zu busy times or more (limits.busy of config/roadmaps.yaml)", most);
	json_members (said, title, r.unread)
		problem_add(problems, name, 0, 0, "%s ('%s')", said, json_string_value(title));
	json_decref(r.moved);
	json_decref(r.unread);
	return c && out->count < most;
}

bool ical_busy_file(const char *path, struct busy_times *b, const struct zone *z, int64_t start,
    int64_t deadline, const json_t *defaults, struct problems *problems)
{
	const json_t *limits = json_map(defaults, "limits");
	const size_t most = (size_t)json_int(limits, "calendar_bytes", 1 << 24);
	const int64_t now = clock_now_ms() / 60000, last = start > now ? start : now;
	auto_buf bytes = {.max = most + 1};
	return roadmap_file_read(path, most, &bytes, problems) &&
	       ical_busy(path, buf_str(&bytes), bytes.len, z, start - BEFORE,
		   roadmap_horizon(defaults, last, deadline),
		   (size_t)json_int(limits, "busy", 20000), b, problems);
}
