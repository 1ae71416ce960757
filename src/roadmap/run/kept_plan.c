/* SPDX-License-Identifier: MIT
 * Changes of kept plans, undo, and what is due. A change is applied to the newest revision, scheduled and kept;
 * ERR_CONFLICT begins it again.
 */
#include "roadmap/run/kept_plan.h"

#include "base/base.h"
#include "roadmap/calendar/ical.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"

void kept_wish(struct roadmap *r, const struct schedule *s, const struct busy_times *busy)
{
	if (busy->count)
		json_object_set_new(r->document, "busy", busy_times_json(busy));
	moment_put(r->document, "from", s->plan.wish.from, r->zone);
}

void kept_note_finished(struct store *store, const json_t *before, const struct roadmap *r)
{
	for (int i = 0; i < r->outline.count; i++) {
		const struct roadmap_node *n = &r->outline.nodes[i];
		const json_t *was = document_node((json_t *)before, n->id);
		const int64_t planned = n->has_duration ? n->duration.minutes
					: n->has_effort ? n->effort.minutes
							: 0;

		if (n->status == NODE_DONE && n->took > 0 && planned > 0 &&
		    (strcmp(json_str(was, "status", ""), "done") != 0 ||
			!json_str(was, "took", NULL)))
			store_roadmap_finished(
			    store, r->id, n->id, planned, n->took, clock_now_ms(), NULL);
	}
}

/* ---- One change ---------------------------------------------------------------------------- */

static struct schedule *schedule_now(
    struct store *store, const struct roadmap *r, const struct busy_times *busy, struct error *e)
{
	struct duration_ratios ratios = {0};
	struct schedule_options o = {.now = clock_now_ms() / 60000,
	    .from = TIME_NEVER,
	    .busy = busy,
	    .ratios = &ratios,
	    .seed = -1,
	    .schedules = (int)json_int(json_map(r->defaults, "search"), "edits", 300)};

	roadmap_store_ratios(store, r, &ratios);
	struct schedule_job *job = schedule_job_new(r, &o, e);
	free(ratios.list);
	if (!job)
		return NULL;
	while (schedule_job_step(job, 0))
		continue;
	return schedule_job_finish(job);
}

/* Schedules a document and keeps it as the revision that follows that of a row; fills out. */
static bool keep_document(struct store *store, const json_t *row, const json_t *document,
    const char *reason, struct kept_change *out, struct error *e)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	freed_by(busy_times_free) struct busy_times busy = {0};
	freed_by(roadmap_free) struct roadmap r = {0};
	auto_buf wrong = BUF_INIT;
	auto_free char *id = NULL;

	if (!roadmap_read(&r, document, "roadmap", NULL, &problems)) {
		problems_texts(&problems, "; ", &wrong);
		return error_set(e, ERR_USAGE, "%s", buf_str(&wrong));
	}
	busy_times_load(&busy, json_list(r.document, "busy"));
	r.revision = (int)json_int(row, "revision", 0);
	struct schedule *s = schedule_now(store, &r, &busy, e);
	if (!s)
		return false;
	json_auto_t *dates = schedule_json(s);
	kept_wish(&r, s, &busy);
	out->feasible = s->feasible;
	out->revision = roadmap_store_save(store, &r, s, reason, &id, e);
	schedule_free(s);
	if (!out->revision)
		return false;
	kept_note_finished(store, json_map(row, "document"), &r);
	roadmap_diff(json_map(row, "document"), r.document, &out->diff);
	schedule_diff(json_map(row, "schedule"), dates, &out->diff);
	return true;
}

/* Returns the newest revision of a plan; NULL: there is none that can be changed, and e says why. */
static json_t *newest_of(struct store *store, const char *word, struct error *e)
{
	json_t *row = roadmap_store_revision(store, word, 0, e);

	if (!row || json_int(row, "revision", 0))
		return row;
	error_set(e, ERR_USAGE, "'%s' waits for you and is not kept yet: %s",
	    json_str(row, "id", word), json_str(row, "call_to_action", "approve it first"));
	json_decref(row);
	return NULL;
}

/* A revision with the document of the last but one before it is an undo itself: what it took back is skipped, so
 * that undo goes further back each time. */
