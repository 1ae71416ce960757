/* SPDX-License-Identifier: MIT
 * Roadmaps in the store: saves revisions, finds plans and runs by a word, and reads the times that other plans
 * take and how long finished tasks took.
 */
#include "roadmap/run/roadmap_store.h"

#include "base/base.h"
#include "roadmap/run/goal_words.h"
#include "roadmap/run/planning_run.h"
#include "roadmap/run/planning_summary.h"
#include "session/store/store_roadmap.h"

#define RATIO_LEAST 0.1 /* a ratio outside these is a mistake, not a wrong estimate */
#define RATIO_MOST 10.0

static size_t task_rows(const struct schedule *s, struct store_roadmap_task *rows)
{
	size_t count = 0;
	int all = 0;
	auto_free int *order = s ? schedule_order(s, &all) : NULL;

	for (int i = 0; i < all; i++) {
		const struct roadmap_node *n = &s->plan.roadmap->outline.nodes[order[i]];
		const int a = s->plan.graph.last[order[i]];
		struct ends e;

		if (n->level == LEVEL_GOAL || n->level == LEVEL_PHASE)
			continue;
		schedule_node_ends(s, order[i], &e);
		rows[count++] = (struct store_roadmap_task){n->id, n->title, node_levels[n->level],
		    node_statuses[n->status], e.start, e.finish,
		    s->plan.graph.network.activities[a].work};
	}
	return count;
}

int roadmap_store_save(struct store *store, const struct roadmap *r, const struct schedule *s,
    const char *reason, char **id, struct error *e)
{
	auto_free struct store_roadmap_task *rows =
	    xcalloc((size_t)r->outline.count + 1, sizeof *rows);
	const struct pattern_spec *p = &r->outline.pattern;
	json_auto_t *schedule = s ? schedule_json(s) : NULL;
	struct store_roadmap row = {
	    .goal = r->outline.goal,
	    .pattern_type = p->type,
	    .pattern_subtype = p->subtype,
	    .pattern_variant = p->variant,
	    .reason = reason,
	    .at_ms = clock_now_ms(),
	    .based_on = r->revision,
	    .document = r->document,
	    .schedule = schedule,
	};

	char ulid[27];

	ulid_new(ulid);
	*id = r->id ? xstrdup(r->id) : goal_id(r->outline.goal, ulid + 22);
	row.id = *id;
	json_put_str(r->document, "id", *id);
	int revision = store_roadmap_save(store, &row, rows, task_rows(s, rows), e);
	if (!revision) {
		free(*id);
		*id = NULL;
	}
	return revision;
}

/* ---- Runs that are not over ---------------------------------------------------------------- */

static bool is_over(const json_t *checkpoint)
{
	return strcmp(json_str(checkpoint, "state", ""), controller_state_name(STATE_COMPLETE)) ==
	       0;
}

static void put_wait(json_t *row, const json_t *checkpoint)
{
	enum controller_state state = STATE_COLLECT_CONTEXT;

	controller_state_named(json_str(checkpoint, "state", ""), &state);
	const char *status = controller_planning_status(state);
	json_put_str(row, "planning_status", status ? status : "interrupted");
	json_put_str(row, "waits_for", json_str(json_map(checkpoint, "run"), "wait", "nothing"));
}

json_t *roadmap_store_list(struct store *store, const char *pattern, struct error *e)
{
	json_t *list = store_roadmap_list(store, pattern, e);
	json_auto_t *runs = list ? store_checkpoints(store, "", e) : NULL;
	size_t first = 0;

	if (!runs) {
		json_decref(list);
		return NULL;
	}
	json_each (one, runs) {
		const json_t *of = json_map(json_map(json_map(one, "run"), "artifacts"), "pattern");
		json_t *row = json_row(list, "id", json_str(one, "id", ""));

		if (is_over(one))
			continue;
		if (!row && (!pattern || text_is(json_str(of, "pattern_type", NULL), pattern) ||
				text_is(json_str(of, "subtype", NULL), pattern)))
			json_array_insert_new(list, first++,
			    row = json_pack("{s:s, s:s, s:s*, s:s*, s:s*, s:I}", "id",
				json_str(one, "id", ""), "goal",
				json_str(json_map(one, "run"), "goal", ""), "pattern_type",
				json_str(of, "pattern_type", NULL), "pattern_subtype",
				json_str(of, "subtype", NULL), "pattern_variant",
				json_str(of, "variant", NULL), "updated_at",
				(json_int_t)json_int(one, "at", 0)));
		if (row)
			put_wait(row, one);
	}
	return list;
}

