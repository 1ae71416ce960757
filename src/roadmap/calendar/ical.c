/* SPDX-License-Identifier: MIT
 * Loads libical, parses iCalendar files, and turns the times and recurrence rules into minutes.
 */
#include <strings.h>

#include "base/base.h"
#include "base/library.h"
#include "config/prompt.h"
#include "roadmap/calendar/ical_library.h"

#define SONAME "libical.so.3"
#define FIRST_YEAR 1900 /* birthdays and old meetings recur since then */
#define LAST_YEAR 2075
#define IDLE_MOST 200000 /* a rule is followed for at most so many times, wanted or not */

struct ical_library ical;

static const struct library_symbol symbols[] = {
#define X(name) {#name, offsetof(struct ical_library, name)},
    ICAL_FUNCTIONS(X)
#undef X
};

bool ical_ready(struct error *e)
{
	static void *handle;

	if (handle)
		return true;
	if (!library_load(&handle, SONAME, symbols, ARRAY_SIZE(symbols), &ical,
		"calendars and routines need libical 3", "libical3", e))
		return false;
	ical.icalerror_set_errors_are_fatal(0);
	/* properties that are newer than the library (RFC 9253) are handed on as they are
	 * written */
	ical.ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN);
	return true;
}

static int64_t ical_local(struct icaltimetype t)
{
	const int64_t day = day_from(t.year, t.month, t.day);

	if (day == DAY_NONE || t.year < FIRST_YEAR || t.year > LAST_YEAR)
		return TIME_NEVER;
	return day * DAY + (t.is_date ? 0 : t.hour * 60 + t.minute);
}

/* Returns the name of the zone that a property says its time is in; NULL: it says none. */
static const char *zone_of(icalproperty *p)
{
	icalparameter *tzid =
	    p ? ical.icalproperty_get_first_parameter(p, ICAL_TZID_PARAMETER) : NULL;

	return tzid ? ical.icalparameter_get_tzid(tzid) : NULL;
}

/* Returns the zone of that name in the tz database or on Windows; NULL: there is none. */
static const struct zone *find_zone(const char *name)
{
	static json_t *windows; /* stays as long as the program */
	const struct zone *known = zone_find(name, NULL);

	if (known)
		return known;
	if (!windows)
		windows = config_table("windows_zones.yaml", NULL);
	name = json_str(windows, name, NULL);
	return name ? zone_find(name, NULL) : NULL;
}

const char *ical_unknown_zone(struct icaltimetype t, icalproperty *p)
{
	const char *name = zone_of(p);

	return name && !t.zone && !t.is_date && !find_zone(name) ? name : NULL;
}

int64_t ical_moment(struct icaltimetype t, icalproperty *p, const struct zone *z)
{
	const int64_t local = ical_local(t);
	const char *name = zone_of(p);
	const struct zone *known = name ? find_zone(name) : NULL;

	if (local == TIME_NEVER)
		return TIME_NEVER;
	if (known && !t.is_date)
		return zone_utc(known, local);
	if (t.zone && !t.is_date) {
		const time_t at = ical.icaltime_as_timet_with_zone(t, t.zone);

		return at != -1 ? (int64_t)at / 60 : TIME_NEVER;
	}
	return zone_utc(z, local);
}

icalproperty *ical_property(icalcomponent *c, icalproperty_kind kind)
{
	return ical.icalcomponent_get_first_property(c, kind);
}

/* Whether no END comes without a BEGIN before it. libical would report such a one on stderr, so the
 * file is refused first. */
static bool is_nested(const char *bytes, size_t len)
{
	int depth = 0;

	while (len) {
		const char *end = memchr(bytes, '\n', len);
		const size_t line = end ? (size_t)(end - bytes) + 1 : len;

		if (line > 6 && strncasecmp(bytes, "BEGIN:", 6) == 0)
			depth++;
		if (line > 4 && strncasecmp(bytes, "END:", 4) == 0 && --depth < 0)
			return false;
		bytes += line;
		len -= line;
	}
	return true;
}

icalcomponent *ical_parse(
    const char *name, const char *bytes, size_t len, struct problems *problems)
{
	auto_error e = ERROR_INIT;

	if (!ical_ready(&e)) {
		problem_add(problems, name, 0, 0, "%s", e.message);
		return NULL;
	}
	if (memchr(bytes, 0, len)) {
		problem_add(problems, name, 0, 0, "holds NUL bytes: it is no iCalendar file");
		return NULL;
	}
	auto_free char *text = xstrndup(bytes, len);
	icalcomponent *c = is_nested(text, len) ? ical.icalparser_parse_string(text) : NULL;
	if (!c)
		problem_add(problems, name, 0, 0, "is no iCalendar file");
	return c;
}

bool ical_rule_sane(const struct icalrecurrencetype *rule)
{
	return rule->freq == ICAL_DAILY_RECURRENCE || rule->freq == ICAL_WEEKLY_RECURRENCE ||
	       rule->freq == ICAL_MONTHLY_RECURRENCE || rule->freq == ICAL_YEARLY_RECURRENCE;
}

int ical_rule_times(
    const char *rule, int64_t start, int64_t to, int most, int64_t **out, struct error *e)
{
	const int64_t day = day_of(start), clock = start - day * DAY;
	struct icaltimetype first = {.hour = (int)(clock / 60), .minute = (int)(clock % 60)};
	size_t cap = 0;
	int count = 0;

	*out = NULL;
	date_of(day, &first.year, &first.month, &first.day);
	if (!ical_ready(e))
		return -1;
	struct icalrecurrencetype r = ical.icalrecurrencetype_from_string(rule);
	icalrecur_iterator *at = ical_rule_sane(&r) ? ical.icalrecur_iterator_new(r, first) : NULL;
	if (!at) {
		error_set(e, ERR_PARSE,
		    "'%s': is no rule of recurrence that can be followed; write one like "
		    "'FREQ=WEEKLY;BYDAY=MO,TH'",
		    rule);
		return -1;
	}
	for (int i = 0; i < IDLE_MOST && count < most; i++) {
		const struct icaltimetype t = ical.icalrecur_iterator_next(at);
		const int64_t local = ical.icaltime_is_null_time(t) ? TIME_NEVER : ical_local(t);

		if (local >= to)
			break;
		if (local < start)
			continue;
		array_reserve(out, &cap, (size_t)count + 1, sizeof **out);
		(*out)[count++] = local;
	}
	ical.icalrecur_iterator_free(at);
	return count;
}
