/* SPDX-License-Identifier: MIT
 * agent roadmaps schedule, why and import, and how all actions make and print a schedule by the options of the
 * command line: calendars, kept plans, the first moment, the search.
 */
#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "loop/loop.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/file/roadmap_file.h"
#include "roadmap/run/roadmap_store.h"

/* ---- Schedules ----------------------------------------------------------------------------------- */

int roadmaps_print_plan(struct roadmaps_request *q, struct roadmap *r,
    int (*print)(struct roadmaps_request *q, const struct schedule *s))
{
	freed_by(busy_times_free) struct busy_times busy = {0};
	int code, printed;
	struct schedule *s = roadmaps_make(q, r, &busy, &code);

	if (s && (printed = print(q, s)) != 0)
		code = printed;
	schedule_free(s);
	roadmap_free(r);
	return code;
}

int roadmaps_schedule(struct roadmaps_request *q)
{
	struct roadmap r;
	const int code = roadmaps_read(q, q->words[0], &r);

	return code ? code : roadmaps_print_plan(q, &r, roadmaps_print);
}

static int print_why(struct roadmaps_request *q, const struct schedule *s)
{
	const char *id = q->words[1];
	const int node = roadmap_find_titled(s->plan.roadmap, id);
	auto_buf out = BUF_INIT;

	if (node < 0)
		return print_failure(2, "roadmaps: no task '%s' in '%s'", id, q->words[0]);
	schedule_why(s, node, &out);
	print_text(stdout, "%s", buf_str(&out));
	return 0;
}

int roadmaps_why(struct roadmaps_request *q)
{
	struct roadmap r;
	int code = roadmaps_read(q, q->words[0], &r);

	if (code == 0)
		code = roadmaps_print_plan(q, &r, print_why);
	return code == EXIT_UNDECIDED ? 0 : code;
}

int roadmaps_import(struct roadmaps_request *q)
{
	struct problems problems = PROBLEMS_INIT;
	freed_by(roadmap_free) struct roadmap r = {0};
	const bool ok = roadmap_load(&r, q->words[0], &problems);
	const int code = roadmaps_problems(&problems);

	if (ok)
		print_json_line(json_incref(r.document));
	return ok ? 0 : code;
}

static bool read_calendars(
    const struct roadmaps_request *q, const struct roadmap *r, struct busy_times *busy)
{
	const int64_t start = r->start != TIME_NEVER ? r->start : roadmaps_now();
	struct problems problems = PROBLEMS_INIT;
	bool ok = true;

	for (int i = 0; i < q->calendars.count && ok; i++)
		ok = ical_busy_file(q->calendars.list[i], busy, r->zone, start, r->deadline,
		    r->defaults, &problems);
	roadmaps_problems(&problems);
	busy_times_sort(busy);
	return ok;
}

static bool read_from(const struct roadmaps_request *q, const struct roadmap *r, int64_t *from)
{
	bool day;

	*from = q->from ? roadmaps_now() : TIME_NEVER;
	if (!q->from || strcmp(q->from, "now") == 0 ||
	    moment_parse(q->from, r->zone, false, from, &day))
		return true;
	command_words_usage(&command_roadmaps,
	    "--from wants a date like 2026-03-02 or 2026-03-02T09:00, or 'now'", q->from);
	return false;
}

struct schedule *roadmaps_make(
    struct roadmaps_request *q, const struct roadmap *r, struct busy_times *busy, int *code)
{
	struct duration_ratios ratios = {0};
	struct schedule_options o = {.now = roadmaps_now(),
	    .busy = busy,
	    .ratios = &ratios,
	    .seed = q->seed ? q->seed : -1,
	    .schedules = (int)q->schedules};
	struct error e = ERROR_INIT;
	struct schedule_job *job = NULL;
	struct schedule *s = NULL;

	*code = roadmaps_valid(r);
	if (*code != 0)
		return NULL;
	*code = 2;
	if (!read_from(q, r, &o.from) || !read_calendars(q, r, busy))
		return NULL;
	/* How long finished tasks took is read if there is a store; a plan in a file makes none. */
	auto_free char *path = file_home(FILE_DATA, "agent.db");
	if (access(path, F_OK) == 0)
		roadmaps_store(q, NULL);
	if (q->kept_plans && r->resource_count)
		roadmap_store_busy(q->store, r->id ? r->id : "", r->resources[0].id, busy);
	if (busy->count == 0) /* the busy times it was planned around, stored with it */
		busy_times_load(busy, json_list(r->document, "busy"));
	roadmap_store_ratios(q->store, r, &ratios);
	job = schedule_job_new(r, &o, &e);
	if (!job) {
		*code = sessions_fail(&e);
	} else {
		struct loop *loop = loop_new();
		s = schedule_job_await(job, loop);
		loop_free(loop);
		*code = s->feasible ? 0 : EXIT_UNDECIDED;
	}
	free(ratios.list);
	return s;
}

int roadmaps_print(struct roadmaps_request *q, const struct schedule *s)
{
	struct error e = ERROR_INIT;
	const struct schedule_exporter *x = schedule_exporter(q->output		 ? q->output
							      : roadmaps_json(q) ? "json"
										 : "text",
	    &e);
	auto_buf out = BUF_INIT;

	if (!x)
		return sessions_fail(&e);
	x->write(s, q->path ? 0 : sessions_width(), &out);
	return sessions_write(q->path, q->force, &out);
}
