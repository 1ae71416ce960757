/* SPDX-License-Identifier: MIT
 * Roadmaps and their revisions as rows. Every list is one prepared statement and one function that makes JSON
 * of a row. Checkpoints of the controller that makes them stand beside them, by thread.
 */
#include "session/store/store_roadmap.h"

#include "base/base.h"
#include "session/store/store_state.h"

/* ---- Checkpoints --------------------------------------------------------------------------------- */

static bool add_checkpoint(struct store *s, const char *id, const char *state, int64_t at_ms,
    const char *text, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_CHECKPOINT_ADD, e);

	if (!st)
		return false;
	bind_text(st, 1, id);
	sqlite3_bind_int64(st, 2, at_ms);
	bind_text(st, 3, state);
	bind_text(st, 4, text);
	return store_run(s, st, e) == STORE_OK;
}

static bool trim_checkpoints(struct store *s, const char *id, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_CHECKPOINT_TRIM, e);

	if (st)
		bind_text(st, 1, id);
	return st && store_run(s, st, e) == STORE_OK;
}

bool store_checkpoint_save(struct store *s, const char *id, const char *state, int64_t at_ms,
    const json_t *run, struct error *e)
{
	auto_free char *text = json_line(run);
	bool ok = store_begin(s, e);

	if (ok) {
		ok = add_checkpoint(s, id, state, at_ms, text, e) && trim_checkpoints(s, id, e);
		ok = store_end(s, ok, e);
	}
	return ok;
}

static json_t *checkpoint_row(sqlite3_stmt *st)
{
	const char *text = column_text(st, 3);
	json_t *row = json_object();

	json_put_str(row, "id", column_text(st, 0));
	json_put_str(row, "state", column_text(st, 1));
	json_put_int(row, "at", sqlite3_column_int64(st, 2));
	json_put(row, "run", text ? json_parse(text, strlen(text), NULL) : NULL);
	return row;
}

json_t *store_checkpoints(struct store *s, const char *word, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_CHECKPOINT_FIND, e);

	if (!st)
		return NULL;
	bind_text(st, 1, word);
	return store_rows(s, st, checkpoint_row, e);
}

#define TEXT_MOST ((size_t)64 << 20)

static bool run_texts(
    struct store *s, enum statement which, const struct store_roadmap *r, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, which, e);

	if (!st)
		return false;
	bind_text(st, 1, r->id);
	bind_text(st, 2, r->goal);
	bind_text(st, 3, r->pattern_type);
	bind_text(st, 4, r->pattern_subtype);
	bind_text(st, 5, r->pattern_variant);
	sqlite3_bind_int64(st, 6, r->at_ms);
	return store_run(s, st, e) == STORE_OK;
}

/* Returns the number of a roadmap's newest revision. 0: there is no such roadmap, or e. */
static int64_t newest_revision(struct store *s, const char *id, bool *known, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_ROADMAP_KEY, e);
	int64_t revision = 0;

	*known = false;
	if (!st)
		return 0;
	bind_text(st, 1, id);
	if (sqlite3_step(st) == SQLITE_ROW) {
		*known = true;
		revision = sqlite3_column_int64(st, 1);
	}
	sqlite3_reset(st);
	return revision;
}

static bool add_revision(struct store *s, const struct store_roadmap *r, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_REVISION_ADD, e);

	if (!st)
		return false;
	auto_free char *document = json_line(r->document);
	auto_free char *schedule = r->schedule ? json_line(r->schedule) : NULL;
	bind_text(st, 1, r->id);
	sqlite3_bind_int64(st, 2, r->at_ms);
	bind_text(st, 3, r->reason);
	bind_text(st, 4, document);
	bind_text(st, 5, schedule);
	return strlen(document) < TEXT_MOST && store_run(s, st, e) == STORE_OK;
}

