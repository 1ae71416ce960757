/*
 * agent roadmaps save and done: a plan, or what became of it, is kept as its next revision.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

/* Keeps with the plan what its dates depend on besides, so that they are the same whenever it is
 * looked at. */
static void keep_wish(struct roadmap *r, const struct schedule *s, const struct busy_times *busy)
{
	char from[MOMENT_ROOM];

	if (busy->count)
		json_object_set_new(r->document, "busy", busy_times_json(busy));
	if (s->plan.wish.from != TIME_NEVER) {
		moment_write(s->plan.wish.from, r->zone, from);
		json_put_str(r->document, "from", from);
	}
}

/* A plan that can be read but not be kept is stored all the same: it is the user's. */
static int save(struct roadmaps_request *q, struct roadmap *r, const char *reason)
{
	struct busy_times busy = {0};
	struct error e = ERROR_INIT;
	struct schedule *s;
	char *id = NULL;
	int code, revision;

	if (!q->from && r->start == TIME_NEVER && r->from == TIME_NEVER)
		q->from = "now";
	s = roadmaps_make(q, r, &busy, &code);
	if (!s) {
		busy_times_free(&busy);
		return code;
	}
	keep_wish(r, s, &busy);
	revision = roadmap_store_save(q->store, r, s, reason, &id, &e);
	if (!revision) {
		code = sessions_fail(&e);
	} else if (roadmaps_json(q)) {
		sessions_json(json_pack("{s:s, s:i, s:o}", "id", id, "revision", revision,
		    "schedule", schedule_json(s)));
	} else {
		print_text(stdout, "%s revision %d\n%s", id, revision, q->quiet ? "" : "\n");
		if (!q->quiet)
			roadmaps_print(q, s);
	}
	free(id);
	schedule_free(s);
	busy_times_free(&busy);
	return code;
}

int roadmaps_save(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;
	struct roadmap r;
	int code;

	if (!roadmaps_store(q, &e))
		return sessions_fail(&e);
	code = roadmaps_read(q, q->words[0], &r);
	if (code != 0)
		return code;
	code = save(q, &r, q->reason);
	roadmap_free(&r);
	return code;
}

static bool set_done(
    struct roadmaps_request *q, const struct roadmap *r, int node, int64_t *took, int64_t *planned)
{
	const struct roadmap_node *n = &r->outline.nodes[node];
	struct duration d = {0};
	int64_t finished = roadmaps_now();
	char text[MOMENT_ROOM];
	bool day;

	if (q->finished && !moment_parse(q->finished, r->zone, true, &finished, &day)) {
		roadmaps_usage(
		    q, "--finished wants a date like 2026-03-02 or 2026-03-02T09:00", q->finished);
		return false;
	}
	if (q->took && (!duration_parse(q->took, r->day_minutes, false, &d) || d.minutes < 1)) {
		roadmaps_usage(q, "--took wants a duration like 90m or 3h", q->took);
		return false;
	}
	json_put_str(n->source, "status", "done");
	moment_write(finished, n->zone, text);
	json_put_str(n->source, "finished", text);
	if (q->took)
		json_put_str(n->source, "took", q->took);
	*took = d.minutes;
	*planned = n->has_duration ? n->duration.minutes : n->has_effort ? n->effort.minutes : 0;
	return true;
}

static int save_done(struct roadmaps_request *q, struct roadmap *r, int node)
{
	struct problems problems = PROBLEMS_INIT;
	struct roadmap after;
	int64_t took, planned;
	struct buf reason = BUF_INIT;
	char *id;
	int code;

	if (!set_done(q, r, node, &took, &planned))
		return 2;
	if (!roadmap_read(&after, r->document, r->file, NULL, &problems))
		return roadmaps_problems(&problems);
	if (!q->from)
		q->from = "now";
	buf_addf(&reason, "'%s' is done%s%s", r->outline.nodes[node].id, q->reason ? ": " : "",
	    q->reason ? q->reason : "");
	id = after.id;
	code = save(q, &after, buf_str(&reason));
	if ((code == 0 || code == EXIT_UNDECIDED) && took > 0 && planned > 0)
		store_roadmap_finished(q->store, id, r->outline.nodes[node].id, planned, took,
		    roadmaps_now() * 60000, NULL);
	buf_free(&reason);
	roadmap_free(&after);
	return code;
}

int roadmaps_done(struct roadmaps_request *q)
{
	struct problems problems = PROBLEMS_INIT;
	struct roadmap r;
	int code = 0, node;
	json_t *row = roadmaps_revision(q, q->words[0], NULL, &code);

	if (!row)
		return code;
	if (json_int(row, "revision", 0) == 0) {
		code = roadmaps_not_kept(row);
		json_decref(row);
		return code;
	}
	if (!roadmap_read(&r, json_map(row, "document"), q->words[0], NULL, &problems)) {
		json_decref(row);
		return roadmaps_problems(&problems);
	}
	json_decref(row);
	node = roadmap_find(&r, q->words[1]);
	if (node < 0)
		code = print_failure(2, "roadmaps: no task '%s' in '%s'", q->words[1], q->words[0]);
	else
		code = save_done(q, &r, node);
	roadmap_free(&r);
	return code;
}
