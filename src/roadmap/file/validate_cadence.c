/* SPDX-License-Identifier: MIT
 * The rules of recurrence of routines (RFC 5545, section 3.3.10): each part is held to `recurrence` of
 * config/roadmaps.yaml, so that what is wrong with one is named; libical then says whether it recurs at all.
 */
#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "roadmap/calendar/ical.h"
#include "roadmap/file/validate.h"

/* Says what is wrong with one value of a part: the first row of the table that it does not match. Owned; NULL if
 * nothing is. frequency: the first letter of the rule's. */
static char *value_wrong(const json_t *rows, const char *part, const char *value, char frequency)
{
	const struct prefilter_text unseen = {0};
	bool known = false;

	json_each (row, rows) {
		const char *only = json_str(row, "freq", NULL);

		if (strcmp(json_str(row, "part", ""), part) != 0)
			continue;
		known = true;
		if ((only && !strchr(only, frequency)) ||
		    patterns_match(json_object_get(row, "is"), value, strlen(value), &unseen))
			continue;
		json_auto_t *words = json_pack("{s:s}", "value", value);
		return prompt_fill(json_str(row, "else", ""), words);
	}
	return known ? NULL : xasprintf("a rule has no part '%s'", part);
}

/* The same of a part, whose value is cut up: a list, but for moments and the frequency. */
static char *part_wrong(const json_t *rows, char *part, char frequency)
{
	char *value = part + strcspn(part, "="), *one, *wrong = NULL;

	if (!*value)
		return *part ? xasprintf("'%s' is no part like INTERVAL=2", part) : NULL;
	*value++ = '\0';
	const char *apart = strcmp(part, "FREQ") == 0 || strcmp(part, "UNTIL") == 0 ? "" : ",";
	while (!wrong && (one = strsep(&value, apart)))
		wrong = value_wrong(rows, part, one, frequency);
	return wrong;
}

/* Says what is wrong with a rule that begins with FREQ=, as cadence_rule makes them. Owned; NULL if
 * nothing is. */
static char *rule_wrong(const json_t *rows, const char *rule)
{
	auto_free char *copy = xstrdup(rule);
	char *rest = copy, *part, *wrong = NULL;

	for (char *s = copy; *s; s++)
		*s = (char)toupper((unsigned char)*s);
	const char frequency = copy[strlen("FREQ=")];
	if (strstr(copy, ";COUNT=") && strstr(copy, ";UNTIL="))
		return xstrdup("it has both COUNT and UNTIL");
	while (!wrong && (part = strsep(&rest, ";")))
		wrong = part_wrong(rows, part, frequency);
	return wrong;
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
	/* The user's own table may be older, and have no such rows. */
	const json_t *rows = json_list(r->defaults, "recurrence");
	auto_free char *wrong = rows ? rule_wrong(rows, n->cadence) : NULL;
	if (wrong)
		violation_add(out, VIOLATION_CADENCE, node,
		    "its cadence '%s' cannot be followed: %s", n->cadence, wrong);
	else if (never_recurs(r, n))
		violation_add(out, VIOLATION_CADENCE, node,
		    "its cadence '%s' has no day at all from its start on", n->cadence);
}