/* Returns the newest checkpoint of the run of that id, if that is not over; new reference. NULL: there is
 * no such run. */
static json_t *run_under_way(struct store *store, const char *id)
{
	json_auto_t *runs = store_checkpoints(store, id, NULL);
	json_t *first = json_array_get(runs, 0);

	return text_is(json_str(first, "id", NULL), id) && !is_over(first) ? json_incref(first)
									   : NULL;
}

/* Returns what a run that is not over has made so far, in the form of store_roadmap_revision, or
 * NULL where there is no such run. One that was cut or aborted waits for nothing, but can go on. */
static json_t *run_revision(struct store *store, const char *id)
{
	json_auto_t *checkpoint = run_under_way(store, id);
	freed_by(planning_run_free) struct planning_run run = {0};
	auto_buf text = BUF_INIT;

	if (!checkpoint || !planning_run_read(&run, json_map(checkpoint, "run")))
		return NULL;
	const bool aborted = run.controller.state == STATE_ABORTED;
	if (!run.reason)
		run.reason = xasprintf("it was %s in the stage %s",
		    aborted ? "aborted" : "interrupted",
		    controller_state_name(aborted ? run.controller.resume : run.controller.state));
	planning_wait_text(&run, &text);
	auto_free char *action = planning_call_to_action(&run, false);
	json_t *row = json_pack("{s:s, s:i, s:s, s:s, s:s, s:o*, s:O*}", "id", id, "revision", 0,
	    "response_text", buf_str(&text), "escalate_reason", run.reason, "call_to_action",
	    action, "document", planning_document(&run), "schedule",
	    planning_artifact(&run, "schedule"));
	put_wait(row, checkpoint);
	if (json_array_size(run.busy))
		json_object_set(json_map(row, "document"), "busy", run.busy);
	return row;
}

/* Returns the id that a word is, or is the beginning of, among the kept plans and the runs that are
 * not over. Caller frees; NULL: e says why. */
static char *find_roadmap_id(struct store *store, const char *word, struct error *e)
{
	json_auto_t *list = roadmap_store_list(store, NULL, e);
	const char *found = NULL;
	size_t count = 0;

	json_each (row, list) {
		const char *one = json_str(row, "id", "");
		const bool exact = strcmp(one, word) == 0;

		if (!exact && strncmp(one, word, strlen(word)) != 0)
			continue;
		found = one;
		count = exact ? 1 : count + 1;
		if (exact)
			break;
	}
	char *id = count == 1 && *word ? xstrdup(found) : NULL;
	if (list && !id)
		error_set(e, ERR_USAGE,
		    count ? "'%s' is the beginning of several roadmaps; say more of it"
			  : "no roadmap '%s'; agent roadmaps list shows them, a file is named "
			    "with its ending",
		    word);
	return id;
}

json_t *roadmap_store_revision(
    struct store *store, const char *word, int64_t revision, struct error *e)
{
	auto_free char *id = find_roadmap_id(store, word, e);
	json_t *row = id ? store_roadmap_revision(store, id, revision, e) : NULL;
	json_auto_t *run = id && !revision ? run_revision(store, id) : NULL;

	/* If a run changes a kept plan, what is kept holds until the change is approved. */
	if (row && run) {
		json_object_del(run, "document");
		json_object_del(run, "schedule");
		json_object_del(run, "revision");
		json_object_update(row, run);
	} else if (!row && run) {
		error_free(e);
		row = json_incref(run);
	}
	return row;
}

json_t *roadmap_store_document(
    struct store *store, const char *word, int64_t revision, struct error *e)
{
	json_auto_t *row = roadmap_store_revision(store, word, revision, e);
	json_t *document = json_incref(json_map(row, "document"));

	if (row && !document)
		error_set(e, ERR_USAGE, "roadmap '%s' has no outline yet: %s goes on with it",
		    json_str(row, "id", word), json_str(row, "call_to_action", "agent roadmaps"));
	return document;
}