json_t *kept_before(struct store *store, const json_t *newest)
{
	const char *id = json_str(json_map(newest, "document"), "id", "");
	json_auto_t *stack = json_array();
	size_t depth;

	for (int64_t n = 1; n <= json_int(newest, "revision", 0); n++) {
		json_t *row = store_roadmap_revision(store, id, n, NULL);
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
	json_t *before = depth > 1 ? json_array_get(stack, depth - 2) : NULL;
	return json_int(before, "revision", 0) ? json_incref(before) : NULL;
}

/* Applies operations to the newest revision of a plan, or, reason NULL, takes that revision back. */
static bool change_once(struct store *store, const char *word, const json_t *edits,
    const char *reason, struct kept_change *out, struct error *e)
{
	json_auto_t *row = newest_of(store, word, e), *document = NULL, *before = NULL;
	auto_free char *undo = NULL;
	char from[MOMENT_ROOM];

	if (row && reason) {
		document = roadmap_edited(json_map(row, "document"), edits, e);
		moment_write(clock_now_ms() / 60000,
		    zone_or_local(json_str(document, "timezone", NULL)), from);
		if (document && json_row(edits, "status", "done"))
			json_put_str(document, "from", from);
	} else if (row) {
		before = kept_before(store, row);
		undo = xasprintf("undo: as in revision %" PRId64, json_int(before, "revision", 0));
		document = json_incref(json_map(before, "document"));
		if (!before)
			error_set(e, ERR_USAGE, "there is nothing to undo of '%s'", word);
	}
	return document && keep_document(store, row, document, undo ? undo : reason, out, e);
}

bool kept_edit(struct store *store, const char *word, const json_t *edits, const char *reason,
    struct kept_change *out, struct error *e)
{
	bool ok;

	*out = (struct kept_change){.diff = BUF_INIT};
	do {
		error_free(e);
		ok = change_once(store, word, edits, reason, out, e);
	} while (!ok && e->code == ERR_CONFLICT);
	return ok;
}

bool kept_undo(struct store *store, const char *word, struct kept_change *out, struct error *e)
{
	return kept_edit(store, word, NULL, NULL, out, e);
}

/* ---- What is due --------------------------------------------------------------------------- */

/* Returns the id of the first node that n waits for and that is not done. Borrowed from r; NULL: there
 * is none. */
static const char *waits_for(const struct roadmap *r, const struct roadmap_node *n)
{
	for (size_t i = 0; i < n->link_count; i++) {
		const int other = roadmap_find(r, n->links[i].id);
		const struct roadmap_node *o = other >= 0 ? &r->outline.nodes[other] : NULL;

		if (o && n->links[i].kind == LINK_FS && o->level != LEVEL_PHASE &&
		    o->status != NODE_DONE && o->status != NODE_DROPPED)
			return o->id;
	}
	return NULL;
}

/* Adds the latest occurrence of a routine that has begun, unless it is ticked or the day is over. */
static void add_routine(const json_t *schedule, const struct roadmap *r,
    const struct roadmap_node *n, int64_t minute, json_t *list)
{
	const json_t *latest = NULL;
	const int64_t now = clock_now_ms() / 60000;

	minute = minute < now ? minute : now;
	json_each (o, json_list(schedule, "routines"))
		if (strcmp(json_str(o, "id", ""), n->id) == 0 && !json_str(o, "skipped", NULL) &&
		    moment_member(o, "start", n->zone) <= minute)
			latest = o;
	if (!latest || json_str(latest, "status", NULL) ||
	    moment_member(latest, "start", n->zone) <= minute - DAY)
		return;
	json_array_append_new(
	    list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "id", r->id, "node", n->id,
		      "title", roadmap_title(n), "level", "routine", "status", "pending", "start",
		      (json_int_t)moment_member(latest, "start", n->zone), "finish",
		      (json_int_t)moment_member(latest, "finish", n->zone)));
}

static int by_start(const void *a, const void *b)
{
	const json_t *x = *(json_t *const *)a, *y = *(json_t *const *)b;
	const int64_t begin = json_int(x, "start", 0), other = json_int(y, "start", 0);
	const int plans = strcmp(json_str(x, "id", ""), json_str(y, "id", ""));

	if (begin != other)
		return begin < other ? -1 : 1;
	return plans ? plans : strcmp(json_str(x, "node", ""), json_str(y, "node", ""));
}

/* Adds rows for the routines of one plan, and run, check and waits_for to all its rows. */
static void complete_plan(struct store *store, const char *id, int64_t minute, json_t *list)
{
	json_auto_t *kept = store_roadmap_revision(store, id, 0, NULL);
	freed_by(roadmap_free) struct roadmap r = {0};

	if (!kept || !roadmap_read(&r, json_map(kept, "document"), "roadmap", NULL, NULL))
		return;
	for (int i = 0; i < r.outline.count; i++)
		if (r.outline.nodes[i].level == LEVEL_ROUTINE &&
		    r.outline.nodes[i].status == NODE_PENDING)
			add_routine(
			    json_map(kept, "schedule"), &r, &r.outline.nodes[i], minute, list);
	json_each (row, list) {
		const bool own = strcmp(json_str(row, "id", ""), id) == 0;
		const int node = own ? roadmap_find(&r, json_str(row, "node", "")) : -1;

		if (node < 0)
			continue;
		const struct roadmap_node *n = &r.outline.nodes[node];
		json_put_str(row, "run", n->run);
		json_put_str(row, "check", n->check);
		json_put_str(row, "waits_for", waits_for(&r, n));
	}
}

json_t *kept_due(struct store *store, int64_t minute, struct error *e)
{
	json_t *list = store_roadmap_due(store, minute, e), *sorted;
	json_auto_t *plans = list ? store_roadmap_list(store, NULL, NULL) : NULL;

	if (!list)
		return NULL;
	json_each (plan, plans)
		complete_plan(store, json_str(plan, "id", ""), minute, list);
	const size_t count = json_array_size(list);
	auto_free json_t **rows = xcalloc(count + 1, sizeof *rows);
	for (size_t i = 0; i < count; i++)
		rows[i] = json_array_get(list, i);
	qsort(rows, count, sizeof *rows, by_start);
	sorted = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append(sorted, rows[i]);
	json_decref(list);
	return sorted;
}
