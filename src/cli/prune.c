/*
 * sessions.keep_days without being asked: what was last used before goes, a few events at a time
 * while the loop has nothing else to do. A file in the state folder says when nothing was left to
 * go, so this costs one stat on most starts, and nothing where the setting is not set.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/program.h"

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define ROWS 32 /* events in one step */

static bool looked_today(const char *mark)
{
	struct stat st;

	return stat(mark, &st) == 0 && clock_now_ms() - (int64_t)st.st_mtime * 1000 < DAY_MS;
}

static bool in_use(const struct program *p, const char *id)
{
	return strcmp(id, session_id(p->session)) == 0 || (p->past && strcmp(id, p->past) == 0);
}

/* The oldest that is too old; NULL: none. */
static json_t *next_old(const struct program *p)
{
	const double days = setting_number(p->settings, "sessions.keep_days");
	json_t *rows =
	    store_old(p->store, clock_now_ms() - (int64_t)(days * (double)DAY_MS), 3, NULL);
	json_t *row, *found = NULL;
	size_t i;

	json_array_foreach (rows, i, row) {
		if (!found && !in_use(p, json_str(row, "id", "")))
			found = json_incref(row);
	}
	json_decref(rows);
	return found;
}

/* Looked through: not again before tomorrow. What an ending program left over, the next goes on with. */
static void note_done(void)
{
	char *mark = file_home(FILE_STATE, "pruned");

	file_write(mark, 0600, "", 0, NULL);
	free(mark);
}

static bool step(void *ctx)
{
	struct program *p = ctx;
	json_t *row = next_old(p);
	bool more, ok;

	ok = row && store_delete_some(p->store, json_str(row, "id", ""), ROWS, &more, NULL);
	if (!row)
		note_done();
	json_decref(row);
	if (!ok)
		p->prune = NULL;
	return ok;
}

void program_prune(struct program *p)
{
	char *mark;

	if (!p->store || isnan(setting_number(p->settings, "sessions.keep_days")))
		return;
	mark = file_home(FILE_STATE, "pruned");
	if (!looked_today(mark))
		p->prune = loop_work(p->loop, step, p);
	free(mark);
}
