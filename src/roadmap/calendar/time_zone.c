/* SPDX-License-Identifier: MIT
 * Time zones, and below them days and moments. A zone is read from the C library by setting TZ for a
 * moment: it knows the database of zones, its rules for years to come, and where the files are. The
 * zone is then kept as a list of changes.
 */
#include "roadmap/calendar/time_zone.h"

#include <time.h>
#include "base/base.h"
#include "base/text/moment_words.h"

#define FIRST_DAY 9131 /* 1995-01-01 */
#define LAST_DAY 38716 /* 2076-01-01 */
#define PROBE_DAYS 7   /* no offset holds for fewer days */
#define ZONES_FOLDER "/usr/share/zoneinfo/"

struct zone_change {
	int64_t from; /* the offset holds from this UTC minute on */
	int offset;
};
struct zone {
	char *name;
	struct zone_change *list;
	size_t count, cap;
};

static struct zone **zones;
static size_t zone_count, zone_cap;

const char *const weekday_names[7] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

static int offset_at(int64_t utc)
{
	const time_t t = (time_t)(utc * 60);
	struct tm tm;

	return localtime_r(&t, &tm) ? (int)(tm.tm_gmtoff / 60) : 0;
}

static void read_offsets(struct zone *z)
{
	int offset = offset_at((int64_t)FIRST_DAY * DAY), next;

	array_push(z->list, z->count, z->cap, (struct zone_change){INT64_MIN, offset});
	for (int64_t day = FIRST_DAY; day < LAST_DAY; day += PROBE_DAYS) {
		int64_t low = day * DAY, high = (day + PROBE_DAYS) * DAY;

		next = offset_at(high);
		while (next != offset && high - low > 1) {
			const int64_t middle = low + (high - low) / 2;

			if (offset_at(middle) == offset)
				low = middle;
			else
				high = middle;
		}
		if (next != offset)
			array_push(z->list, z->count, z->cap, (struct zone_change){high, next});
		offset = next;
	}
}

static void set_zone(char *entry)
{
	if (entry)
		putenv(entry);
	else
		unsetenv("TZ");
	tzset();
}

/* Whether the zone exists. Names are paths below the database's folder, and none may lead out of
 * it. */
static bool zone_exists(const char *name)
{
	if (strcmp(name, "UTC") == 0)
		return true;
	for (const char *s = name; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("/_+-", *s))
			return false;
	if (!*name || *name == '/' || strlen(name) > 64)
		return false;
	auto_free char *path = xasprintf(ZONES_FOLDER "%s", name);
	return access(path, R_OK) == 0 && name[strlen(name) - 1] != '/';
}

static const struct zone *zone_read(const char *name)
{
	struct zone *z = xcalloc(1, sizeof *z);
	char *kept = NULL, *wanted = name ? xasprintf("TZ=:%s", name) : NULL;

	/* The string itself is put back into the environment afterwards, not a copy: it has an owner. */
	for (char **e = environ; e && *e && !kept; e++)
		if (strncmp(*e, "TZ=", 3) == 0)
			kept = *e;
	z->name = xstrdup(name ? name : "local");
	if (name)
		set_zone(wanted);
	else
		tzset();
	read_offsets(z);
	if (name)
		set_zone(kept);
	free(wanted);
	return array_push(zones, zone_count, zone_cap, z);
}

/* Finds the name of the process's zone, by which a kept plan means the same on another machine: the
 * value of TZ, else the target of /etc/localtime. False: it has none. */
static bool local_name(char out[PATH_MAX])
{
	const char *set = getenv("TZ"), *name;

	if (set) {
		snprintf(out, PATH_MAX, "%s", *set == ':' ? set + 1 : set);
		return zone_exists(out);
	}
	ssize_t len = readlink("/etc/localtime", out, PATH_MAX - 1);
	out[len > 0 ? len : 0] = '\0';
	name = strstr(out, "/zoneinfo/");
	if (!name)
		return false;
	name += strlen("/zoneinfo/");
	memmove(out, name, strlen(name) + 1);
	return zone_exists(out);
}

const struct zone *zone_find(const char *name, struct error *e)
{
	char local[PATH_MAX];
	const char *known = name && strcmp(name, "local") != 0 ? name
			    : local_name(local)		       ? local
							       : "local";

	for (size_t i = 0; i < zone_count; i++)
		if (strcmp(zones[i]->name, known) == 0)
			return zones[i];
	if (strcmp(known, "local") == 0)
		return zone_read(NULL);
	if (!zone_exists(known)) {
		error_set(e, ERR_PARSE,
		    "unknown time zone '%s'; zones have names like 'Europe/Berlin' or 'UTC'",
		    known);
		return NULL;
	}
	return zone_read(known);
}

const struct zone *zone_or_local(const char *name)
{
	const struct zone *z = zone_find(name, NULL);

	return z ? z : zone_find(NULL, NULL);
}

const char *zone_name(const struct zone *z)
{
	return z->name;
}

/* Returns the offset of a zone at a moment, in minutes east of Greenwich. */
static int zone_offset(const struct zone *z, int64_t utc)
{
	size_t low = 0, high = z->count;

	while (high - low > 1) {
		const size_t middle = low + (high - low) / 2;

		if (z->list[middle].from <= utc)
			low = middle;
		else
			high = middle;
	}
	return z->list[low].offset;
}

