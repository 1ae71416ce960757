/* SPDX-License-Identifier: MIT
 * The functions of libical that the files about iCalendar call, as pointers: the library is loaded
 * when it is needed first (ical.h says why). For ical.c, roadmap_file.c, import_todo.c and export_ics.c only.
 */
#ifndef ROADMAP_CALENDAR_ICAL_LIBRARY_H
#define ROADMAP_CALENDAR_ICAL_LIBRARY_H

#include <libical/ical.h>
#include "roadmap/calendar/ical.h"

#define ICAL_FUNCTIONS(X) \
	X(icalerror_set_errors_are_fatal) \
	X(ical_set_unknown_token_handling_setting) \
	X(icalparser_parse_string) \
	X(icalcomponent_free) \
	X(icalcomponent_new) \
	X(icalcomponent_add_component) \
	X(icalcomponent_add_property) \
	X(icalcomponent_as_ical_string_r) \
	X(icalproperty_new_from_string) \
	X(icalvalue_new_text) \
	X(icalvalue_as_ical_string_r) \
	X(icalvalue_free) \
	X(icalcomponent_isa) \
	X(icalcomponent_get_first_component) \
	X(icalcomponent_get_next_component) \
	X(icalcomponent_get_first_property) \
	X(icalcomponent_get_next_property) \
	X(icalcomponent_get_dtstart) \
	X(icalcomponent_get_dtend) \
	X(icalcomponent_get_due) \
	X(icalcomponent_get_uid) \
	X(icalcomponent_get_summary) \
	X(icalcomponent_get_description) \
	X(icalcomponent_get_status) \
	X(icalcomponent_get_recurrenceid) \
	X(icalproperty_get_transp) \
	X(icalproperty_get_rrule) \
	X(icalproperty_get_exdate) \
	X(icalproperty_get_rdate) \
	X(icalproperty_get_freebusy) \
	X(icalproperty_get_duration) \
	X(icalproperty_get_priority) \
	X(icalproperty_get_percentcomplete) \
	X(icalproperty_get_estimatedduration) \
	X(icalproperty_get_relatedto) \
	X(icalproperty_get_completed) \
	X(icalproperty_get_first_parameter) \
	X(icalproperty_get_value_as_string_r) \
	X(icalparameter_get_tzid) \
	X(icalparameter_get_fbtype) \
	X(icalparameter_get_reltype) \
	X(icalparameter_get_xvalue) \
	X(icalproperty_get_parameter_as_string) \
	X(icaldurationtype_from_string) \
	X(icalmemory_free_buffer) \
	X(icalrecurrencetype_from_string) \
	X(icalrecur_iterator_new) \
	X(icalrecur_iterator_next) \
	X(icalrecur_iterator_free) \
	X(icaltime_is_null_time) \
	X(icaltime_as_timet_with_zone) \
	X(icaldurationtype_as_int)

struct ical_library {
#define X(name) __typeof__(&name) name;
	ICAL_FUNCTIONS(X)
#undef X
};
/* All NULL until ical_ready, ical_parse or ical_rule_times succeeded once. */
extern struct ical_library ical;

/* Loads the library when it is first needed. False: it is not installed, which e says. */
bool ical_ready(struct error *e);
/* Returns the file as a tree of components, freed by ical.icalcomponent_free. NULL: problems say
 * why. */
icalcomponent *ical_parse(
    const char *name, const char *bytes, size_t len, struct problems *problems);
/* Returns the first property of that kind, borrowed from the component; NULL: there is none. */
icalproperty *ical_property(icalcomponent *c, icalproperty_kind kind);
/* Returns the moment of a time in minutes since 1970, UTC: in the zone that its property p names
 * (TZID; p may be NULL), else in its own, else in z. TIME_NEVER: no date of the years 1900 to 2075.
 */
int64_t ical_moment(struct icaltimetype t, icalproperty *p, const struct zone *z);
/* Returns the name of the zone a time is said to be in where neither the file nor this machine nor
 * config/windows_zones.yaml knows it, so that ical_moment took it as one of z. Borrowed; NULL: it is
 * known, or none is named. */
const char *ical_unknown_zone(struct icaltimetype t, icalproperty *p);
/* Whether the rule is daily, weekly, monthly or yearly. Finer ones are not followed: a calendar of
 * seconds is nobody's, and running through it takes for ever. */
bool ical_rule_sane(const struct icalrecurrencetype *rule);

#endif
