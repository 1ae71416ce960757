/*
 * agent roadmaps list, show, diff and export: plans that are kept. Saving keeps a plan, or what became of
 * one, as a revision.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/json/json.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/session_show.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

/* ---- Saving -------------------------------------------------------------------------------------- */

/* What the dates depend on besides the plan is kept with it, so that they are the same whenever it is looked at. */
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
static int keep(struct roadmaps_request *q, struct roadmap *r, const char *reason, struct error *e)
{
	freed_by(busy_times_free) struct busy_times busy = {0};
	auto_free char *id = NULL;
	int code, revision;

	if (!q->from && r->start == TIME_NEVER && r->from == TIME_NEVER)
		q->from = "now";
	struct schedule *s = roadmaps_make(q, r, &busy, &code);
	if (!s)
		return code;
	keep_wish(r, s, &busy);
	revision = roadmap_store_save(q->store, r, s, reason, &id, e);
	if (!revision) {
		code = e->code == ERR_CONFLICT ? 0 : sessions_fail(e);
	} else if (roadmaps_json(q)) {
		sessions_json(json_pack("{s:s, s:i, s:o}", "id", id, "revision", revision,
		    "schedule", schedule_json(s)));
	} else {
		print_text(stdout, "%s revision %d\n%s", id, revision, q->quiet ? "" : "\n");
		if (!q->quiet)
			roadmaps_print(q, s);
	}
	schedule_free(s);
	return code;
}

/* Reads a document that was changed; 0, or the exit code after what is wrong was printed. */
static int read_again(const json_t *document, const char *name, int revision, struct roadmap *out)
{
	struct problems problems = PROBLEMS_INIT;

	if (!roadmap_read(out, document, name, NULL, &problems))
		return roadmaps_problems(&problems);
	out->revision = revision;
	return 0;
}

