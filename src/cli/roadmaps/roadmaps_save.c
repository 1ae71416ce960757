/* SPDX-License-Identifier: MIT
 * agent roadmaps save, start, done, edit and undo: each stores the next revision of a plan. A change is made to the
 * newest revision, and made again if another process stored one meanwhile.
 */
#include "base/base.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/kept_plan.h"
#include "roadmap/run/roadmap_store.h"

/* Schedules a plan, prints it and stores it as the next revision, even if it is not feasible: it is the user's. before:
 * the revision that is changed, whose differences are printed; NULL: the plan is a file. Returns the exit code; e is
 * ERR_CONFLICT if another process stored a revision meanwhile. */
static int keep(struct roadmaps_request *q, struct roadmap *r, const json_t *before,
    const char *reason, struct error *e)
{
	freed_by(busy_times_free) struct busy_times busy = {0};
	auto_free char *id = NULL;
	const bool shown = before && !q->whole;
	int code;

	if (!q->from && r->start == TIME_NEVER && r->from == TIME_NEVER)
		q->from = "now";
	struct schedule *s = roadmaps_make(q, r, &busy, &code);
	if (!s)
		return code;
	kept_wish(r, s, &busy);
	if (shown && !roadmaps_json(q)) {
		json_auto_t *after = schedule_json(s);
		auto_buf out = BUF_INIT;

		roadmap_diff(json_map(before, "document"), r->document, &out);
		schedule_diff(json_map(before, "schedule"), after, &out);
		print_text(stdout, "%s", out.len ? buf_str(&out) : "nothing changes\n");
	}
	if (q->dry) {
		schedule_free(s);
		return code;
	}
	int revision = roadmap_store_save(q->store, r, s, reason, &id, e);
	if (revision && before)
		kept_note_finished(q->store, json_map(before, "document"), r);
	if (!revision) {
		code = e->code == ERR_CONFLICT ? 0 : sessions_fail(e);
	} else if (roadmaps_json(q)) {
		print_json_line(json_pack("{s:s, s:i, s:o}", "id", id, "revision", revision,
		    "schedule", schedule_json(s)));
	} else {
		print_text(stdout, "%s revision %d\n%s", id, revision, shown ? "" : "\n");
		if (!shown || code != 0)
			roadmaps_print(q, s);
	}
	schedule_free(s);
	return code;
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
	code = roadmaps_read_again(document, q->words[0], revision, &r);
	if (code == 0) {
		code = keep(q, &r, NULL, q->reason, e);
		roadmap_free(&r);
	}
	if (!e->message)
		print_text(stderr, "%s", buf_str(&lost));
	return code;
}

/* Calls `once`, which changes the newest revision, until it meets no conflict with another process. Returns the exit
 * code. */
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

int roadmaps_save(struct roadmaps_request *q)
{
	struct error e = ERROR_INIT;

	return roadmaps_store(q, &e) ? keep_on(q, save_file) : sessions_fail(&e);
}

/* ---- Edits ----------------------------------------------------------------------------------- */

/* As keep, for a changed document of the revision `before`. */
static int keep_change(struct roadmaps_request *q, const json_t *before, const json_t *document,
    const char *reason, struct error *e)
{
	const char *id = json_str(before, "id", q->words[0]);
	freed_by(roadmap_free) struct roadmap r = {0};
	const int code =
	    roadmaps_read_again(document, id, (int)json_int(before, "revision", 0), &r);

	return code ? code : keep(q, &r, before, reason, e);
}

/* Returns the operations that the words of the request name, or ("way NUMBER") those of a way out that was computed
 * with the newest revision, row. New reference; NULL: e. */
static json_t *edits_wanted(struct roadmaps_request *q, const json_t *row, struct error *e)
{
	const json_t *ways = json_list(json_map(row, "schedule"), "ways_out");
	const char *number = q->count > 2 ? q->words[2] : "";

	if (q->count < 2 || strcmp(q->words[1], "way") != 0)
		return roadmap_edit_of_words(q->words + 1, q->count - 1, e);
	const long n = strtol(number, NULL, 10);
	const json_t *way = n > 0 ? json_array_get(ways, (size_t)n - 1) : NULL;
	if (!way)
		error_set(e, ERR_USAGE, "no way out '%s'; '%s' has %zu of them", number,
		    json_str(row, "id", ""), json_array_size(ways));
	return json_incref(json_list(way, "edits"));
}

static int edit_once(struct roadmaps_request *q, struct error *e)
{
	int code = 0;
	json_auto_t *row = roadmaps_revision(q, q->words[0], NULL, &code), *edits = NULL,
		    *edited = NULL;

	if (!row)
		return code;
	edits = edits_wanted(q, row, e);
	if (edits && !json_int(row, "revision", 0))
		return q->whole ? roadmaps_not_kept(row) : roadmaps_edit_run(q, edits);
	if (!edits || !(edited = roadmap_edited(json_map(row, "document"), edits, e)))
		return sessions_fail(e);
	auto_buf words = BUF_INIT;
	for (int i = 1; i < q->count; i++)
		buf_addf(&words, "%s%s", i > 1 ? " " : "", q->words[i]);
	return keep_change(q, row, edited, q->reason ? q->reason : buf_str(&words), e);
}

static int mark(struct roadmaps_request *q, const char *status)
{
	json_auto_t *op = json_pack("{s:s, s:s, s:s, s:s*, s:s*}", "op", "status", "id",
	    q->words[1], "status", status, "took", q->took, "finished", q->finished);
	auto_free char *line = json_line(op);

	q->words[1] = line;
	return keep_on(q, edit_once);
}

int roadmaps_start(struct roadmaps_request *q)
{
	q->reason = q->reason ? q->reason : "start";
	return mark(q, "in_progress");
}

int roadmaps_done(struct roadmaps_request *q)
{
	auto_free char *reason = xasprintf(
	    "'%s' is done%s%s", q->words[1], q->reason ? ": " : "", q->reason ? q->reason : "");

	q->reason = reason;
	q->from = q->from ? q->from : "now";
	q->whole = true;
	return mark(q, "done");
}

int roadmaps_edit(struct roadmaps_request *q)
{
	auto_buf usage = BUF_INIT;

	if (q->count > 1)
		return keep_on(q, edit_once);
	roadmap_edit_usage(&usage);
	print_text(stderr,
	    "agent roadmaps edit ID OPERATION [WORDS] [KEY=VALUE ...] [then OPERATION ...]\n"
	    "agent roadmaps edit ID way NUMBER\n%s",
	    buf_str(&usage));
	return 2;
}

static int undo_once(struct roadmaps_request *q, struct error *e)
{
	int code = 0;
	json_auto_t *row = roadmaps_revision(q, q->words[0], NULL, &code), *before = NULL;

	if (!row)
		return code;
	before = kept_before(q->store, row);
	if (!before)
		return print_failure(2, "roadmaps: there is nothing to undo of '%s'", q->words[0]);
	auto_free char *reason =
	    xasprintf("undo: as in revision %" PRId64, json_int(before, "revision", 0));
	return keep_change(q, row, json_map(before, "document"), reason, e);
}

int roadmaps_undo(struct roadmaps_request *q)
{
	return keep_on(q, undo_once);
}
