/* SPDX-License-Identifier: MIT
 * Roadmaps and their revisions as rows. Every list is one prepared statement and one function that makes JSON
 * of a row. Checkpoints of the controller that makes them stand beside them, by thread.
 */
#include "session/store/store_roadmap.h"

#include "base/base.h"
#include "session/store/store_state.h"

bool store_checkpoint_save(struct store *s, const char *id, const char *state, int64_t at_ms,
    const json_t *run, struct error *e)
{
	auto_free char *text = json_line(run);

	if (!store_begin(s, e))
		return false;
	const bool ok = store_write(s, ST_CHECKPOINT_ADD, e, TEXT(id), NUMBER(at_ms), TEXT(state),
			    TEXT(text)) &&
			store_write(s, ST_CHECKPOINT_TRIM, e, TEXT(id));
	return store_end(s, ok, e);
}

static json_t *parse_column(sqlite3_stmt *st, int column)
{
	const char *text = column_text(st, column);

	return text ? json_parse(text, strlen(text), NULL) : NULL;
}

static json_t *checkpoint_row(sqlite3_stmt *st)
{
	json_t *row = json_object();

	json_put_str(row, "id", column_text(st, 0));
	json_put_str(row, "state", column_text(st, 1));
	json_put_int(row, "at", sqlite3_column_int64(st, 2));
	json_put(row, "run", parse_column(st, 3));
	return row;
}

json_t *store_checkpoints(struct store *s, const char *word, struct error *e)
{
	return store_rows(s, store_query(s, ST_CHECKPOINT_FIND, e, TEXT(word)), checkpoint_row, e);
}

#define TEXT_MOST ((size_t)64 << 20)

static bool run_texts(
    struct store *s, enum statement which, const struct store_roadmap *r, struct error *e)
{
	return store_write(s, which, e, TEXT(r->id), TEXT(r->goal), TEXT(r->pattern_type),
	    TEXT(r->pattern_subtype), TEXT(r->pattern_variant), NUMBER(r->at_ms));
}

/* Returns the number of a roadmap's newest revision. -1: there is no such roadmap, or e. */
static int64_t newest_revision(struct store *s, const char *id, struct error *e)
{
	return store_number(s, store_query(s, ST_ROADMAP_KEY, e, TEXT(id)), -1, e);
}

static bool add_revision(struct store *s, const struct store_roadmap *r, struct error *e)
{
	auto_free char *document = json_line(r->document);
	auto_free char *schedule = r->schedule ? json_line(r->schedule) : NULL;

	return strlen(document) < TEXT_MOST &&
	       store_write(s, ST_REVISION_ADD, e, TEXT(r->id), NUMBER(r->at_ms), TEXT(r->reason),
		   TEXT(document), TEXT(schedule));
}

static bool add_task(
    struct store *s, const char *id, const struct store_roadmap_task *t, struct error *e)
{
	return store_write(s, ST_TASK_ADD, e, TEXT(id), TEXT(t->node), TEXT(t->title),
	    TEXT(t->level), NUMBER(t->start), NUMBER(t->finish), NUMBER(t->work), TEXT(t->status));
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
	for (size_t i = 0; i < count && ok; i++)
		ok = add_task(s, r->id, &tasks[i], e);
	if (ok)
		revision = newest_revision(s, r->id, e);
	return store_end(s, ok, e) ? (int)revision : 0;
}

static void put_number(json_t *o, const char *key, sqlite3_stmt *st, int column)
{
	if (sqlite3_column_type(st, column) != SQLITE_NULL)
		json_put_int(o, key, sqlite3_column_int64(st, column));
}

static json_t *list_row(sqlite3_stmt *st)
{
	static const char *const texts[] = {
	    "id", "goal", "pattern_type", "pattern_subtype", "pattern_variant"};
	static const char *const numbers[] = {
	    "created_at", "updated_at", "revision", "tasks", "done", "start", "finish"};
	json_t *o = json_object();

	for (int i = 0; i < 5; i++)
		json_put_str(o, texts[i], column_text(st, i));
	for (int i = 0; i < 7; i++)
		put_number(o, numbers[i], st, 5 + i);
	return o;
}

static json_t *revision_row(sqlite3_stmt *st)
{
	json_t *o = json_object();

	put_number(o, "revision", st, 0);
	put_number(o, "at", st, 1);
	json_put_str(o, "reason", column_text(st, 2));
	json_put(o, "document", parse_column(st, 3));
	json_put(o, "schedule", parse_column(st, 4));
	return o;
}

json_t *store_roadmap_list(struct store *s, const char *pattern, struct error *e)
{
	return store_rows(s, store_query(s, ST_ROADMAP_LIST, e, TEXT(pattern)), list_row, e);
}

json_t *store_roadmap_revision(struct store *s, const char *id, int64_t revision, struct error *e)
{
	sqlite3_stmt *st = store_query(s, ST_REVISION_GET, e, TEXT(id), NUMBER(revision));
	json_auto_t *list = store_rows(s, st, revision_row, e);
	json_t *row = json_incref(json_array_get(list, 0));

	if (list && !row)
		error_set(
		    e, ERR_USAGE, "roadmap '%s' has no revision %lld", id, (long long)revision);
	return row;
}

json_t *store_roadmap_revisions(struct store *s, const char *id, struct error *e)
{
	return store_rows(s, store_query(s, ST_REVISIONS, e, TEXT(id)), revision_row, e);
}

static json_t *due_row(sqlite3_stmt *st)
{
	json_t *o = json_object();

	json_put_str(o, "id", column_text(st, 0));
	json_put_str(o, "node", column_text(st, 1));
	json_put_str(o, "title", column_text(st, 2));
	json_put_str(o, "level", column_text(st, 3));
	put_number(o, "start", st, 4);
	put_number(o, "finish", st, 5);
	json_put_str(o, "status", column_text(st, 6));
	return o;
}

json_t *store_roadmap_due(struct store *s, int64_t minute, struct error *e)
{
	return store_rows(s, store_query(s, ST_DUE, e, NUMBER(minute)), due_row, e);
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