static bool add_task(
    struct store *s, const char *id, const struct store_roadmap_task *t, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_TASK_ADD, e);

	if (!st)
		return false;
	bind_text(st, 1, id);
	bind_text(st, 2, t->node);
	bind_text(st, 3, t->title);
	bind_text(st, 4, t->level);
	sqlite3_bind_int64(st, 5, t->start);
	sqlite3_bind_int64(st, 6, t->finish);
	sqlite3_bind_int64(st, 7, t->work);
	bind_text(st, 8, t->status);
	return store_run(s, st, e) == STORE_OK;
}

static bool drop_tasks(struct store *s, const char *id, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_TASKS_DROP, e);

	if (st)
		bind_text(st, 1, id);
	return st && store_run(s, st, e) == STORE_OK;
}

int store_roadmap_save(struct store *s, const struct store_roadmap *r,
    const struct store_roadmap_task *tasks, size_t count, struct error *e)
{
	int64_t revision = 0;
	bool known, ok;

	if (!store_begin(s, e))
		return 0;
	ok = newest_revision(s, r->id, &known, e) == r->based_on ||
	     error_set(e, ERR_CONFLICT, "another process changed '%s' meanwhile", r->id);
	ok = ok && (known || run_texts(s, ST_ROADMAP_ADD, r, e)) &&
	     run_texts(s, ST_ROADMAP_UPDATE, r, e) && add_revision(s, r, e) &&
	     drop_tasks(s, r->id, e);
	for (size_t i = 0; i < count && ok; i++)
		ok = add_task(s, r->id, &tasks[i], e);
	if (ok)
		revision = newest_revision(s, r->id, &known, e);
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

static json_t *parse_column(sqlite3_stmt *st, int column)
{
	const char *text = column_text(st, column);

	return text ? json_parse(text, strlen(text), NULL) : NULL;
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
	sqlite3_stmt *st = store_statement(s, ST_ROADMAP_LIST, e);

	if (!st)
		return NULL;
	bind_text(st, 1, pattern);
	return store_rows(s, st, list_row, e);
}

json_t *store_roadmap_revision(struct store *s, const char *id, int64_t revision, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_REVISION_GET, e);

	if (!st)
		return NULL;
	bind_text(st, 1, id);
	sqlite3_bind_int64(st, 2, revision);
	json_auto_t *list = store_rows(s, st, revision_row, e);
	json_t *row = json_incref(json_array_get(list, 0));
	if (list && !row)
		error_set(
		    e, ERR_USAGE, "roadmap '%s' has no revision %lld", id, (long long)revision);
	return row;
}

json_t *store_roadmap_revisions(struct store *s, const char *id, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_REVISIONS, e);

	if (!st)
		return NULL;
	bind_text(st, 1, id);
	return store_rows(s, st, revision_row, e);
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
	sqlite3_stmt *st = store_statement(s, ST_DUE, e);

	if (!st)
		return NULL;
	sqlite3_bind_int64(st, 1, minute);
	return store_rows(s, st, due_row, e);
}

bool store_roadmap_finished(struct store *s, const char *id, const char *node, int64_t planned,
    int64_t took, int64_t at_ms, struct error *e)
{
	sqlite3_stmt *st = store_statement(s, ST_FINISHED_ADD, e);

	if (!st)
		return false;
	bind_text(st, 1, id);
	bind_text(st, 2, node);
	sqlite3_bind_int64(st, 3, planned);
	sqlite3_bind_int64(st, 4, took);
	sqlite3_bind_int64(st, 5, at_ms);
	return store_run(s, st, e) == STORE_OK;
}

void store_roadmap_durations(
    struct store *s, int most, void (*take)(void *ctx, int64_t planned, int64_t took), void *ctx)
{
	sqlite3_stmt *st = store_statement(s, ST_FINISHED, NULL);

	if (!st)
		return;
	sqlite3_bind_int64(st, 1, most);
	while (sqlite3_step(st) == SQLITE_ROW)
		take(ctx, sqlite3_column_int64(st, 0), sqlite3_column_int64(st, 1));
	sqlite3_reset(st);
}
