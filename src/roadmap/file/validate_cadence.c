/* SPDX-License-Identifier: MIT
 * Checks the recurrence rules of routines (RFC 5545, section 3.3.10): each part against `recurrence` of
 * config/roadmaps.yaml, so that what is wrong can be named, then by libical whether the rule ever comes true.
 */
#include "base/base.h"
#include "base/regex.h"
#include "config/prompt.h"
#include "roadmap/calendar/ical.h"
#include "roadmap/file/validate.h"

/* Returns what is wrong with one value of a part of a rule, in the words of the first row it does not match.
 * Caller frees; NULL: nothing is wrong. frequency: the first letter of the rule's FREQ. */
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

/* Returns what is wrong with a rule, which begins with FREQ= as those of cadence_rule do. A part's value is a list
 * with commas, except that of FREQ and UNTIL. Caller frees; NULL: nothing is wrong. */
static char *rule_wrong(const json_t *rows, const char *rule)
{
	auto_free char *copy = xstrdup(rule);
	char *rest = copy, *part, *one, *wrong = NULL;

	for (char *s = copy; *s; s++)
		*s = (char)toupper((unsigned char)*s);
	const char frequency = copy[strlen("FREQ=")];
	if (strstr(copy, ";COUNT=") && strstr(copy, ";UNTIL="))
		return xstrdup("it has both COUNT and UNTIL");
	while (!wrong && (part = strsep(&rest, ";"))) {
		char *value = part + strcspn(part, "=");

		if (!*value && *part)
			return xasprintf("'%s' is no part like INTERVAL=2", part);
		if (!*value)
			continue;
		*value++ = '\0';
		const bool whole = strcmp(part, "FREQ") == 0 || strcmp(part, "UNTIL") == 0;
		while (!wrong && (one = strsep(&value, whole ? "" : ",")))
			wrong = value_wrong(rows, part, one, frequency);
	}
	return wrong;
}

void validate_cadence(const struct roadmap *r, int node, struct roadmap_violations *out)
{
	const struct roadmap_node *n = &r->outline.nodes[node];
	/* Without any start the rule is tried from a leap year on. */
	const int64_t begin = n->start != TIME_NEVER	     ? n->start
			      : n->window_from != TIME_NEVER ? n->window_from
			      : n->not_before != TIME_NEVER  ? n->not_before
			      : r->start != TIME_NEVER
				  ? r->start
				  : zone_utc(n->zone, day_from(2000, 1, 1) * DAY);
	auto_error e = ERROR_INIT;
	auto_free int64_t *times = NULL;

	if (!n->cadence)
		return;
	/* The user's own roadmaps.yaml may be older and have no such rows. */
	const json_t *rows = json_list(r->defaults, "recurrence");
	auto_free char *wrong = rows ? rule_wrong(rows, n->cadence) : NULL;
	if (wrong) {
		violation_add(out, VIOLATION_CADENCE, node,
		    "its cadence '%s' cannot be followed: %s", n->cadence, wrong);
		return;
	}
	/* A rule may never come true, like 30 February, or one that ends before it begins. */
	const int count =
	    ical_rule_times(n->cadence, zone_local(n->zone, begin), TIME_NEVER, 1, &times, &e);
	if (count == 0 || (count < 0 && e.code != ERR_UNSUPPORTED))
		violation_add(out, VIOLATION_CADENCE, node,
		    "its cadence '%s' has no day at all from its start on", n->cadence);
}