int64_t zone_local(const struct zone *z, int64_t utc)
{
	return utc + zone_offset(z, utc);
}

int64_t zone_utc(const struct zone *z, int64_t local)
{
	/* No offset is as long as a day, so one of these two is the offset before a change and
	 * the other the one after it. */
	const int before = zone_offset(z, local - DAY), after = zone_offset(z, local + DAY);

	if (before == after || zone_local(z, local - before) == local)
		return local - before;
	if (zone_local(z, local - after) == local)
		return local - after;
	return local - before; /* the clock leaves this time out and shows a later one */
}

int64_t day_of(int64_t local)
{
	return local >= 0 ? local / DAY : -((DAY - 1 - local) / DAY);
}

int weekday_of(int64_t day)
{
	return (int)(((day + 3) % 7 + 7) % 7); /* 1970-01-01 was a Thursday */
}

int64_t monday_of(const struct zone *z, int64_t utc)
{
	const int64_t day = day_of(zone_local(z, utc));

	return day - weekday_of(day);
}

void date_of(int64_t day, int *y, int *m, int *d)
{
	const time_t t = (time_t)(day * 86400);
	struct tm tm = {0};

	gmtime_r(&t, &tm);
	*y = tm.tm_year + 1900;
	*m = tm.tm_mon + 1;
	*d = tm.tm_mday;
}

char *day_text(int64_t day)
{
	int y, m, d;

	date_of(day, &y, &m, &d);
	return xasprintf("%04d-%02d-%02d", y, m, d);
}

int64_t day_from(int y, int m, int d)
{
	struct tm tm = {.tm_year = y - 1900, .tm_mon = m - 1, .tm_mday = d};
	const time_t t = timegm(&tm);

	if (tm.tm_year != y - 1900 || tm.tm_mon != m - 1 || tm.tm_mday != d)
		return DAY_NONE;
	return (int64_t)(t / 86400) - (t % 86400 < 0);
}

/* --- moments --- */

bool moment_parse(const char *text, const struct zone *z, bool end, int64_t *out, bool *day)
{
	const char *at = text;
	int64_t date;
	int y, m, d, hour, minute, second = 0, offset;

	*day = false;
	if (!date_day(&at, &y, &m, &d) || y < 1995 || y > 2075)
		return false;
	date = day_from(y, m, d);
	if (!*at) {
		*day = true;
		*out = zone_utc(z, (date + end) * DAY);
		return true;
	}
	if ((!date_mark(&at, 'T') && !date_mark(&at, ' ')) || (hour = date_digits(&at, 2)) < 0 ||
	    !date_mark(&at, ':') || (minute = date_digits(&at, 2)) < 0)
		return false;
	if (date_mark(&at, ':'))
		second = date_digits(&at, 2);
	const int clock = hour * 60 + minute;
	if (hour > 24 || minute > 59 || second < 0 || second > 60 || clock > DAY)
		return false;
	*out = zone_utc(z, date * DAY + clock);
	if (!*at)
		return true;
	if (!date_offset(&at, &offset))
		return false;
	*out = date * DAY + clock - offset;
	return *at == '\0';
}

int64_t moment_member(const json_t *o, const char *key, const struct zone *z)
{
	int64_t at = 0;
	bool day;

	return moment_parse(json_str(o, key, ""), z, false, &at, &day) ? at : 0;
}

/* Returns the local date and time of a moment. */
static struct tm clock_at(int64_t utc, const struct zone *z)
{
	const time_t t = (time_t)(zone_local(z, utc) * 60);
	struct tm tm = {0};

	gmtime_r(&t, &tm);
	return tm;
}

const char *moment_spell(int64_t utc, const struct zone *z, char out[MOMENT_ROOM])
{
	const struct tm tm = clock_at(utc, z);

	strftime(out, MOMENT_ROOM, "%Y-%m-%d %H:%M", &tm);
	return out;
}

const char *moment_spell_end(int64_t utc, const struct zone *z, char out[MOMENT_ROOM])
{
	const bool midnight = zone_local(z, utc) % DAY == 0;

	moment_spell(utc - midnight, z, out);
	if (midnight)
		memcpy(out + 11, "24:00", 6);
	return out;
}

const char *moment_spell_short(int64_t utc, const struct zone *z, char out[MOMENT_ROOM])
{
	const struct tm tm = clock_at(utc, z);

	strftime(out, MOMENT_ROOM, "%a %-d %b %H:%M", &tm);
	return out;
}

json_t *moment_json(int64_t utc, const struct zone *z)
{
	char text[MOMENT_ROOM];

	if (utc >= TIME_NEVER || utc <= -TIME_NEVER)
		return NULL;
	moment_write(utc, z, text);
	return json_string(text);
}

void moment_put(json_t *o, const char *key, int64_t utc, const struct zone *z)
{
	json_object_set_new(o, key, moment_json(utc, z));
}

void moment_write(int64_t utc, const struct zone *z, char out[MOMENT_ROOM])
{
	const int offset = zone_offset(z, utc), size = abs(offset);

	moment_spell(utc, z, out);
	out[10] = 'T';
	if (offset == 0)
		memcpy(out + 16, "Z", 2);
	else
		snprintf(out + 16, MOMENT_ROOM - 16, "%c%02d:%02d", offset < 0 ? '-' : '+',
		    size / 60 % 100, size % 60);
}
