/*
 * See roadmap_store.h.
 */
#include "roadmap/roadmap_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/text.h"
#include "session/store_roadmap.h"

#define RATIO_LEAST 0.1 /* what lies outside of these is no estimate that went wrong */
#define RATIO_MOST 10.0

/* "run-half-marathon-4KJ2": readable, and free. */
static char *new_id(const struct roadmap *r)
{
	char ulid[27], *id, *words = text_slug(r->outline.goal, 30);

	ulid_new(ulid);
	id = xasprintf("%s-%s", *words ? words : "plan", ulid + 22);
	free(words);
	return id;
}

static size_t task_rows(const struct schedule *s, struct store_roadmap_task *rows)
{
	size_t count = 0;
	int all, *order = s ? schedule_order(s, &all) : NULL;

	for (int i = 0; order && i < all; i++) {
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
	free(order);
	return count;
}

int roadmap_store_save(struct store *store, const struct roadmap *r, const struct schedule *s,
    const char *reason, char **id, struct error *e)
{
	struct store_roadmap_task *rows = xcalloc((size_t)r->outline.count + 1, sizeof *rows);
	const struct pattern_spec *p = &r->outline.pattern;
	json_t *schedule = s ? schedule_json(s) : NULL;
	struct store_roadmap row = {
	    .goal = r->outline.goal,
	    .pattern_type = p->type,
	    .pattern_subtype = p->subtype,
	    .pattern_variant = p->variant,
	    .reason = reason,
	    .at_ms = clock_now_ms(),
	    .document = r->document,
	    .schedule = schedule,
	};
	int revision;

	*id = r->id ? xstrdup(r->id) : new_id(r);
	row.id = *id;
	json_put_str(r->document, "id", *id);
	revision = store_roadmap_save(store, &row, rows, task_rows(s, rows), e);
	json_decref(schedule);
	free(rows);
	if (!revision) {
		free(*id);
		*id = NULL;
	}
	return revision;
}

json_t *roadmap_store_document(
    struct store *store, const char *word, int64_t revision, struct error *e)
{
	char *id = store_roadmap_id(store, word, e);
	json_t *row = id ? store_roadmap_revision(store, id, revision, e) : NULL;
	json_t *document = json_incref(json_map(row, "document"));

	if (row && !document)
		error_set(e, ERR_STORE, "roadmap '%s' cannot be read", id);
	json_decref(row);
	free(id);
	return document;
}

static void take_ratio(void *ctx, int64_t planned, int64_t took)
{
	struct duration_ratios *out = ctx;
	const double ratio = planned > 0 ? (double)took / (double)planned : 0;

	if (ratio < RATIO_LEAST || ratio > RATIO_MOST)
		return;
	array_reserve(&out->list, &out->cap, out->count + 1, sizeof *out->list);
	out->list[out->count++] = ratio;
}

void roadmap_store_ratios(struct store *store, const struct roadmap *r, struct duration_ratios *out)
{
	if (store)
		store_roadmap_durations(store,
		    (int)json_int(json_map(r->defaults, "ranges"), "most", 400), take_ratio, out);
}
