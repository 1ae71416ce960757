/*
 * agent roadmaps schedule, why and import: plans out of files.
 */
#include <stdio.h>

#include "base/json/json.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/file/roadmap_file.h"

int roadmaps_schedule(struct roadmaps_request *q)
{
	struct busy_times busy = {0};
	struct error e = ERROR_INIT;
	struct schedule *s;
	struct roadmap r;
	int code, printed;

	if (q->output && !schedule_exporter(q->output, &e))
		return sessions_fail(&e);
	code = roadmaps_read(q, q->words[0], &r);
	if (code != 0)
		return code;
	s = roadmaps_make(q, &r, &busy, &code);
	if (s && (printed = roadmaps_print(q, s)) != 0)
		code = printed;
	schedule_free(s);
	busy_times_free(&busy);
	roadmap_free(&r);
	return code;
}

static int print_why(struct roadmaps_request *q, const struct schedule *s, const char *id)
{
	const int node = roadmap_find(s->plan.roadmap, id);
	struct buf out = BUF_INIT;

	if (node < 0)
		return print_failure(2, "roadmaps: no task '%s' in '%s'", id, q->words[0]);
	schedule_why(s, node, &out);
	print_text(stdout, "%s", buf_str(&out));
	buf_free(&out);
	return 0;
}

int roadmaps_why(struct roadmaps_request *q)
{
	struct busy_times busy = {0};
	struct schedule *s;
	struct roadmap r;
	int code = roadmaps_read(q, q->words[0], &r);

	if (code != 0)
		return code;
	s = roadmaps_make(q, &r, &busy, &code);
	if (s)
		code = print_why(q, s, q->words[1]);
	schedule_free(s);
	busy_times_free(&busy);
	roadmap_free(&r);
	return code;
}

int roadmaps_import(struct roadmaps_request *q)
{
	struct problems problems = PROBLEMS_INIT;
	struct roadmap r;
	const bool ok = roadmap_load(&r, q->words[0], &problems);
	const int code = roadmaps_problems(&problems);

	if (!ok)
		return code;
	sessions_json(json_incref(r.document));
	roadmap_free(&r);
	return 0;
}