static int save_file(struct roadmaps_request *q, struct error *e)
{
	auto_buf lost = BUF_INIT;
	struct roadmap r;
	int code = roadmaps_read(q, q->words[0], &r), revision = 0;

	if (code != 0)
		return code;
	json_auto_t *document = json_incref(r.document);
	if (r.id)
		revision = roadmap_store_marks(q->store, r.id, q->reset ? NULL : document, &lost);
	roadmap_free(&r);
	code = read_again(document, q->words[0], revision, &r);
	if (code == 0) {
		code = keep(q, &r, q->reason, e);
		roadmap_free(&r);
	}
	if (!e->message)
		print_text(stderr, "%s", buf_str(&lost));
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

static int save_done(struct roadmaps_request *q, struct roadmap *r, int node, struct error *e)
{
	const char *id = r->outline.nodes[node].id;
	struct roadmap after;
	int64_t took, planned;
	auto_buf reason = BUF_INIT;

	if (!set_done(q, r, node, &took, &planned))
		return 2;
	int code = read_again(r->document, r->file, r->revision, &after);
	if (code != 0)
		return code;
	if (!q->from)
		q->from = "now";
	buf_addf(
	    &reason, "'%s' is done%s%s", id, q->reason ? ": " : "", q->reason ? q->reason : "");
	code = keep(q, &after, buf_str(&reason), e);
	if (!e->message && (code == 0 || code == EXIT_UNDECIDED) && took > 0 && planned > 0)
		store_roadmap_finished(
		    q->store, after.id, id, planned, took, roadmaps_now() * 60000, NULL);
	roadmap_free(&after);
	return code;
}

/* Marks the task in the newest revision; ERR_CONFLICT in e: another one is the newest by now. */
static int done_once(struct roadmaps_request *q, struct error *e)
{
	struct roadmap r;
	int code = 0, node;
	json_auto_t *row = roadmaps_revision(q, q->words[0], NULL, &code);
	const int revision = (int)json_int(row, "revision", 0);

	if (!row)
		return code;
	code = revision ? read_again(json_map(row, "document"), q->words[0], revision, &r)
			: roadmaps_not_kept(row);
	if (code != 0)
		return code;
	node = roadmap_find(&r, q->words[1]);
	code = node >= 0
		   ? save_done(q, &r, node, e)
		   : print_failure(2, "roadmaps: no task '%s' in '%s'", q->words[1], q->words[0]);
	roadmap_free(&r);
	return code;
}

/* Runs what changes the newest revision until no other process was faster. */
static int keep_on(
    struct roadmaps_request *q, int (*once)(struct roadmaps_request *q, struct error *e))
{
	struct error e = ERROR_INIT;
	int code;

	do {
		error_free(&e);
		code = once(q, &e);
	} while (e.code == ERR_CONFLICT);
	error_free(&e);
	return code;
}

int roadmaps_done(struct roadmaps_request *q)
{
	return keep_on(q, done_once);
}

int roadmaps_save(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;

	return roadmaps_store(q, &e) ? keep_on(q, save_file) : sessions_fail(&e);
}

static void print_roadmap(const json_t *row, int width)
{
	const int64_t finish = json_int(row, "finish", 0), revision = json_int(row, "revision", 0);
	const char *status = json_str(row, "planning_status", NULL);
	auto_buf line = BUF_INIT;
	char when[MOMENT_ROOM] = "";

	if (status && strcmp(json_str(row, "waits_for", ""), "nothing") == 0)
		snprintf(when, sizeof when, "%s", status); /* interrupted, aborted */
	else if (status)
		snprintf(when, sizeof when, "waits: %s", json_str(row, "waits_for", ""));
	else if (finish)
		moment_spell(finish, zone_find(NULL, NULL), when);
	buf_addf(&line, "%-36s  ", json_str(row, "id", ""));
	if (revision)
		buf_addf(&line, "%4" PRId64 "  %3" PRId64 "/%-3" PRId64, revision,
		    json_int(row, "done", 0), json_int(row, "tasks", 0));
	else
		buf_adds(&line, "   -     -   ");
	buf_addf(&line, "  %-16s  %s", when, json_str(row, "goal", ""));
	sessions_print_cut(buf_str(&line), width);
}

int roadmaps_list(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;
	json_t *list = roadmaps_store(q, &e) ? roadmap_store_list(q->store, q->pattern, &e) : NULL;
	const int width = sessions_width();
	json_t *row;
	size_t i;

	if (!list)
		return sessions_fail(&e);
	if (roadmaps_json(q)) {
		sessions_json(list);
		return 0;
	}
	if (json_array_size(list) == 0)
		print_text(stderr, "agent: no roadmaps%s yet; agent roadmaps save FILE keeps one\n",
		    q->pattern ? " of that pattern" : "");
	else
		sessions_print_cut(
		    "ID                                     REV     DONE  FINISH, OR WAIT   "
		    "GOAL",
		    width);
	json_array_foreach (list, i, row)
		print_roadmap(row, width);
	json_decref(list);
	return 0;
}

static void print_revisions(struct roadmaps_request *q, const char *id)
{
	json_t *list = store_roadmap_revisions(q->store, id, NULL), *row;
	char when[20];
	size_t i;

	if (json_array_size(list))
		print_text(stdout, "\nrevisions\n");
	json_array_foreach (list, i, row) {
		clock_spell_date(json_int(row, "at", 0), when);
		print_text(stdout, "%4" PRId64 "  %s  %s\n", json_int(row, "revision", 0), when,
		    json_str(row, "reason", ""));
	}
	json_decref(list);
}

/* Prints a kept document in one of the forms; its dates are computed again, which gives the same ones. */
static int print_kept(struct roadmaps_request *q, json_t *row)
{
	struct roadmap r;
	const int code = read_again(json_map(row, "document"), "roadmap", 0, &r);

	if (code != 0)
		return code;
	roadmap_store_revised(q->store, &r, json_int(row, "revision", 0));
	return roadmaps_print_plan(q, &r, roadmaps_print);
}

/* Prints what a run that is not over waits for, and the command that goes on. What is shown above
 * is not said again. */
static void print_wait(const json_t *row)
{
	const char *action = json_str(row, "call_to_action", NULL);

	if (!action)
		return;
	if (json_map(row, "schedule"))
		print_text(stdout, "\n%s\n", json_str(row, "escalate_reason", ""));
	else
		print_text(stdout, "%s", json_str(row, "response_text", ""));
	print_text(stdout, "\n%s\n", action);
}

int roadmaps_show(struct roadmaps_request *q)
{
	int code = 0;
	json_auto_t *row =
	    roadmaps_revision(q, q->words[0], q->count > 1 ? q->words[1] : NULL, &code);

	if (!row)
		return code;
	if (roadmaps_json(q)) {
		sessions_json(json_incref(row));
	} else {
		if (json_map(row, "schedule"))
			code = print_kept(q, row);
		print_revisions(q, json_str(json_map(row, "document"), "id", ""));
		print_wait(row);
	}
	return code == EXIT_UNDECIDED ? 0 : code;
}

int roadmaps_export(struct roadmaps_request *q)
{
	int code = 0;
	json_auto_t *row = roadmaps_revision(q, q->words[0], NULL, &code);

	if (!row)
		return code;
	if (!q->output)
		q->output = "ics";
	q->path = q->count > 1 ? q->words[1] : NULL;
	code = print_kept(q, row);
	return code;
}

int roadmaps_diff(struct roadmaps_request *q)
{
	int code = 0;
	json_auto_t *after =
	    roadmaps_revision(q, q->words[0], q->count > 2 ? q->words[2] : NULL, &code);
	auto_buf out = BUF_INIT;
	char number[24];

	if (!after)
		return code;
	if (json_int(after, "revision", 0) == 0) {
		code = roadmaps_not_kept(after);
		return code;
	}
	snprintf(number, sizeof number, "%" PRId64, json_int(after, "revision", 1) - 1);
	if (q->count < 2 && strcmp(number, "0") == 0)
		return print_failure(2, "roadmaps: '%s' has one revision only", q->words[0]);
	json_auto_t *before =
	    roadmaps_revision(q, q->words[0], q->count > 1 ? q->words[1] : number, &code);
	if (before) {
		roadmap_diff(json_map(before, "document"), json_map(after, "document"), &out);
		schedule_diff(json_map(before, "schedule"), json_map(after, "schedule"), &out);
		print_text(stdout, "%s", buf_str(&out));
	}
	return code;
}
