/* SPDX-License-Identifier: MIT
 * The rules of recurrence of routines (RFC 5545, section 3.3.10), read part by part, so that what is wrong with
 * one is named; libical then says whether it recurs at all.
 */
#include <strings.h>

#include "base/base.h"
#include "base/text/moment_words.h"
#include "roadmap/calendar/ical.h"
#include "roadmap/file/validate.h"

/* Parts that hold a list of numbers. */
static const struct rule_part {
	const char *name;
	int least, most;
	bool from_end;	  /* counting from the end is allowed: -1 is the last one */
	const char *only; /* first letters of the frequencies it may stand with; NULL: any */
} parts[] = {
    {"INTERVAL", 1, 9999, false, NULL},
    {"COUNT", 1, 999999999, false, NULL},
    {"BYSECOND", 0, 60, false, NULL},
    {"BYMINUTE", 0, 59, false, NULL},
    {"BYHOUR", 0, 23, false, NULL},
    {"BYMONTHDAY", 1, 31, true, "DMY"},
    {"BYYEARDAY", 1, 366, true, "Y"},
    {"BYWEEKNO", 1, 53, true, "Y"},
    {"BYMONTH", 1, 12, false, NULL},
    {"BYSETPOS", 1, 366, true, NULL},
};

/* The parts of a rule as they are taken off it. */
struct rule_reading {
	char frequency; /* its first letter */
	bool counted, until;
	char *wrong; /* (owned) the first that is wrong; NULL */
};

static bool is_digits(const char *s, size_t len)
{
	return len && strspn(s, "0123456789") >= len;
}

static bool number_fits(const struct rule_part *part, const char *s)
{
	const bool minus = part->from_end && *s == '-';
	const char *digits = s + (minus || (part->from_end && *s == '+'));
	const long n = strtol(digits, NULL, 10);

	return is_digits(digits, strlen(digits)) && strlen(digits) < 10 && n >= part->least &&
	       n <= part->most;
}

static char *numbers_wrong(const struct rule_part *part, const char *value, char frequency)
{
	char *list = xstrdup(value), *rest = list, *one, *wrong = NULL;

	if (part->only && !strchr(part->only, frequency))
		wrong = xasprintf("%s does not go with its FREQ", part->name);
	while (!wrong && (one = strsep(&rest, ",")))
		if (!number_fits(part, one) && part->from_end)
			wrong = xasprintf("%s is from %d to %d, or from -%d to -%d, not '%s'",
			    part->name, part->least, part->most, part->most, part->least, one);
		else if (!number_fits(part, one))
			wrong = xasprintf("%s is from %d to %d, not '%s'", part->name, part->least,
			    part->most, one);
	free(list);
	return wrong;
}

/* Says what is wrong with a list of days: "MO", and "-1MO" of a month or a year. Owned; NULL if
 * nothing is. */
static char *days_wrong(const char *value, char frequency)
{
	static const struct rule_part nth = {"BYDAY", 1, 53, true, NULL};
	char *list = xstrdup(value), *rest = list, *one, *wrong = NULL;

	while (!wrong && (one = strsep(&rest, ","))) {
		const size_t len = strlen(one);
		char number[8] = "";

		if (len > 2 && len < sizeof number)
			memcpy(number, one, len - 2);
		if (len < 2 || !strstr(" MO TU WE TH FR SA SU ", one + len - 2) ||
		    strchr(one, ' ') || (len > 2 && !number_fits(&nth, number)))
			wrong = xasprintf("'%s' in BYDAY is no day like MO, or 2MO or -1MO", one);
		else if (len > 2 && !strchr("MY", frequency))
			wrong = xasprintf("'%s' in BYDAY does not go with its FREQ", one);
	}
	free(list);
	return wrong;
}

static char *until_wrong(const char *value)
{
	const char *at = value;
	const int y = date_digits(&at, 4), m = y < 0 ? -1 : date_digits(&at, 2),
		  d = m < 0 ? -1 : date_digits(&at, 2);

	if (d >= 0 && day_from(y, m, d) != DAY_NONE &&
	    (!*at || (date_mark(&at, 'T') && date_digits(&at, 6) >= 0 &&
			 (!*at || strcmp(at, "Z") == 0))))
		return NULL;
	return xasprintf("UNTIL is a day like 20260331, not '%s'", value);
}

