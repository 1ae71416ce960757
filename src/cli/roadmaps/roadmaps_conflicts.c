/* SPDX-License-Identifier: MIT
 * agent roadmaps conflicts: where kept plans want the same resource at one time, and shifts that solve it.
 */

#include "base/base.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/agenda.h"
#include "roadmap/portfolio/portfolio.h"
#include "session/store/store_roadmap.h"

/* Loads and schedules the kept plans. One that cannot be read or scheduled is left out, with a line on stderr. */
static void load(struct roadmaps_request *q, const json_t *list, struct portfolio_plans *k)
{
	portfolio_plans_init(k, json_array_size(list));
	json_each (row, list) {
		const char *id = json_str(row, "id", "");
		struct roadmap *r = &k->roadmaps[k->count];
		struct busy_times *busy = &k->busy[k->count];
		int code = roadmaps_read(q, id, r);
		struct schedule *s = code == 0 ? roadmaps_make(q, r, busy, &code) : NULL;

		if (s) {
			k->schedules[k->count++] = s;
			continue;
		}
		roadmap_free(r);
		busy_times_free(busy);
		print_text(stderr, "agent: roadmap '%s' is passed over\n", id);
	}
}

static void print_conflicts(const json_t *o)
{
	json_each (c, json_list(o, "conflicts")) {
		const json_t *tasks = json_list(c, "tasks");
		const size_t count = json_array_size(tasks);
		const char *maximum = json_str(c, "maximum", NULL);
		auto_buf line = BUF_INIT;

		buf_addf(&line, "%s  ", json_str(c, "from", ""));
		json_each_at (i, t, tasks) /* "'a' of x, 'b' of y and 'c' of z" */
			buf_addf(&line, "%s'%s' of %s",
			    i == 0	    ? ""
			    : i + 1 < count ? ", "
					    : " and ",
			    json_str(t, "task", ""), json_str(t, "plan", ""));
		if (maximum)
			buf_addf(&line, " take %s of '%s' in one %s, of which %s are the maximum",
			    duration_text(json_int(c, "taken_minutes", 0), 0),
			    json_str(c, "resource", ""),
			    strcmp(maximum, "max_per_day") == 0 ? "day" : "week",
			    duration_text(json_int(c, "most_minutes", 0), 0));
		else if (count == 2)
			buf_addf(&line, " both want '%s'", json_str(c, "resource", ""));
		else
			buf_addf(&line, " together want more of '%s' than there is",
			    json_str(c, "resource", ""));
		print_text(stdout, "%s\n", buf_str(&line));
	}
	if (json_array_size(json_list(o, "conflicts")) == 0)
		print_text(stdout, "no conflicts\n");
}

static void print_weeks_and_shifts(const json_t *o)
{
	json_auto_t *load = json_pack("{s:O}", "load", o);
	auto_buf weeks = BUF_INIT;

	workload_text(load, false, &weeks);
	print_text(stdout, "%s%s", weeks.len ? "\n" : "", buf_str(&weeks));
	if (json_array_size(json_list(o, "shifts")))
		print_text(stdout, "\nshifts that %s\n",
		    json_flag(o, "solved", false) ? "solve them all" : "solve some of them");
	json_each (s, json_list(o, "shifts"))
		print_text(stdout, "'%s' of %s: %s instead of %s\n", json_str(s, "task", ""),
		    json_str(s, "plan", ""), json_str(s, "start", ""),
		    json_str(s, "instead_of", ""));
}

int roadmaps_conflicts(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;
	json_auto_t *list = roadmaps_store(q, &e) ? store_roadmap_list(q->store, NULL, &e) : NULL;
	freed_by(portfolio_plans_free) struct portfolio_plans k = {0};
	struct portfolio p;

	if (!list)
		return sessions_fail(&e);
	load(q, list, &k);
	portfolio_build(&p, (const struct schedule *const *)k.schedules, k.count);
	json_auto_t *o = portfolio_json(&p);
	if (roadmaps_json(q)) {
		print_json_line(json_incref(o));
	} else {
		print_conflicts(o);
		print_weeks_and_shifts(o);
	}
	portfolio_free(&p);
	return 0;
}