json_t *roadmap_store_schedule(struct store *store, const char *word, struct error *e)
{
	auto_free char *id = find_roadmap_id(store, word, e);
	json_auto_t *run = id ? run_under_way(store, id) : NULL, *row = NULL;
	json_t *found =
	    json_incref(json_map(json_map(json_map(run, "run"), "artifacts"), "schedule"));

	if (id && !found) {
		row = store_roadmap_revision(store, id, 0, run ? NULL : e);
		found = json_incref(json_map(row, "schedule"));
	}
	if ((row || run) && !found)
		error_set(e, ERR_STORE, "roadmap '%s' has no dates yet", id);
	return found;
}

void roadmap_store_revised(struct store *store, struct roadmap *r, int64_t revision)
{
	json_auto_t *row =
	    store && r->id ? store_roadmap_revision(store, r->id, revision, NULL) : NULL;

	r->revision = (int)json_int(row, "revision", 0);
	if (r->revision)
		r->revised_at = json_int(row, "at", 0) / 60000;
}

/* ---- Times that are taken ------------------------------------------------------------------ */

static void add_busy_piece(
    struct busy_times *out, const json_t *o, const char *from, const char *to, const char *what)
{
	const struct zone *utc = zone_find("UTC", NULL); /* each moment says its own offset */
	int64_t begin, end;
	bool day;

	if (moment_parse(json_str(o, from, ""), utc, false, &begin, &day) &&
	    moment_parse(json_str(o, to, ""), utc, false, &end, &day) && end > begin)
		busy_times_add(out, begin, end, what);
}

static bool takes_resource(const json_t *row, const char *resource)
{
	return json_holds_str(json_list(row, "resources"), resource) &&
	       strcmp(json_str(row, "status", ""), "done") != 0 && !json_str(row, "skipped", NULL);
}

static void add_plan(
    struct busy_times *out, const json_t *schedule, const char *id, const char *resource)
{
	json_each (row, json_list(schedule, "tasks")) {
		auto_free char *what =
		    xasprintf("%s (%s)", json_str(row, "title", json_str(row, "id", "")), id);

		if (takes_resource(row, resource))
			json_each (piece, json_list(row, "pieces"))
				add_busy_piece(out, piece, "from", "to", what);
	}
	json_each (row, json_list(schedule, "routines"))
		if (takes_resource(row, resource)) {
			auto_free char *what = xasprintf("%s (%s)", json_str(row, "id", ""), id);

			add_busy_piece(out, row, "start", "finish", what);
		}
}

void roadmap_store_busy(
    struct store *store, const char *but, const char *resource, struct busy_times *out)
{
	json_auto_t *list = store ? store_roadmap_list(store, NULL, NULL) : NULL;

	json_each (row, list) {
		const char *id = json_str(row, "id", "");
		json_auto_t *newest =
		    strcmp(id, but) == 0 ? NULL : store_roadmap_revision(store, id, 0, NULL);

		add_plan(out, json_map(newest, "schedule"), id, resource);
	}
	busy_times_sort(out);
}

/* ---- Marks and finished tasks -------------------------------------------------------------- */

static void tell_lost(const json_t *list, json_t *document, struct buf *lost)
{
	json_each (node, list) {
		const char *id = json_str(node, "id", "");

		if (strcmp(json_str(node, "status", ""), "done") == 0 &&
		    !document_node(document, id))
			buf_addf(lost, "agent: '%s' was done, and is in the plan no more\n", id);
		tell_lost(json_list(node, "nodes"), document, lost);
	}
}

int roadmap_store_marks(struct store *store, const char *id, json_t *document, struct buf *lost)
{
	json_auto_t *row = store_roadmap_revision(store, id, 0, NULL);
	json_t *kept = document ? json_map(row, "document") : NULL;
	const int revision = (int)json_int(row, "revision", 0);

	if (kept) {
		planning_progress_take(document, kept, false);
		tell_lost(json_list(kept, "nodes"), document, lost);
		if (!json_object_get(document, "from"))
			json_put_str(document, "from", json_str(kept, "from", NULL));
	}
	return revision;
}

static void take_ratio(void *ctx, int64_t planned, int64_t took)
{
	struct duration_ratios *out = ctx;
	const double ratio = planned > 0 ? (double)took / (double)planned : 0;

	if (ratio >= RATIO_LEAST && ratio <= RATIO_MOST)
		array_push(out->list, out->count, out->cap, ratio);
}

void roadmap_store_ratios(struct store *store, const struct roadmap *r, struct duration_ratios *out)
{
	if (store)
		store_roadmap_durations(store,
		    (int)json_int(json_map(r->defaults, "ranges"), "most", 400), take_ratio, out);
}