static char *frequency_wrong(const char *value)
{
	static const char *const known[] = {"DAILY", "WEEKLY", "MONTHLY", "YEARLY"};
	static const char *const finer[] = {"HOURLY", "MINUTELY", "SECONDLY"};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcasecmp(value, known[i]) == 0)
			return NULL;
	for (size_t i = 0; i < sizeof finer / sizeof *finer; i++)
		if (strcasecmp(value, finer[i]) == 0)
			return xasprintf("FREQ=%s is more often than daily", finer[i]);
	return xasprintf("FREQ is DAILY, WEEKLY, MONTHLY or YEARLY, not '%s'", value);
}

static void read_part(struct rule_reading *r, const char *name, const char *value)
{
	if (strcmp(name, "FREQ") == 0)
		r->wrong = frequency_wrong(value);
	else if (strcmp(name, "BYDAY") == 0)
		r->wrong = days_wrong(value, r->frequency);
	else if (strcmp(name, "WKST") == 0)
		r->wrong = days_wrong(value, 0);
	else if (strcmp(name, "UNTIL") == 0)
		r->wrong = until_wrong(value);
	else {
		size_t i = 0;

		while (i < sizeof parts / sizeof *parts && strcmp(name, parts[i].name) != 0)
			i++;
		r->wrong = i < sizeof parts / sizeof *parts
			       ? numbers_wrong(&parts[i], value, r->frequency)
			       : xasprintf("a rule has no part '%s'", name);
	}
	r->counted = r->counted || strcmp(name, "COUNT") == 0;
	r->until = r->until || strcmp(name, "UNTIL") == 0;
	if (!r->wrong && r->counted && r->until)
		r->wrong = xstrdup("it has both COUNT and UNTIL");
}

/* Says what is wrong with a rule that begins with FREQ=, as cadence_rule makes them. Owned; NULL if
 * nothing is. */
static char *rule_wrong(const char *rule)
{
	char *copy = xstrdup(rule), *rest = copy, *part, *value;
	struct rule_reading r = {0};

	for (char *s = copy; *s; s++)
		if (*s >= 'a' && *s <= 'z')
			*s = (char)(*s - 'a' + 'A');
	r.frequency = copy[5];
	while (!r.wrong && (part = strsep(&rest, ";"))) {
		value = strchr(part, '=');
		if (!value && *part)
			r.wrong = xasprintf("'%s' is no part like INTERVAL=2", part);
		if (!value)
			continue;
		*value++ = '\0';
		read_part(&r, part, value);
	}
	free(copy);
	return r.wrong;
}

/* Returns where the routine begins, in local minutes; in a plan without a start in some leap year.
 */
static int64_t begin_of(const struct roadmap *r, const struct roadmap_node *n)
{
	const int64_t begin = n->start != TIME_NEVER	     ? n->start
			      : n->window_from != TIME_NEVER ? n->window_from
			      : n->not_before != TIME_NEVER  ? n->not_before
							     : r->start;

	return begin == TIME_NEVER ? day_from(2000, 1, 1) * DAY : zone_local(n->zone, begin);
}

/* Whether the rule never comes true, like 30 February, or one that ends before it begins. */
static bool never_recurs(const struct roadmap *r, const struct roadmap_node *n)
{
	auto_error e = ERROR_INIT;
	auto_free int64_t *times = NULL;
	const int count = ical_rule_times(n->cadence, begin_of(r, n), TIME_NEVER, 1, &times, &e);
	return count == 0 || (count < 0 && e.code != ERR_UNSUPPORTED);
}

void validate_cadence(const struct roadmap *r, int node, struct roadmap_violations *out)
{
	const struct roadmap_node *n = &r->outline.nodes[node];

	if (!n->cadence)
		return;
	auto_free char *wrong = rule_wrong(n->cadence);
	if (wrong)
		violation_add(out, VIOLATION_CADENCE, node,
		    "its cadence '%s' cannot be followed: %s", n->cadence, wrong);
	else if (never_recurs(r, n))
		violation_add(out, VIOLATION_CADENCE, node,
		    "its cadence '%s' has no day at all from its start on", n->cadence);
}
