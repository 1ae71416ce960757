/* SPDX-License-Identifier: MIT
 * agent roadmaps save, done, edit and undo: what becomes the next revision of a plan. Each change is made of the
 * newest revision, and made again where another process kept one meanwhile.
 */
#include "base/base.h"
#include "base/print.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/sessions/sessions.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

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

/* Prints what changed between a kept revision and a plan that is to follow it. */
static void print_change(const json_t *before, const struct roadmap *r, const struct schedule *s)
{
	json_auto_t *after = schedule_json(s);
	auto_buf out = BUF_INIT;

	roadmap_diff(json_map(before, "document"), r->document, &out);
	schedule_diff(json_map(before, "schedule"), after, &out);
	print_text(stdout, "%s", out.len ? buf_str(&out) : "nothing changes\n");
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
	if (q->before && !roadmaps_json(q))
		print_change(q->before, r, s);
	if (q->dry) {
		schedule_free(s);
		return code;
	}
	revision = roadmap_store_save(q->store, r, s, reason, &id, e);
	if (!revision) {
		code = e->code == ERR_CONFLICT ? 0 : sessions_fail(e);
	} else if (roadmaps_json(q)) {
		sessions_json(json_pack("{s:s, s:i, s:o}", "id", id, "revision", revision,
		    "schedule", schedule_json(s)));
	} else {
		print_text(
		    stdout, "%s revision %d\n%s", id, revision, q->quiet || q->before ? "" : "\n");
		if (!q->quiet && (!q->before || code != 0))
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
	int code = roadmaps_read_again(r->document, r->file, r->revision, &after);
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
	code = revision ? roadmaps_read_again(json_map(row, "document"), q->words[0], revision, &r)
			: roadmaps_not_kept(row);
	if (code != 0)
		return code;
	node = roadmap_find_titled(&r, q->words[1]);
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

/* ---- Edits ----------------------------------------------------------------------------------- */

/* Prints what a change comes to, and keeps it unless it is only tried. */
static int keep_change(struct roadmaps_request *q, const json_t *before, const json_t *document,
    const char *reason, struct error *e)
{
	const char *id = json_str(before, "id", q->words[0]);
	struct roadmap r;
	int code = roadmaps_read_again(document, id, (int)json_int(before, "revision", 0), &r);

	if (code != 0)
		return code;
	q->before = before;
	code = keep(q, &r, reason, e);
	q->before = NULL;
	roadmap_free(&r);
	return code;
}

/* The operations of a way out that was computed with the newest revision; borrowed; NULL: e. */
static json_t *edits_of_way(const json_t *row, const char *number, struct error *e)
{
	const json_t *ways = json_list(json_map(row, "schedule"), "ways_out");
	const long n = number ? strtol(number, NULL, 10) : 0;
	const json_t *way = n > 0 ? json_array_get(ways, (size_t)n - 1) : NULL;

	if (!way)
		error_set(e, ERR_USAGE, "no way out '%s'; '%s' has %zu of them",
		    number ? number : "", json_str(row, "id", ""), json_array_size(ways));
	return json_list(way, "edits");
}

static json_t *edits_wanted(struct roadmaps_request *q, const json_t *row, struct error *e)
{
	if (q->count > 1 && strcmp(q->words[1], "way") == 0)
		return json_incref(edits_of_way(row, q->count > 2 ? q->words[2] : NULL, e));
	return roadmap_edit_of_words(q->words + 1, q->count - 1, e);
}

static char *edit_reason(const struct roadmaps_request *q)
{
	struct buf out = BUF_INIT;

	if (q->reason)
		return xstrdup(q->reason);
	for (int i = 1; i < q->count; i++)
		buf_addf(&out, "%s%s", out.len ? " " : "", q->words[i]);
	return buf_take(&out);
}

static int edit_once(struct roadmaps_request *q, struct error *e)
{
	int code = 0;
	json_auto_t *row = roadmaps_revision(q, q->words[0], NULL, &code), *edits = NULL,
		    *edited = NULL;
	char *reason;

	if (!row)
		return code;
	edits = edits_wanted(q, row, e);
	if (edits && !json_int(row, "revision", 0))
		code = roadmaps_edit_run(q, edits);
	else if (edits && !(edited = roadmap_edited(json_map(row, "document"), edits, e)))
		code = sessions_fail(e);
	else if (!edits)
		code = sessions_fail(e);
	if (edited) {
		reason = edit_reason(q);
		code = keep_change(q, row, edited, reason, e);
		free(reason);
	}
	return code;
}

int roadmaps_start(struct roadmaps_request *q)
{
	q->words[3] = "in_progress";
	q->words[2] = q->words[1];
	q->words[1] = "status";
	q->count = 4;
	return keep_on(q, edit_once);
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

/* Returns the number of the revision that undoing the newest comes to; 0: there is none. A revision whose
 * document is that of the one before its forerunner is an undo itself: what it took back is passed over, so
 * that undo goes on backward. */
static int64_t undone_revision(struct roadmaps_request *q, const char *id, int64_t newest)
{
	json_auto_t *stack = json_array();
	size_t depth;

	for (int64_t n = 1; n <= newest; n++) {
		json_t *row = store_roadmap_revision(q->store, id, n, NULL);
		const json_t *document = json_map(row, "document");

		depth = json_array_size(stack);
		if (depth > 1 &&
		    json_equal(json_map(json_array_get(stack, depth - 2), "document"), document)) {
			json_array_remove(stack, depth - 1);
			json_array_remove(stack, depth - 2);
		}
		json_array_append_new(stack, row ? row : json_object());
	}
	depth = json_array_size(stack);
	return depth > 1 ? json_int(json_array_get(stack, depth - 2), "revision", 0) : 0;
}

static int undo_once(struct roadmaps_request *q, struct error *e)
{
	int code = 0;
	json_auto_t *row = roadmaps_revision(q, q->words[0], NULL, &code), *before = NULL;
	char *reason;

	if (!row)
		return code;
	const char *id = json_str(json_map(row, "document"), "id", "");
	const int64_t revision = json_int(row, "revision", 0);
	const int64_t to = revision ? undone_revision(q, id, revision) : 0;
	if (to)
		before = store_roadmap_revision(q->store, id, to, e);
	if (!before) {
		code = print_failure(2, "roadmaps: there is nothing to undo of '%s'", q->words[0]);
	} else {
		reason = xasprintf("undo: as in revision %" PRId64, to);
		code = keep_change(q, row, json_map(before, "document"), reason, e);
		free(reason);
	}
	return code;
}

int roadmaps_undo(struct roadmaps_request *q)
{
	return keep_on(q, undo_once);
}
