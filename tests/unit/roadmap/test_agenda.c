/* SPDX-License-Identifier: MIT
 * Schedules as text and bars, also foreign ones, as from a store that was copied.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "roadmap/export/agenda.h"
#include "roadmap/export/gantt.h"

static json_t *schedule_in(const char *zone)
{
	return json_pack("{s:s, s:[{s:s, s:s, s:s, s:s}]}", "timezone", zone, "tasks", "id", "a",
	    "level", "task", "start", "2026-03-02T09:00Z", "finish", "2026-03-02T10:00Z");
}

static void a_schedule_in_an_unknown_zone_is_shown_in_the_local_one(void **state)
{
	json_t *known = schedule_in("UTC"), *unknown = schedule_in("Mars/Base");
	struct buf in_utc = BUF_INIT, in_mars = BUF_INIT;
	struct gantt g;

	agenda_text(known, true, &in_utc);
	agenda_text(unknown, true, &in_mars);
	assert_non_null(strstr(buf_str(&in_utc), "Mon 2 Mar 09:00-10:00  a"));
	assert_string_equal(buf_str(&in_mars), buf_str(&in_utc));
	gantt_read(&g, unknown);
	assert_string_equal(zone_name(g.zone), "UTC");
	assert_int_equal(g.to - g.from, 60);
	gantt_free(&g);
	buf_free(&in_utc);
	buf_free(&in_mars);
	json_decref(known);
	json_decref(unknown);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_schedule_in_an_unknown_zone_is_shown_in_the_local_one),
	};

	setenv("TZ", "UTC", 1);
	json_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
