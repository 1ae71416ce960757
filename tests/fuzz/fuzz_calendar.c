/* SPDX-License-Identifier: MIT
 * iCalendar files of strangers: busy times lie within what was asked for, in order, with safe texts;
 * to-dos become a plan that can be read, or problems.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/json/json.h"
#include "base/text/text.h"
#include "roadmap/calendar/ical.h"

#define FROM (20454ll * DAY) /* 2026-01-01 */
#define TO (FROM + 400 * DAY)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct problems problems = PROBLEMS_INIT;
	struct busy_times busy = {0};
	json_t *document;
	struct roadmap r;

	ical_busy("fuzz", (const char *)data, size, zone_find("Europe/Berlin", NULL), FROM, TO,
	    1000, &busy, &problems);
	for (size_t i = 0; i < busy.count; i++) {
		check(busy.list[i].from < busy.list[i].to);
		check(busy.list[i].to > FROM && busy.list[i].from < TO);
		check(i == 0 || busy.list[i - 1].from <= busy.list[i].from);
		check(*busy.list[i].what);
	}
	busy_times_free(&busy);
	document = ical_todo_document("fuzz", (const char *)data, size, &problems);
	if (document && roadmap_read(&r, document, "fuzz", NULL, &problems))
		roadmap_free(&r);
	json_decref(document);
	problems_free(&problems);
	return 0;
}
