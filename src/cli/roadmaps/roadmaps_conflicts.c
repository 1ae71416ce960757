/* SPDX-License-Identifier: MIT
 * agent roadmaps conflicts: the kept plans beside each other.
 */

#include "base/base.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/agenda.h"
#include "roadmap/portfolio/portfolio.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

struct kept_plans {
	struct roadmap *roadmaps; /* (owned) */
	struct schedule **schedules;
	struct busy_times *busy; /* (owned) what each is planned around */
	int count;
};

/* Plans that cannot be read or scheduled any more are passed over, with a line on stderr. */
static void load(struct roadmaps_request *q, const json_t *list, struct kept_plans *k)
{
	const size_t all = json_array_size(list);

	k->roadmaps = xcalloc(all + 1, sizeof *k->roadmaps);
	k->schedules = xcalloc(all + 1, sizeof *k->schedules);
	k->busy = xcalloc(all + 1, sizeof *k->busy);
	for (size_t i = 0; i < all; i++) {
		const char *id = json_str(json_array_get(list, i), "id", "");
		struct busy_times *busy = &k->busy[k->count];
		int code = roadmaps_read(q, id, &k->roadmaps[k->count]);

		if (code == 0) {
			k->schedules[k->count] =
			    roadmaps_make(q, &k->roadmaps[k->count], busy, &code);
			if (!k->schedules[k->count]) {
				roadmap_free(&k->roadmaps[k->count]);
				busy_times_free(busy);
			}
		}
		if (k->schedules[k->count])
			k->count++;
		else
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
	struct kept_plans k = {0};
	struct portfolio p;

	if (!list)
		return sessions_fail(&e);
	load(q, list, &k);
	portfolio_build(&p, (const struct schedule *const *)k.schedules, k.count);
	json_auto_t *o = portfolio_json(&p);
	if (roadmaps_json(q)) {
		sessions_json(json_incref(o));
	} else {
		print_conflicts(o);
		print_weeks_and_shifts(o);
	}
	portfolio_free(&p);
	for (int i = 0; i < k.count; i++) {
		schedule_free(k.schedules[i]);
		roadmap_free(&k.roadmaps[i]);
		busy_times_free(&k.busy[i]);
	}
	free_all(k.busy, k.roadmaps, k.schedules);
	return 0;
}
