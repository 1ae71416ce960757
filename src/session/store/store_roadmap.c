/* SPDX-License-Identifier: MIT
 * Roadmaps, their revisions and tasks, and the checkpoints of planning runs, as rows of tables. Every list is
 * one statement, whose columns become members.
 */
#include "session/store/store_roadmap.h"

#include "base/base.h"
#include "session/store/store_state.h"

bool store_checkpoint_save(struct store *s, const char *id, const char *state, int64_t at_ms,
    const json_t *run, struct error *e)
{
	auto_free char *text = json_line(run);

	const bool ok = store_begin(s, e) &&
			store_write(s, ST_CHECKPOINT_ADD, e, TEXT(id), NUMBER(at_ms), TEXT(state),
			    TEXT(text)) &&
			store_write(s, ST_CHECKPOINT_TRIM, e, TEXT(id));
	return store_end(s, ok, e);
}

json_t *store_checkpoints(struct store *s, const char *word, struct error *e)
{
	return store_rows(s, store_query(s, ST_CHECKPOINT_FIND, e, TEXT(word)), e);
}

#define TEXT_MOST ((size_t)64 << 20)

static bool run_texts(
    struct store *s, enum statement which, const struct store_roadmap *r, struct error *e)
{
	return store_write(s, which, e, TEXT(r->id), TEXT(r->goal), TEXT(r->pattern_type),
	    TEXT(r->pattern_subtype), TEXT(r->pattern_variant), NUMBER(r->at_ms));
}

/* Returns the number of a roadmap's newest revision; -1: there is no such roadmap, or the store failed. */
static int64_t newest_revision(struct store *s, const char *id, struct error *e)
{
	return store_number(s, store_query(s, ST_ROADMAP_KEY, e, TEXT(id)), -1, e);
}

static bool add_revision(struct store *s, const struct store_roadmap *r, struct error *e)
{
	auto_free char *document = json_line(r->document);
	auto_free char *schedule = r->schedule ? json_line(r->schedule) : NULL;

	if (strlen(document) >= TEXT_MOST)
		return error_set(e, ERR_LIMIT, "roadmap '%s' has more than 64 MiB", r->id);
	return store_write(s, ST_REVISION_ADD, e, TEXT(r->id), NUMBER(r->at_ms), TEXT(r->reason),
	    TEXT(document), TEXT(schedule));
}

int store_roadmap_save(struct store *s, const struct store_roadmap *r,
    const struct store_roadmap_task *tasks, size_t count, struct error *e)
{
	if (!store_begin(s, e))
		return 0;
	int64_t revision = newest_revision(s, r->id, e);
	bool ok = (revision < 0 ? 0 : revision) == r->based_on ||
		  error_set(e, ERR_CONFLICT, "another process changed '%s' meanwhile", r->id);
	ok = ok && (revision >= 0 || run_texts(s, ST_ROADMAP_ADD, r, e)) &&
	     run_texts(s, ST_ROADMAP_UPDATE, r, e) && add_revision(s, r, e) &&
	     store_write(s, ST_TASKS_DROP, e, TEXT(r->id));
	for (const struct store_roadmap_task *t = tasks; t < tasks + count && ok; t++)
		ok = store_write(s, ST_TASK_ADD, e, TEXT(r->id), TEXT(t->node), TEXT(t->title),
		    TEXT(t->level), NUMBER(t->start), NUMBER(t->finish), NUMBER(t->work),
		    TEXT(t->status));
	if (ok)
		revision = newest_revision(s, r->id, e);
	return store_end(s, ok, e) ? (int)revision : 0;
}

json_t *store_roadmap_list(struct store *s, const char *pattern, struct error *e)
{
	return store_rows(s, store_query(s, ST_ROADMAP_LIST, e, TEXT(pattern)), e);
}

json_t *store_roadmap_revision(struct store *s, const char *id, int64_t revision, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_REVISION_GET, e, TEXT(id), NUMBER(revision));
	json_auto_t *list = store_rows(s, st, e);
	json_t *row = json_incref(json_array_get(list, 0));

	if (list && !row)
		error_set(
		    e, ERR_USAGE, "roadmap '%s' has no revision %lld", id, (long long)revision);
	return row;
}

json_t *store_roadmap_revisions(struct store *s, const char *id, struct error *e)
{
	return store_rows(s, store_query(s, ST_REVISIONS, e, TEXT(id)), e);
}

json_t *store_roadmap_due(struct store *s, int64_t minute, struct error *e)
{
	return store_rows(s, store_query(s, ST_DUE, e, NUMBER(minute)), e);
}

bool store_roadmap_finished(struct store *s, const char *id, const char *node, int64_t planned,
    int64_t took, int64_t at_ms, struct error *e)
{
	return store_write(s, ST_FINISHED_ADD, e, TEXT(id), TEXT(node), NUMBER(planned),
	    NUMBER(took), NUMBER(at_ms));
}

void store_roadmap_durations(
    struct store *s, int most, void (*take)(void *ctx, int64_t planned, int64_t took), void *ctx)
{
	sqlite3_stmt *st = store_query(s, ST_FINISHED, NULL, NUMBER(most));
	bool ok;

	while (store_next(s, st, &ok, NULL))
		take(ctx, sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1));
}
