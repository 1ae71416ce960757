/*
 * What was spent, summed up by one of its sides (store_money.h). One statement for each, since what it
 * groups by is a part of it.
 */
#include <stdlib.h>

#include "base/core/alloc.h"
#include "session/store/store_money.h"
#include "session/store/store_state.h"

/* A delegate's session counts for the one that it was started from. */
#define SUMS \
	"WITH RECURSIVE owner (key, id, root, title) AS" \
	" (SELECT key, id, id, title FROM sessions" \
	" WHERE parent IS NULL OR json_extract(parent, '$.call') IS NULL" \
	" UNION ALL SELECT c.key, c.id, o.root, o.title FROM owner o JOIN sessions c" \
	" ON c.parent IS NOT NULL AND json_extract(c.parent, '$.call') IS NOT NULL" \
	" AND json_extract(c.parent, '$.session') = o.id)," \
	" u AS (SELECT min(id) AS id, at, turn, data FROM events INDEXED BY spent" \
	" WHERE type = 'usage' AND at >= ?1 AND at < ?2" \
	" AND json_extract(data, '$.role') IS NOT 'delegate' GROUP BY at, data)" \
	" SELECT %s, %s, count(*), total(json_extract(u.data, '$.input'))," \
	" total(json_extract(u.data, '$.output')), total(json_extract(u.data, '$.cached'))," \
	" total(json_extract(u.data, '$.written')), total(json_extract(u.data, '$.reasoning'))," \
	" total(json_extract(u.data, '$.cost_usd') IS NULL)," \
	" total(json_extract(u.data, '$.estimated'))," \
	" total(json_extract(u.data, '$.cost_usd'))," \
	" total(json_extract(u.data, '$.sent')), total(json_extract(u.data, '$.resent'))" \
	" FROM u JOIN sessions s ON s.key = u.id >> 32 LEFT JOIN owner o ON o.key = s.key" \
	" WHERE ?3 IS NULL OR s.cwd = ?3 GROUP BY 1 ORDER BY %s"

static const struct {
	const char *key, *title, *order;
} sides[USAGE_SIDES] = {
    [USAGE_DAY] = {"strftime('%Y-%m-%d', u.at / 1000, 'unixepoch', 'localtime')", "NULL", "1"},
    [USAGE_MODEL] = {"json_extract(u.data, '$.model')", "NULL", "11 DESC, 1"},
    [USAGE_FOLDER] = {"s.cwd", "NULL", "11 DESC, 1"},
    [USAGE_SESSION] = {"coalesce(o.root, s.id)", "max(coalesce(o.title, s.title))",
	"11 DESC, 1 DESC"},
    [USAGE_ROLE] = {"json_extract(u.data, '$.role')", "NULL", "11 DESC, 1"},
    [USAGE_PROVIDER] = {"json_extract(u.data, '$.provider')", "NULL", "11 DESC, 1"},
    [USAGE_BREAK] = {"json_extract(u.data, '$.broke')", "NULL", "13 DESC, 1"},
    [USAGE_TURN] = {"s.id || ' ' || u.turn", "max(coalesce(o.title, s.title))", "min(u.at)"},
};

static void row_take(struct usage_sums *out, sqlite3_stmt *st)
{
	const char *key = column_text(st, 0);

	array_reserve(&out->list, &out->cap, out->count + 1, sizeof *out->list);
	out->list[out->count++] = (struct usage_sum){
	    .key = xstrdup(key ? key : ""),
	    .title = xstrdup(column_text(st, 1)),
	    .requests = sqlite3_column_int64(st, 2),
	    .input = sqlite3_column_int64(st, 3),
	    .output = sqlite3_column_int64(st, 4),
	    .cached = sqlite3_column_int64(st, 5),
	    .written = sqlite3_column_int64(st, 6),
	    .reasoning = sqlite3_column_int64(st, 7),
	    .unpriced = sqlite3_column_int64(st, 8),
	    .estimated = sqlite3_column_int64(st, 9),
	    .usd = sqlite3_column_double(st, 10),
	    .sent = sqlite3_column_int64(st, 11),
	    .resent = sqlite3_column_int64(st, 12),
	};
}

bool store_usage(struct store *s, enum usage_by by, const char *cwd, int64_t since_ms,
    int64_t until_ms, struct usage_sums *out, struct error *e)
{
	char *sql = sqlite3_mprintf(SUMS, sides[by].key, sides[by].title, sides[by].order);
	sqlite3_stmt *st = NULL;
	int code = sqlite3_prepare_v2(s->db, sql, -1, &st, NULL);

	*out = (struct usage_sums){0};
	sqlite3_free(sql);
	if (code == SQLITE_OK) {
		sqlite3_bind_int64(st, 1, since_ms);
		sqlite3_bind_int64(st, 2, until_ms);
		bind_text(st, 3, cwd);
		while ((code = sqlite3_step(st)) == SQLITE_ROW)
			row_take(out, st);
	}
	if (code != SQLITE_DONE)
		store_failed(s, e);
	sqlite3_finalize(st);
	return code == SQLITE_DONE;
}

void usage_sums_free(struct usage_sums *sums)
{
	for (size_t i = 0; i < sums->count; i++) {
		free(sums->list[i].key);
		free(sums->list[i].title);
	}
	free(sums->list);
	*sums = (struct usage_sums){0};
}
